/* SPDX-License-Identifier: MIT
 * Reports the result of each scored record (struct prediction) to the listener, if there is one. */
#ifndef ATTNLAB_REPORT_RECORDS_H
#define ATTNLAB_REPORT_RECORDS_H

#include "models/task.h"

void report_prediction(const struct task *, const struct prediction *);
/* Reports the names of the true class and the predicted class; -1 means no class. */
void report_class(const struct task *, enum split, int record, int truth, int answer);
/* Reports a generated text and the record's references. */
void report_text(const struct task *, enum split, int record, const char *answer);
/* Reports the loss of each row of the last batch of a HEAD_TOKENS model, for the given records or
 * windows. Rows without targets are skipped. If `kept` is not NULL, also stores the losses in it;
 * `kept` comes from window_scores_open(). */
void report_losses(const struct task *, enum split, const int *records, const struct model_build *,
                   struct model *, const struct batch *, struct record_scores *kept);

#endif
