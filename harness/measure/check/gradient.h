/* SPDX-License-Identifier: MIT
 * Whether a backward pass gives the gradient of the forward pass.
 *
 * Two steps, so that each can be sharp. The double build of the same layer is held against central
 * differences of its own forward pass, in some entries of x, context and each parameter; then every
 * entry of every gradient in float is held against the double build. Differences in float would
 * resolve hardly two digits; in double they find a term that is 1e-6 of its tensor's largest. */
#ifndef ATTNLAB_GRADIENT_H
#define ATTNLAB_GRADIENT_H

#include "harness/measure/check/check.h"

/* Entries of each tensor that are differenced, unless told otherwise. */
enum { GRADIENT_ENTRIES = 5 };
/* Instead of entries: one direction through all of them, for large layers. */
enum { GRADIENT_DIRECTION = -1 };

/* After a check of this workload (phase other than forward) that came out as ok: its gradients are
 * what the pass left. entries: of each tensor, drawn by seed; 0 leaves the differences out, which
 * cost two forward passes in double or more for each. Fills the gradient part of the result; false,
 * with status and reason, when the gradients are wrong or cannot be judged. */
bool gradient_check(const struct workload *, int entries, uint64_t seed, struct check_result *);

/* A small relative of a layer, cheap to difference: at most 2 sequences, 2 heads of 16, 20 queries
 * and keys. Widths keep d_model = H*D where the layer has it. */
struct layer gradient_reduced(const struct layer *);

#endif
