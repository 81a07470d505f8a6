/* SPDX-License-Identifier: MIT
 * Minimises a smooth convex function by L-BFGS (Nocedal & Wright 2006, algorithm 7.5). */
#ifndef ATTNLAB_LBFGS_H
#define ATTNLAB_LBFGS_H

#include <stddef.h>

/* Value at x (count); writes gradient. */
typedef double objective(void *of, const double *x, double *gradient);
/* x: start, and result. Ends when the largest entry of the gradient is at most `tolerance`, or
 * after `most` steps; returns the number of steps. */
int lbfgs(objective *, void *of, double *x, size_t count, double tolerance, int most);

#endif
