/* SPDX-License-Identifier: MIT
 * Tests the finite-difference check with the function z^2 / (z^2 + c^2), c = 1e-6. Its curvature
 * near 0 is so strong that the usual step sizes are too large. */
#include "tests/unit/test.h"
#include "harness/measure/check/differences.h"

#include <math.h>

static const double c = 1e-6;

static double weight(double z) { return z * z / (z * z + c * c); }

static double slope(void *context, double *z, double up, double down)
{
    (void)context;
    return (weight(*z + up) - weight(*z - down)) / (up + down);
}

/* Checks the correct derivative multiplied by `factor`. Returns the reported error, relative to a
 * tenth of the derivative. */
static double error_of(double factor)
{
    double z = 3e-7, sum = z * z + c * c, want = 2 * z * c * c / (sum * sum);
    return difference_error(&(struct sloped){slope, NULL}, &z, factor * want, want / 10);
}

TEST("a correct derivative is accepted") { assert_true(error_of(1) <= difference_tolerance); }

TEST("a wrong derivative is rejected")
{
    assert_true(error_of(1 + 1e-5) > difference_tolerance);
    assert_true(error_of(1 - 1e-5) > difference_tolerance);
}

/* ---- a bias of 0: small steps are lost in rounding ---- */

enum { ROWS = 32 };

static double sum_of_squares(double bias)
{
    double sum = 0;
    for (int r = 0; r < ROWS; r++) {
        double z = 0.3 + 0.1 * r + bias;
        sum += z * z;
    }
    return sum;
}

static double bias_slope(void *context, double *bias, double up, double down)
{
    (void)context;
    return (sum_of_squares(*bias + up) - sum_of_squares(*bias - down)) / (up + down);
}

/* Checks the correct derivative with respect to a bias of 0, multiplied by `factor`. Returns the
 * reported error, relative to the derivative. */
static double error_of_bias(double factor)
{
    double bias = 0, want = 0;
    for (int r = 0; r < ROWS; r++) want += 2 * (0.3 + 0.1 * r);
    return difference_error(&(struct sloped){bias_slope, NULL}, &bias, factor * want, want);
}

TEST("wrong derivatives of a bias are rejected")
{
    assert_true(error_of_bias(1) <= difference_tolerance);
    assert_true(error_of_bias(0) > difference_tolerance);
    assert_true(error_of_bias(0.5) > difference_tolerance);
    assert_true(error_of_bias(1 + 1e-5) > difference_tolerance);
}

/* Returns the difference quotient of x / (|x| + 1e-12). At 0, the usual step sizes are too large
 * for this function. */
static double norm_slope(void *context, double *x, double up, double down)
{
    (void)context;
    double above = *x + up, below = *x - down;
    return (above / (fabs(above) + 1e-12) - below / (fabs(below) + 1e-12)) / (up + down);
}

TEST("a steep slope at zero is accepted")
{
    double x = 0;
    const struct sloped norm = {norm_slope, NULL};
    assert_true(difference_error(&norm, &x, 1e12, 1e12) <= difference_tolerance);
    assert_true(difference_error(&norm, &x, 0.5e12, 1e12) > difference_tolerance);
}
