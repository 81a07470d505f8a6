/* SPDX-License-Identifier: MIT
 * Derivatives against differences where no step is small enough: a weight that is a ratio of scores
 * near 0, z^2 / (z^2 + c^2), turns within c = 1e-6. */
#include "harness/measure/check/differences.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

static const double c = 1e-6;

static double weight(double z) { return z * z / (z * z + c * c); }

static double slope(void *context, double *z, double up, double down)
{
    (void)context;
    return (weight(*z + up) - weight(*z - down)) / (up + down);
}

/* The error of z's derivative times `factor`, held against a tenth of it. */
static double error_of(double factor)
{
    double z = 3e-7, sum = z * z + c * c, want = 2 * z * c * c / (sum * sum);
    return difference_error(&(struct sloped){slope, NULL}, &z, factor * want, want / 10);
}

static void a_right_one_is_met(void **state)
{
    (void)state;
    assert_true(error_of(1) <= difference_tolerance);
}

static void a_wrong_one_is_not(void **state)
{
    (void)state;
    assert_true(error_of(1 + 1e-5) > difference_tolerance);
    assert_true(error_of(1 - 1e-5) > difference_tolerance);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(a_right_one_is_met),
                                       cmocka_unit_test(a_wrong_one_is_not)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
