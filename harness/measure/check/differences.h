/* SPDX-License-Identifier: MIT
 * A derivative compared with central differences of its function, in double.
 *
 * Steps that balance rounding and curvature leave errors of about 1e-9; a wrong term of 1e-6 of the
 * largest entry is found. A kink, where there is no derivative, is told apart from an error. */
#ifndef ATTNLAB_DIFFERENCES_H
#define ATTNLAB_DIFFERENCES_H

#include <stdbool.h>

/* (loss at x + up - loss at x - down) / (up + down); x is restored. */
struct sloped {
    double (*slope)(void *context, double *x, double up, double down);
    void *context;
};

/* Relative to `scale`, the largest entry. */
extern const double difference_tolerance;
/* A gradient smaller than this share of the whole is judged against that share: the rest is
 * rounding. */
extern const double difference_floor;

/* Distance of `want` from the differences at x, relative to scale. */
double difference_error(const struct sloped *, double *x, double want, double scale);
/* Whether x is a kink: the slopes to both sides differ, compared with the error of `want`. */
bool difference_kink(const struct sloped *, double *x, double want, double scale);

#endif
