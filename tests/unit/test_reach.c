/* SPDX-License-Identifier: MIT
 * What gains say at the look that they have reached: each look by the pairs that it knew. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include "harness/analysis/looks/reach.h"

#include <math.h>

static void near(double got, double want, double tolerance)
{
    if (!(fabs(got - want) <= tolerance)) fail_msg("%.17g instead of %.17g", got, want);
}

enum { FIRST = 4, ALL = 6 };
/* All four of the first look gain; the two that the second adds lose far more. */
static const double list[ALL] = {0.10, 0.12, 0.11, 0.13, -0.5, -0.6};
static const int looks[ALL] = {0, 0, 0, 0, 1, 1};

static double nothing(const void *context, int count)
{
    (void)context, (void)count;
    return 0;
}

/* Of a question of two looks, of which the comparison has reached this one. */
static struct estimate estimate_at(int look, int count)
{
    const struct spec spec = {.look_count = 2};
    const struct question question = {.spec = &spec};
    const struct analysis analysis = {.level = 0.95};
    return reach_estimate(&analysis, &question, (struct reach){look, look < 0 ? 0 : look},
                          &(struct gains){list, looks, count, nothing, NULL});
}

/* Of 16 ways to sign four gains two are as far from 0 as all of one sign; the first look spends a
 * third. What it has found, the second, at which nothing is left, cannot take back. */
static void test_flips(void **state)
{
    (void)state;
    double all = stats_sign_flip_p(list, ALL);
    near(estimate_at(0, FIRST).p_flip, 3 * 2.0 / 16, 1e-12);
    assert_true(1.5 * all > 3 * 2.0 / 16); /* as two thirds are spent at the second */
    near(estimate_at(1, ALL).p_flip, 3 * 2.0 / 16, 1e-12);
    assert_int_equal(estimate_at(1, ALL).n, ALL);
}

/* The gains of a later look are no part of an earlier one. */
static void test_not_yet(void **state)
{
    (void)state;
    struct estimate e = estimate_at(0, ALL), early = estimate_at(-1, FIRST - 1);
    near(e.p_flip, 3 * 2.0 / 16, 1e-12);
    assert_int_equal(e.n, FIRST);
    near(early.p, 1, 0); /* before the first look nothing is said */
    assert_true(isnan(early.p_flip) && !early.interval.enough);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_flips),
        cmocka_unit_test(test_not_yet),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
