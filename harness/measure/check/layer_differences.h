/* SPDX-License-Identifier: MIT
 * The gradients of a layer in double against central differences of its own forward pass. */
#ifndef ATTNLAB_LAYER_DIFFERENCES_H
#define ATTNLAB_LAYER_DIFFERENCES_H

#include "harness/measure/check/check.h"
#include "harness/measure/check/double_layer.h"

/* Whether the loss has no derivative by entry i of the array; scale: the largest entry of its
 * gradient, as difference_kink() wants it. The entry is moved, and put back. */
bool layer_has_kink(struct double_layer *, const struct array *, size_t i, double scale);

/* So many entries of each array, drawn by seed, of a layer that was differentiated; list: its
 * results, of which the names are told. False, with status and reason, at the first that is wrong.
 */
bool layer_matches_differences(struct double_layer *, const struct result_array *list, int entries,
                               uint64_t seed, struct check_result *);

/* The same along one direction through all entries of all arrays, by seed: a few forward passes
 * whatever the number of arrays, and a wrong entry is seen wherever it is. */
bool layer_matches_direction(struct double_layer *, uint64_t seed, struct check_result *);

#endif
