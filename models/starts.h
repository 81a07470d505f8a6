/* SPDX-License-Identifier: MIT
 * Matched starts of a training: the batch on which sizes are measured, and the model to match
 * (INITIAL_MATCHED of model.h; implementation: net/start.c). */
#ifndef ATTNLAB_STARTS_H
#define ATTNLAB_STARTS_H

#include "models/swap.h"
#include "models/task.h"

/* The batch on which models of this configuration are matched: training batch `index` of the task;
 * NULL: no matching. */
const struct batch *starts_batch(const struct model_config *, struct task *, int64_t index);

/* Opens a model for training. If the configuration says so, matches it to its plain twin: plain in
 * every slot, same sizes and seed, so common parameters have equal values. Measured on the first
 * training batch. */
struct model *starts_open(const struct model_build *, const struct model_config *, uint64_t seed,
                          struct task *);

#endif
