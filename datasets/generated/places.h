/* SPDX-License-Identifier: MIT
 * Draws positions without replacement by a power law. As in natural text, most tokens recur after a
 * short distance and some after a long one. */
#ifndef ATTNLAB_PLACES_H
#define ATTNLAB_PLACES_H

#include "datasets/generated/draw.h"

#include <math.h>

/* Stores the weight (i + 1)^power for each position i in 0..count-1. */
static inline void places_weigh(double *weight, int count, double power)
{
    for (int i = 0; i < count; i++) weight[i] = pow(i + 1, power);
}

/* Draws a free position by weight and sets its weight to 0. */
static inline int places_take(struct draw *draw, double *weight, int count)
{
    double sum = 0;
    int last = 0;
    for (int i = 0; i < count; i++) sum += weight[i];
    double at = draw_uniform(draw, 0, sum);
    for (int i = 0; i < count; i++) {
        if (!(weight[i] > 0)) continue;
        last = i; /* the last free position is drawn if rounding leaves `at` positive */
        at -= weight[i];
        if (at < 0) break;
    }
    weight[last] = 0;
    return last;
}

#endif
