/* SPDX-License-Identifier: MIT
 * Central differences over several steps, and kinks. */
#include "harness/measure/check/differences.h"

#include <math.h>

const double difference_tolerance = 1e-6, difference_floor = 1e-3;
/* Largest and smallest step; least_steps are for rows of zeros. */
static const double steps[] = {1e-4, 1e-9}, least_steps[] = {1e-13, 1e-19};

/* A step below the rounding of the sum that x is added to leaves the loss unchanged, whatever the
 * gradient. Such a slope of 0 must not confirm a gradient of 0. */
static bool moved_nothing(double slope, double step)
{
    return slope == 0 && step <= least_steps[0];
}

/* The least relative error over a range of steps and over extrapolations of two successive ones,
 * with an error proportional to the step (near a kink) or to its square (central differences):
 * where weights are ratios of scores near 0, no step is small enough. */
static double error_of_steps(const struct sloped *s, double *x, double want, double scale,
                             const double *range)
{
    double least = (double)INFINITY, before = NAN;
    for (double h = range[0]; h > range[1] && !(least <= difference_tolerance / 10); h /= 10) {
        double now = s->slope(s->context, x, h, h);
        if (moved_nothing(now, h)) continue;
        least = fmin(least, fabs(now - want) / scale);
        for (double order = 10; order <= 100; order *= 10) /* fmin ignores NaN */
            least = fmin(least, fabs((order * now - before) / (order - 1) - want) / scale);
        before = now;
    }
    return least;
}

/* A right gradient agrees with one of the steps, a wrong one with none. Around a row of zeros,
 * x / ||x|| is linear only within 1e-12, and less behind another norm; and only there can x be
 * moved by so little. */
double difference_error(const struct sloped *s, double *x, double want, double scale)
{
    double error = error_of_steps(s, x, want, scale, steps);
    if (error <= difference_tolerance || *x != 0) return error;
    return fmin(error, error_of_steps(s, x, want, scale, least_steps));
}

/* The slope to the right minus that to the left. */
static double turn(const struct sloped *s, double *x, double step)
{
    return s->slope(s->context, x, step, 0) - s->slope(s->context, x, 0, step);
}

/* The difference of the two slopes, without the part that shrinks with the step (curvature),
 * compared with the error. Several kinks at one place may nearly cancel, hence the small share of
 * it. */
bool difference_kink(const struct sloped *s, double *x, double want, double scale)
{
    const double step = 1e-7, negligible = difference_tolerance * scale;
    double apart = fabs(10 * turn(s, x, step) - turn(s, x, 10 * step)) / 9;
    double off = fabs(s->slope(s->context, x, step, step) - want);
    return apart > negligible && apart > 1e-3 * off;
}
