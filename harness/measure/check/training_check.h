/* SPDX-License-Identifier: MIT
 * The gate before training: a model is trained with attentions only that are their formulas, and
 * whose backward passes are the gradients of these. */
#ifndef ATTNLAB_TRAINING_CHECK_H
#define ATTNLAB_TRAINING_CHECK_H

#include "harness/measure/resources.h"

#include <jansson.h>

/* Checks each layer of the cell's model once, at the small shape of differences. The cell is
 * settled and has the shape that its data decide. False, with the record's status and reason, when
 * one is wrong or cannot be judged. Takes some milliseconds. */
bool training_check(const struct worker_cell *, const struct resources *, json_t *record);

#endif
