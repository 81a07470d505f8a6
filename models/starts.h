/* SPDX-License-Identifier: MIT
 * Matched initial states of a training run: the batch on which magnitudes are measured, and the
 * model that is matched (INITIAL_MATCHED; implemented in net/start.c). */
#ifndef ATTNLAB_STARTS_H
#define ATTNLAB_STARTS_H

#include "models/swap.h"
#include "models/task.h"

/* Returns the batch on which models of this configuration are matched, training batch `index` of
 * the task. Returns NULL if the configuration requires no matching. */
const struct batch *starts_batch(const struct model_config *, struct task *, int64_t index);

/* Opens a model for training. If the configuration requires matching, the model is matched on
 * the first training batch to its baseline twin: the baseline in every slot, with the same sizes
 * and seed. Common parameters of both have equal values. */
struct model *starts_open(const struct model_build *, const struct model_config *, uint64_t seed,
                          struct task *);

#endif
