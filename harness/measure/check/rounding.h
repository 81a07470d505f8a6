/* SPDX-License-Identifier: MIT
 * Tells an error of a gradient that rounding makes from one of its formula.
 *
 * Where parts of a gradient cancel and what is left is multiplied, as by the slope 1/x of a weight
 * x^2 / (1 + x^2) near 0, or by the slope of a norm over two nearly equal numbers, float is off by
 * as much as the gradient itself. Double with moved operands cannot show that: it loses nothing.
 * But rounding makes another error of each operand, and a wrong formula the same one again. */
#ifndef ATTNLAB_ROUNDING_H
#define ATTNLAB_ROUNDING_H

#include "harness/measure/workload.h"

/* Whether the error of an entry of the gradient at place `which` of the results (y is 0) changes by
 * more than a tenth of itself in one of a few passes over operands that are moved by a rounding
 * each. The workload is left as after its own pass; one that gives other bits then errs by chance,
 * not by rounding. */
bool error_of_rounding(const struct workload *, int which, size_t entry, double error,
                       uint64_t seed);

#endif
