/* SPDX-License-Identifier: MIT
 * Reports the result of each scored record (struct prediction of task.h). No effect without a
 * listener. */
#ifndef ATTNLAB_TOLD_H
#define ATTNLAB_TOLD_H

#include "models/task.h"

void tell(const struct task *, const struct prediction *);
/* Names of classes; -1: none. */
void tell_class(const struct task *, enum split, int record, int truth, int answer);
/* A text and the record's references. */
void tell_text(const struct task *, enum split, int record, const char *answer);
/* The loss of each row of the last batch of a HEAD_TOKENS model, for these records or windows; rows
 * without targets are skipped. */
void tell_losses(const struct task *, enum split, const int *records, const struct model_build *,
                 struct model *, const struct batch *);

#endif
