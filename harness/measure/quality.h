/* SPDX-License-Identifier: MIT
 * A quality cell: a small model trained once on one task. */
#ifndef ATTNLAB_QUALITY_H
#define ATTNLAB_QUALITY_H

#include "harness/measure/worker.h"
#include "models/trainer.h"

/* Choices of the axes `task` (names of task_kinds) and `variant_in`; NULL-ended. */
extern const char *const task_names[], *const variant_in_names[];

/* quality_cell.c: what the cell's factors say of model, task and training. The config lacks what
 * the task decides (task_kind.shape). False with *error, to be freed: variant_layers is no list of
 * layers, a length does not fit. */
bool quality_config(const struct worker_cell *, struct model_config *, char **error);
struct task_options quality_task_options(const struct worker_cell *);
/* False with *error: swap_slots is no list of slots. */
bool quality_train_options(const struct worker_cell *, struct train_options *, char **error);

/* Declared work and memory of the whole run, from the factors alone: where the vocabulary is only
 * known from the data, it counts as 100 characters or 8,000 words. NULL refusal: fine. */
struct quality_prediction {
    const char *refuse; /* constant text */
    double flop, memory_bytes;
};
struct quality_prediction quality_predict(const struct worker_cell *);

/* quality.c: trains and fills the record of `attnlab-worker run`; points of the learning curve go
 * to the record's descriptor as they come, a line of JSON each: {"progress": ...}. */
void quality_run(const struct worker_options *, const struct worker_cell *, json_t *record);

#endif
