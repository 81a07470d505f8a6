/* SPDX-License-Identifier: MIT
 * Members of task_kind that tasks have alike whose batches are whole records: they follow from
 * `fill` and the order of the training records, task.order. */
#ifndef ATTNLAB_RECORDS_H
#define ATTNLAB_RECORDS_H

#include "models/task.h"

/* `batch`: those of this step, as they are. */
const struct batch *records_batch(struct task *, int64_t step);
double records_epoch_steps(const struct task *);
/* As many a call as a training batch has. */
void records_walk(struct task *, int64_t batches, task_visit *, void *to);

#endif
