/* SPDX-License-Identifier: MIT
 * The gate before training: a model is trained with attentions only that are their formulas, and
 * whose backward passes are the gradients of these. */
#ifndef ATTNLAB_TRAINING_CHECK_H
#define ATTNLAB_TRAINING_CHECK_H

#include "harness/measure/resources.h"

#include <jansson.h>

/* Checks each layer of the cell's model once, at the small shapes of timed cells: of differences,
 * and where there are tails of tiles; a layer that the kernels refuse at such a shape is not
 * checked there. The cell is settled and has the shape that its data decide. False, with the
 * record's status and reason, when one is wrong or its gradients cannot be judged. */
bool training_check(const struct worker_cell *, const struct resources *, json_t *record);

#endif
