/* SPDX-License-Identifier: MIT
 * Even starts in a training: which batch the sizes are measured on, and whose they are to be
 * (INITIAL_MATCHED of model.h; how it is done: net/start.c). */
#ifndef ATTNLAB_STARTS_H
#define ATTNLAB_STARTS_H

#include "models/swap.h"
#include "models/task.h"

/* The batch that models of this configuration are matched on: training batch `index` of the task;
 * NULL: they are not. */
const struct batch *starts_batch(const struct model_config *, struct task *, int64_t index);

/* Opens a model for training, matched where the configuration says so to its plain twin: plain in
 * every slot, of the same sizes, opened with the same seed, so that what both have begins with the
 * same values. Measured on the first training batch. */
struct model *starts_open(const struct model_build *, const struct model_config *, uint64_t seed,
                          struct task *);

#endif
