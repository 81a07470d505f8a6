/* SPDX-License-Identifier: MIT
 * Drawing places by a power law without taking one twice: where in a sequence something comes back,
 * as words of a text do, mostly soon and sometimes late. */
#ifndef ATTNLAB_PLACES_H
#define ATTNLAB_PLACES_H

#include "datasets/generated/draw.h"

#include <math.h>

/* Weights (i + 1)^power of places i = 0 .. count-1. */
static inline void places_weigh(double *weight, int count, double power)
{
    for (int i = 0; i < count; i++) weight[i] = pow(i + 1, power);
}

/* One of the places that are free, by weight; it is taken, which is a weight of 0. */
static inline int places_take(struct draw *draw, double *weight, int count)
{
    double sum = 0;
    int last = 0;
    for (int i = 0; i < count; i++) sum += weight[i];
    double at = draw_uniform(draw, 0, sum);
    for (int i = 0; i < count; i++) {
        if (!(weight[i] > 0)) continue;
        last = i; /* rounding may leave `at` positive at the end */
        at -= weight[i];
        if (at < 0) break;
    }
    weight[last] = 0;
    return last;
}

#endif
