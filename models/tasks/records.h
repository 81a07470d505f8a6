/* SPDX-License-Identifier: MIT
 * Members of task_kind shared by tasks whose batches are whole records; based on `fill` and the
 * order of the training records, task.order. */
#ifndef ATTNLAB_RECORDS_H
#define ATTNLAB_RECORDS_H

#include "models/task.h"

/* `batch`: the records of this step, unmodified. */
const struct batch *records_batch(struct task *, int64_t step);
double records_epoch_steps(const struct task *);
/* `walk`: a training batch of records per call. */
void records_walk(struct task *, int64_t batches, task_visit *, void *to);

#endif
