/* SPDX-License-Identifier: MIT
 * Prepares matched initial states (INITIAL_MATCHED) for a training run: chooses the batch on which
 * magnitudes are measured, and opens the matched model (see net/start.c). */
#ifndef ATTNLAB_STARTS_H
#define ATTNLAB_STARTS_H

#include "models/swap.h"
#include "models/task.h"

/* Returns the batch on which models of this configuration are matched: training batch `index` of
 * the task. Returns NULL if the configuration requires no matching. */
const struct batch *starts_batch(const struct model_config *, struct task *, int64_t index);

/* Opens a model for training. If the configuration requires matching, the model is matched to its
 * baseline twin on the first training batch. The twin has the same sizes and seed, but the baseline
 * in every slot. Parameters that exist in both models are equal. */
struct model *starts_open(const struct model_build *, const struct model_config *, uint64_t seed,
                          struct task *);

#endif
