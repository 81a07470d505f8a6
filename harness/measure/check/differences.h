/* SPDX-License-Identifier: MIT
 * Compares a derivative with central differences of its function, in double.
 *
 * Steps that balance rounding and curvature leave errors of about 1e-9, so a wrong term of 1e-6 of
 * the largest entry is found. A kink, where no derivative exists, is not reported as an error. */
#ifndef ATTNLAB_DIFFERENCES_H
#define ATTNLAB_DIFFERENCES_H

#include <stdbool.h>

/* slope() returns (loss at x + up - loss at x - down) / (up + down) and restores x. */
struct sloped {
    double (*slope)(void *context, double *x, double up, double down);
    void *context;
};

/* largest accepted error, relative to `scale`, the largest entry of the gradient */
extern const double difference_tolerance;
/* The scale of a gradient is at least this share of the largest gradient; smaller gradients are
 * mostly rounding. */
extern const double difference_floor;

/* Distance between the gradient `want` and the differences at x, relative to scale. */
double difference_error(const struct sloped *, double *x, double want, double scale);
/* Whether the function has a kink at x: the slopes on both sides differ too much for the error of
 * `want`. */
bool difference_kink(const struct sloped *, double *x, double want, double scale);

#endif
