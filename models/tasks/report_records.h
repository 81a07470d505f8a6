/* SPDX-License-Identifier: MIT
 * Reports the result of each scored record (struct prediction of task.h). No effect without a
 * listener. */
#ifndef ATTNLAB_REPORT_RECORDS_H
#define ATTNLAB_REPORT_RECORDS_H

#include "models/task.h"

void report_prediction(const struct task *, const struct prediction *);
/* Names of classes; -1: none. */
void report_class(const struct task *, enum split, int record, int truth, int answer);
/* A text and the record's references. */
void report_text(const struct task *, enum split, int record, const char *answer);
/* The loss of each row of the last batch of a HEAD_TOKENS model, for these records or windows; rows
 * without targets are not reported. kept: as window_scores_open() makes it; NULL: not wanted. */
void report_losses(const struct task *, enum split, const int *records, const struct model_build *,
                   struct model *, const struct batch *, struct record_scores *kept);

#endif
