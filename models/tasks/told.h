/* SPDX-License-Identifier: MIT
 * What is told of each record that a task scores (struct prediction of task.h). All of these do
 * nothing where nobody listens. */
#ifndef ATTNLAB_TOLD_H
#define ATTNLAB_TOLD_H

#include "models/task.h"

void tell(const struct task *, const struct prediction *);
/* Names of classes, -1: none. */
void tell_class(const struct task *, enum split, int record, int truth, int answer);
/* A text and the record's references. */
void tell_text(const struct task *, enum split, int record, const char *answer);
/* The loss of each row of a batch that a HEAD_TOKENS model has just seen: of these records or
 * windows; of one without a target nothing. */
void tell_losses(const struct task *, enum split, const int *records, const struct model_build *,
                 struct model *, const struct batch *);

#endif
