/* SPDX-License-Identifier: MIT
 * Declares functions of task_kind for tasks in which a batch consists of whole records. The
 * functions use the task's `fill` and task.order. */
#ifndef ATTNLAB_RECORDS_H
#define ATTNLAB_RECORDS_H

#include "models/task.h"

/* Implements task_kind.batch: returns the records of this step, unmodified. */
const struct batch *records_batch(struct task *, int64_t step);
double records_epoch_steps(const struct task *);
/* Implements task_kind.walk: visits one batch of training records at a time. */
void records_walk(struct task *, int64_t batches, task_visit *, void *to);

#endif
