/* SPDX-License-Identifier: MIT
 * Compares a derivative with central differences of its function, in double precision.
 *
 * The step sizes balance rounding and curvature, so errors are about 1e-9 and a wrong term of 1e-6,
 * relative to the largest entry, is found. Kinks, where no derivative exists, are not reported as
 * errors. */
#ifndef ATTNLAB_DIFFERENCES_H
#define ATTNLAB_DIFFERENCES_H

#include <stdbool.h>

/* A function of one variable: slope() returns (loss at x + up - loss at x - down) / (up + down) and
 * restores x. */
struct sloped {
    double (*slope)(void *context, double *x, double up, double down);
    void *context;
};

/* largest accepted error, relative to the largest entry of the gradient */
extern const double difference_tolerance;
/* The scale of a gradient is at least this share of the layer's largest gradient, because smaller
 * gradients are mostly rounding error. */
extern const double difference_floor;

/* Returns the error of the gradient `want` at x, compared with central differences, relative to
 * scale. */
double difference_error(const struct sloped *, double *x, double want, double scale);
/* Whether the function has a kink at x that explains the error of the gradient `want`: the slopes
 * on both sides of x differ. */
bool difference_kink(const struct sloped *, double *x, double want, double scale);

#endif
