/* SPDX-License-Identifier: MIT
 * Looks at fixed numbers of pairs: what each may spend, worked out by hand, and by simulation how
 * often all together say something of nothing, and how often they find what is there. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include "base/rng.h"
#include "harness/plan/looks/boundary.h"

#include <math.h>

static void near(double got, double want, double tolerance)
{
    if (!(fabs(got - want) <= tolerance)) fail_msg("%.17g instead of %.17g", got, want);
}

static void test_shares(void **state)
{
    (void)state;
    near(look_share(0, 4), 0.1, 1e-15);
    near(look_share(3, 4), 0.4, 1e-15);
    for (int looks = 1; looks <= MOST_LOOKS; looks++) {
        double sum = 0;
        for (int j = 0; j < looks; j++) sum += look_share(j, looks);
        near(sum, 1, 1e-14);
    }
    near(look_level(0.95, 0, 4), 0.995, 1e-15);
    near(look_level(0.95, 0, 1), 0.95, 1e-15);
}

static void test_p(void **state)
{
    (void)state;
    const double p[] = {0.004, 0.03, NAN, 0.5};
    near(look_p(p, 0, 4), 0.04, 1e-15);
    near(look_p(p, 3, 4), 0.04, 1e-15); /* it cannot rise */
    near(look_p(p + 1, 0, 4), 0.3, 1e-15);
    near(look_p(p + 3, 0, 4), 1, 0);
    assert_true(isnan(look_p(p + 2, 0, 4)));
}

static const double gains[] = {0.1, 0.3, 0.2, 0.4, -0.1, 0.2, 0.3, 0.2};

/* Each look by itself, and together. */
static void test_estimate(void **state)
{
    (void)state;
    const int known[] = {3, 8};
    struct estimate first = stats_paired(gains, 3, 1 - 0.05 / 3);
    struct estimate last = stats_paired(gains, 8, 1 - 0.05 * 2 / 3);
    struct estimate e = look_estimate(gains, known, 0, 2, NULL, 0.95);
    near(e.p, fmin(1, first.p * 3), 1e-15);
    near(e.interval.low, first.interval.low, 1e-15);
    near(e.interval.level, 1 - 0.05 / 3, 1e-15);
    e = look_estimate(gains, known, 1, 2, NULL, 0.95);
    assert_int_equal(e.n, 8);
    near(e.p, fmin(1, fmin(first.p * 3, last.p * 1.5)), 1e-15);
    near(e.interval.high, last.interval.high, 1e-15);
    near(e.sd, last.sd, 1e-15);
    stats_widen(&last, 0.01, 1 - 0.05 * 2 / 3);
    near(look_estimate(gains, known, 1, 2, (const double[]){0.3, 0.01}, 0.95).interval.high,
         last.interval.high, 1e-15);
}

/* One look at the end is none, to the bit. */
static void test_one_look(void **state)
{
    (void)state;
    const int known[] = {8};
    struct estimate e = look_estimate(gains, known, 0, 1, NULL, 0.95),
                    want = stats_paired(gains, 8, 0.95);
    near(e.interval.low, want.interval.low, 0);
    near(e.interval.high, want.interval.high, 0);
    near(e.p, want.p, 0);
}

/* ---- simulated ---- */

static const int pairs[] = {4, 8, 12, 16};
enum { LOOKS = 4, NULLS = 20000, FOUND = 4000 };

struct rate {
    double ours, equal; /* share found, by our weights and by equal ones */
    double pairs;       /* mean number of them at which ours stops */
};

/* Of normal differences of spread 1. */
static struct rate rate_at(double effect, int times)
{
    struct rate r = {0, 0, 0};
    uint64_t stream = rng_stream("boundary");
    for (int t = 0; t < times; t++) {
        double d[16], p[LOOKS], equal = 1;
        int stop = LOOKS - 1;
        for (int i = 0; i < 16; i++) d[i] = effect + rng_normal((uint64_t)t, stream, (uint64_t)i);
        for (int j = 0; j < LOOKS; j++) {
            p[j] = stats_student(d, pairs[j], 0.95).p;
            equal = fmin(equal, p[j] * LOOKS);
            if (stop == LOOKS - 1 && look_p(p, j, LOOKS) <= 0.05) stop = j;
        }
        r.ours += look_p(p, LOOKS - 1, LOOKS) <= 0.05;
        r.equal += equal <= 0.05;
        r.pairs += pairs[stop];
    }
    return (struct rate){r.ours / times, r.equal / times, r.pairs / times};
}

/* All looks together are wrong in at most 5 %; a bound for any dependence leaves some of it. The
 * standard error of the rate is 0.14 %. */
static void test_true_rate(void **state)
{
    (void)state;
    struct rate r = rate_at(0, NULLS);
    print_message("of nothing: %.2f %% found\n", 100 * r.ours);
    assert_true(r.ours <= 0.05 && r.ours >= 0.03);
}

static void test_power(void **state)
{
    static const struct {
        double effect, least; /* the least: what is found, less four standard errors */
    } cases[] = {{0.75, 0.65}, {1, 0.89}, {1.25, 0.97}, {1.5, 0.99}};
    (void)state;
    for (int i = 0; i < 4; i++) {
        struct rate r = rate_at(cases[i].effect, FOUND);
        print_message(
            "of %.2f sd: %.1f %% found, after %.1f of 16 pairs; by equal weights %.1f %%\n",
            cases[i].effect, 100 * r.ours, r.pairs, 100 * r.equal);
        assert_true(r.ours >= cases[i].least);
        assert_true(r.ours >= r.equal); /* on the same draws */
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_shares),    cmocka_unit_test(test_p),
        cmocka_unit_test(test_estimate),  cmocka_unit_test(test_one_look),
        cmocka_unit_test(test_true_rate), cmocka_unit_test(test_power)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
