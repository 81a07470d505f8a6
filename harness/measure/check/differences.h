/* SPDX-License-Identifier: MIT
 * Compares a derivative with central differences of its function, in double precision. Central
 * differences have an error of about 1e-9 of the largest entry, so a gradient error of 1e-6 is
 * detected. Kinks, where no derivative exists, are not reported as errors. */
#ifndef ATTNLAB_DIFFERENCES_H
#define ATTNLAB_DIFFERENCES_H

#include <stdbool.h>

/* A function of one variable. slope() returns the difference quotient `(loss(x + up) - loss(x -
 * down)) / (up + down)` and restores x. */
struct sloped {
    double (*slope)(void *context, double *x, double up, double down);
    void *context;
};

/* largest accepted error, relative to the largest entry of the gradient */
extern const double difference_tolerance;
/* Lower bound of a gradient's scale, as a share of the layer's largest gradient. Smaller gradients
 * are mostly rounding error. */
extern const double difference_floor;

/* Returns the difference between the gradient `want` at x and central differences, relative to
 * `scale`. */
double difference_error(const struct sloped *, double *x, double want, double scale);
/* Returns true if the function has a kink at x that explains the error of the gradient `want`. At a
 * kink, the derivatives on both sides of x differ. */
bool difference_kink(const struct sloped *, double *x, double want, double scale);

#endif
