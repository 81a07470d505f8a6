/* SPDX-License-Identifier: MIT
 * Computes central differences with several step sizes, and detects kinks of the function. */
#include "harness/measure/check/differences.h"

#include <math.h>

const double difference_tolerance = 1e-6, difference_floor = 1e-3;
/* first and last step size; `least_steps` is used only at x = 0 */
static const double steps[] = {1e-4, 1e-9}, least_steps[] = {1e-13, 1e-19};

/* Returns true if a step was too small to change the loss. The difference is then 0 and must not
 * confirm a gradient of 0. */
static bool moved_nothing(double slope, double step)
{
    return slope == 0 && step <= least_steps[0];
}

/* Returns the smallest relative error over several step sizes and their Richardson extrapolations.
 * Extrapolation assumes an error of order h (near a kink) or h^2. Extrapolation is needed if
 * weights are ratios of scores near 0, because every single step is then too large. */
static double error_of_steps(const struct sloped *s, double *x, double want, double scale,
                             const double *range)
{
    double least = (double)INFINITY, before = NAN;
    for (double h = range[0]; h > range[1] && !(least <= difference_tolerance / 10); h /= 10) {
        double now = s->slope(s->context, x, h, h);
        if (moved_nothing(now, h)) continue;
        least = fmin(least, fabs(now - want) / scale);
        for (double order = 10; order <= 100; order *= 10) /* fmin() ignores NaN */
            least = fmin(least, fabs((order * now - before) / (order - 1) - want) / scale);
        before = now;
    }
    return least;
}

/* A correct gradient agrees with the difference for at least one step size; a wrong gradient agrees
 * with none. x / ||x|| of a row near zero is linear only within 1e-12, so much smaller steps are
 * also tried at x = 0. */
double difference_error(const struct sloped *s, double *x, double want, double scale)
{
    double error = error_of_steps(s, x, want, scale, steps);
    if (error <= difference_tolerance || *x != 0) return error;
    return fmin(error, error_of_steps(s, x, want, scale, least_steps));
}

/* Returns the right-hand derivative minus the left-hand derivative at x. */
static double turn(const struct sloped *s, double *x, double step)
{
    return s->slope(s->context, x, step, 0) - s->slope(s->context, x, 0, step);
}

/* Returns true if the derivative jumps at x. The term from the curvature, which shrinks with the
 * step, is removed first. The jump may be as small as 0.1 % of the gradient's error, because
 * several kinks at one point may nearly cancel. */
bool difference_kink(const struct sloped *s, double *x, double want, double scale)
{
    const double step = 1e-7, negligible = difference_tolerance * scale;
    double apart = fabs(10 * turn(s, x, step) - turn(s, x, 10 * step)) / 9;
    double off = fabs(s->slope(s->context, x, step, step) - want);
    return apart > negligible && apart > 1e-3 * off;
}
