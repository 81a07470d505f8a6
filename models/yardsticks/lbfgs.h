/* SPDX-License-Identifier: MIT
 * The least value of a smooth convex function by L-BFGS (Nocedal & Wright 2006, algorithm 7.5). */
#ifndef ATTNLAB_LBFGS_H
#define ATTNLAB_LBFGS_H

#include <stddef.h>

/* Value at x (count); gradient is written. */
typedef double objective(void *of, const double *x, double *gradient);
/* x: where to begin, and the result. Ends when the largest entry of the gradient is at most
 * `tolerance`, or after `most` steps; returns the steps it took. */
int lbfgs(objective *, void *of, double *x, size_t count, double tolerance, int most);

#endif
