/* SPDX-License-Identifier: MIT
 * Minimises a smooth convex function by L-BFGS (Nocedal and Wright 2006, algorithm 7.5). */
#ifndef ATTNLAB_LBFGS_H
#define ATTNLAB_LBFGS_H

#include <stddef.h>

/* Returns the value at x (count) and writes the gradient (count). */
typedef double objective(void *of, const double *x, double *gradient);
/* Minimises an objective. x is the starting point and receives the result. Stops after `most`
 * steps, or when no entry of the gradient exceeds `tolerance`. Returns the number of steps. */
int lbfgs(objective *, void *of, double *x, size_t count, double tolerance, int most);

#endif
