/* SPDX-License-Identifier: MIT
 * Central differences over several steps, and kinks. */
#include "harness/measure/check/differences.h"

#include <math.h>

const double difference_tolerance = 1e-6, difference_floor = 1e-3;

/* The least relative error over several steps, and over what two of them in a row extrapolate to: a
 * step across a kink of relu is wrong, at a kink of relu squared the error shrinks but with the
 * step. A right gradient is met by one of these, a wrong one by none. */
double difference_error(const struct sloped *s, double *x, double want, double scale)
{
    double least = (double)INFINITY, before = NAN;
    for (double h = 1e-4; h > 1e-9 && !(least <= difference_tolerance / 10); h /= 10) {
        double now = s->slope(s->context, x, h, h);
        least = fmin(least, fabs(now - want) / scale);
        least = fmin(least, fabs((10 * now - before) / 9 - want) / scale); /* of NaN: the other */
        before = now;
    }
    return least;
}

/* Where the slopes to both sides differ, at a step that curvature hardly matters at and by more
 * than a small part of the error, there is no derivative: relu of a row that is 0. (Several kinks
 * at one place may nearly cancel.) */
bool difference_kink(const struct sloped *s, double *x, double want, double scale)
{
    double step = 1e-7, negligible = 1e-5 * scale;
    double right = s->slope(s->context, x, step, 0), left = s->slope(s->context, x, 0, step);
    double apart = fabs(right - left), off = fabs((right + left) / 2 - want);
    return apart > negligible && apart > 1e-3 * off;
}
