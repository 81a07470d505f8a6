/* SPDX-License-Identifier: MIT
 * What draws say of an answer, and which words multipliers may have.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include "base/mem.h"
#include "harness/analysis/scaling/savings.h"

#include <math.h>
#include <stdlib.h>

enum { SEEDS = 3, FREEDOM = 2 };
static const double level = 0.95;

static void near(double got, double want, double tolerance)
{
    if (!(fabs(got - want) <= tolerance)) fail_msg("%.17g instead of %.17g", got, want);
}

/* ---- draws ---- */

/* Quantiles of a normal distribution about `at`, but so many of the draws without an answer. */
static struct draws normal_draws(double at, double sd, int count, int lost)
{
    enum { NORMAL = 1000000 };
    double *list = xarray((size_t)count, sizeof *list);
    for (int i = 0; i < count; i++) {
        double share = (i - lost + 0.5) / (count - lost);
        list[i] = i < lost ? (double)NAN : at + sd * stats_t_quantile(share, NORMAL);
    }
    return draws_of(list, count, SEEDS, FREEDOM);
}

/* Of normal draws all is known: interval and p are Student's with the spread over n. The tolerance
 * is the step from one draw to the next there. */
static void test_student(void **state)
{
    const double at = 1, sd = 0.2, error = sd * sqrt(SEEDS / (SEEDS - 1.0));
    struct draws d = normal_draws(at, sd, 4000, 0);
    struct scaled s = draws_interval(&d, at, level);
    (void)state;
    near(s.low, at - stats_t_quantile(0.975, FREEDOM) * error, 5e-3);
    near(s.high, at + stats_t_quantile(0.975, FREEDOM) * error, 5e-3);
    near(draws_p(&d, at), 2 * (1 - stats_t_cdf(at / error, FREEDOM)), 5e-4);
    free(d.list);
}

/* An interval leaves 0 outside where p is below its tails, on either side of 0. */
static void test_agree(void **state)
{
    (void)state;
    for (int k = 0; k < 40; k++) {
        double at = (k - 20) * 0.1;
        struct draws d = normal_draws(at, 0.2, 1000, 3 * (k % 3));
        struct scaled s = draws_interval(&d, at, level);
        assert_true((s.low > 0 || s.high < 0) == (draws_p(&d, at) < 1 - level));
        free(d.list);
    }
    struct draws same = normal_draws(0, 0.2, 1000, 0);
    near(draws_p(&same, 0), 1, 0);
    assert_true(isnan(draws_p(&same, NAN)));
    free(same.list);
}

static bool has_end(int count, int lost)
{
    struct draws d = normal_draws(1, 0.01, count, lost);
    struct scaled s = draws_interval(&d, 1, level);
    free(d.list);
    assert_true(isnan(s.low) == isnan(s.high));
    return !isnan(s.low);
}

/* Draws without an answer count against it: none of 2.5 %, and none where it might be as many. */
static void test_lost(void **state)
{
    (void)state;
    assert_true(has_end(20000, 440));  /* 2.2 %, known to 0.10 % */
    assert_false(has_end(20000, 470)); /* 2.35 %, known to 0.11 % */
    assert_false(has_end(1000, 22));   /* 2.2 %, known to 0.46 % */
    struct draws few = normal_draws(1, 0.01, 1000, 0), many = normal_draws(1, 0.01, 1000, 30);
    assert_true(draws_p(&few, 1) < 0.01);
    near(draws_p(&many, 1), 2 * 0.03, 2e-3); /* as if all of them lay beyond 0 */
    free(few.list);
    free(many.list);
}

/* ---- words ---- */

enum { ARMS = 5, SIZES = 2, POINTS = ARMS * SIZES };

/* Five arms at two sizes, whose multipliers are 0.5 [0.4, 0.9] with these p; shut: an arm of whose
 * loss nothing is said; lost: one of whose reference more trainings diverged; -1: none. */
static void judge(const double *p, int shut, int lost, struct scaling_point *points)
{
    static char figure[] = "its learning rate is the least tried";
    struct scaling_fit fits[ARMS];
    struct entry entries[ARMS] = {{0}};
    struct effect effects[ARMS] = {{0}};
    struct question question = {.effects = {0, ARMS}};
    struct analysis a = {.level = level,
                         .questions = &question,
                         .entries = entries,
                         .effects = effects,
                         .scaling_fits = fits,
                         .scaling_points = points,
                         .scaling_fit_count = ARMS,
                         .scaling_point_count = POINTS};
    for (int arm = 0; arm < ARMS; arm++) {
        fits[arm] =
            (struct scaling_fit){.cost = CURVE_FLOP, .points = {arm * SIZES, (arm + 1) * SIZES}};
        effects[arm].entry = arm;
        effects[arm].failed_check = arm == shut ? figure : NULL;
        effects[arm].lost_runs = 1;
        effects[arm].reference_lost_runs = arm == lost ? 2 : 1;
    }
    for (int i = 0; i < POINTS; i++)
        points[i] = (struct scaling_point){.fit = i / SIZES,
                                           .entry = i / SIZES,
                                           .parameters = 1e5 * (1 + i % SIZES),
                                           .multiplier = {0.5, 0.4, 0.9, p[i]},
                                           .each = {NAN, OUTCOME_NONE},
                                           .last = {NAN, OUTCOME_NONE}};
    judge_savings(&a, 0, CURVE_FLOP);
}

/* At the largest size 0.008 stands among five arms and not among ten places; what stands among ten
 * stands; the rest is suggestive, and a smaller size has no word among the largest. */
static void test_words(void **state)
{
    const double p[POINTS] = {0.004, 0.008, 0.04, 0.02, 0.04, 0.03, 0.04, 0.03, 0.04, 0.03};
    struct scaling_point points[POINTS];
    (void)state;
    judge(p, -1, -1, points);
    assert_int_equal(points[0].each.outcome, OUTCOME_WORSE);
    assert_int_equal(points[0].last.outcome, OUTCOME_NONE);
    assert_int_equal(points[1].each.outcome, OUTCOME_SUGGESTIVE);
    assert_int_equal(points[1].last.outcome, OUTCOME_WORSE);
    assert_int_equal(points[3].last.outcome, OUTCOME_SUGGESTIVE);
    near(points[1].last.p_corrected, 5 * 0.008, 1e-12);
    near(points[1].each.p_corrected, 9 * 0.008, 1e-12);
}

/* An arm whose loss is not judged has no word, and is in no correction. */
static void test_shut(void **state)
{
    const double p[POINTS] = {0.004, 0.008, 0.04, 0.001, 0.04, 0.03, 0.04, 0.03, 0.04, 0.03};
    struct scaling_point points[POINTS];
    (void)state;
    judge(p, 1, -1, points);
    assert_int_equal(points[3].last.outcome, OUTCOME_NOT_JUDGED);
    assert_int_equal(points[3].each.outcome, OUTCOME_NOT_JUDGED);
    assert_true(isnan(points[3].last.p_corrected));
    near(points[1].last.p_corrected, 4 * 0.008, 1e-12);
}

/* That an arm wastes is no finding where more of its reference's trainings diverged. */
static void test_flattered(void **state)
{
    const double p[POINTS] = {0.004, 0.008, 0.04, 0.02, 0.04, 0.03, 0.04, 0.03, 0.04, 0.03};
    struct scaling_point points[POINTS];
    (void)state;
    judge(p, -1, 0, points);
    assert_int_equal(points[0].each.outcome, OUTCOME_INCONCLUSIVE);
    assert_int_equal(points[1].last.outcome, OUTCOME_INCONCLUSIVE);
    assert_int_equal(points[3].last.outcome, OUTCOME_SUGGESTIVE);
    near(points[1].last.p_corrected, 5 * 0.008, 1e-12);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_student), cmocka_unit_test(test_agree),
        cmocka_unit_test(test_lost),    cmocka_unit_test(test_words),
        cmocka_unit_test(test_shut),    cmocka_unit_test(test_flattered),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
