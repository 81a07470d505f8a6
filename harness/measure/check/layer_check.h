/* SPDX-License-Identifier: MIT
 * A layer against its formula, and its gradients, at a test point that can be judged.
 *
 * A seed may draw a point at which the check proves nothing: nearly all outputs are 0, or rounding
 * moves an operand over a kink of relu. Such a point is mistrusted, and the next one is drawn, from
 * a fixed sequence of seeds. A point at which anything is wrong ends the check. */
#ifndef ATTNLAB_LAYER_CHECK_H
#define ATTNLAB_LAYER_CHECK_H

#include "harness/measure/check/check.h"
#include "harness/measure/resources.h"

/* Points that are drawn before a layer is mistrusted. */
enum { MOST_POINTS = 32 };

/* The cell gives seed (of the first point), phase and kind of input. sampling: its seed is ignored.
 * entries: as of gradient_check(), for phases with a backward pass. The kernels must not refuse the
 * layer. Fills the result, of the last point. */
void layer_check(const struct layer *, const struct worker_cell *, const struct text_corpus *,
                 const struct resources *, struct sampling, int entries, struct check_result *);

#endif
