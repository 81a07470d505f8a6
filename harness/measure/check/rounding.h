/* SPDX-License-Identifier: MIT
 * Tells an error that rounding makes from one of a formula.
 *
 * Where parts of a sum cancel and what is left is multiplied, as by the slope 1/x of a weight
 * x^2 / (1 + x^2) near 0, or by the slope of a norm over two nearly equal numbers, float is off by
 * as much as the result itself. Double with moved operands cannot show that: it loses nothing. But
 * rounding makes another error of each operand, and a wrong formula the same one again. */
#ifndef ATTNLAB_ROUNDING_H
#define ATTNLAB_ROUNDING_H

#include "harness/measure/check/stages.h"

/* Whether an error changes by more than a tenth of itself in one of a few passes over operands that
 * are moved by a rounding each. The workload is left as after its own pass; one that gives other
 * bits then errs by chance, not by rounding. */

/* Of an entry of the gradient at place `which` of the results (y is 0). */
bool gradient_error_is_rounding(const struct workload *, int which, size_t entry, double error,
                                uint64_t seed);
/* Of a forward pass: the worst ratio of error to tolerance over the sampled rows. */
bool row_error_is_rounding(const struct workload *, const struct sampling *, double ratio);

#endif
