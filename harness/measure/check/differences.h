/* SPDX-License-Identifier: MIT
 * A derivative against central differences of what it is the derivative of, in double.
 *
 * Steps that bring rounding and curvature into balance leave some 1e-9 of a difference; a term that
 * is 1e-6 of the largest entry of its gradient is found. Where there is no derivative, at a kink,
 * nothing can be said, and that is told apart from an error. */
#ifndef ATTNLAB_DIFFERENCES_H
#define ATTNLAB_DIFFERENCES_H

#include <stdbool.h>

/* Of the loss at x + up and at x - down, over up + down; x is put back. */
struct sloped {
    double (*slope)(void *context, double *x, double up, double down);
    void *context;
};

/* Relative to `scale`, the largest entry. */
extern const double difference_tolerance;
/* A gradient that is as small a part of the whole is judged against that part of the whole: what is
 * left of it is rounding. */
extern const double difference_floor;

/* How far `want` is from the differences at x. */
double difference_error(const struct sloped *, double *x, double want, double scale);
/* Whether the slopes to both sides differ there by more than `want` is off: no derivative. */
bool difference_kink(const struct sloped *, double *x, double want, double scale);

#endif
