/* SPDX-License-Identifier: MIT
 * Tests statistics of paired differences against published tables and worked examples. */
#include "tests/unit/test.h"

#include "base/statistics/paired.h"

#include <math.h>

static void near(double got, double want, double tolerance)
{
    if (!(fabs(got - want) <= tolerance)) fail_msg("found %.17g, expected %.17g", got, want);
}

TEST("the beta distribution agrees with known values")
{
    /* For integers, the beta distribution is a binomial tail: P(Bin(4, 0.4) >= 2). */
    near(stats_beta_cdf(0.4, 2, 3), 0.5248, 1e-14);
    near(stats_beta_cdf(0.9, 2, 3), 1 - 0.1 * 0.1 * 0.1 * (0.1 + 4 * 0.9), 1e-14);
    /* The arcsine law gives P(X <= 1/4) = 1/3. */
    near(stats_beta_cdf(0.25, 0.5, 0.5), 1.0 / 3, 1e-14);
    near(stats_beta_cdf(0, 2, 3), 0, 0);
    near(stats_beta_cdf(1, 2, 3), 1, 0);
}

/* Quantiles come from Student's table; other values come from numerical integration. */
TEST("Student's distribution agrees with published tables")
{
    near(stats_t_quantile(0.975, 1), 12.70620474, 1e-8);
    near(stats_t_quantile(0.975, 2), 4.30265273, 1e-8);
    near(stats_t_quantile(0.975, 4), 2.776445105, 1e-9);
    near(stats_t_quantile(0.975, 9), 2.262157163, 1e-9);
    near(stats_t_quantile(0.025, 9), -2.262157163, 1e-9);
    near(stats_t_quantile(0.9, 1), 3.077683537, 1e-9);
    near(stats_t_cdf(0, 7), 0.5, 1e-15);
    /* Student's distribution with 1 degree of freedom is the Cauchy distribution. */
    near(stats_t_cdf(1, 1), 0.75, 1e-14);
    near(stats_t_cdf(-2.5, 4), 0.033383272406, 1e-11);
}

TEST("a paired comparison agrees with a worked example")
{
    const double d[] = {0.01, 0.03, 0.02, -0.005, 0.015};
    struct estimate p = stats_paired(d, 5, 0.95);
    assert_int_equal(p.n, 5);
    near(p.centre, 0.014, 1e-16);
    near(p.sd, 0.0129421791055, 1e-12);
    near(p.interval.low, -0.0020698378537, 1e-11);
    near(p.interval.high, 0.0300698378537, 1e-11);
    near(p.p, 0.0728550596, 1e-9);
    /* Four of 32 sign patterns are at least as extreme as the data. */
    near(p.p_flip, 4.0 / 32, 1e-15);
    assert_true(p.interval.enough);
    p = stats_paired(d, 1, 0.95);
    near(p.centre, 0.01, 0);
    assert_true(isnan(p.p) && isnan(p.p_flip) && !p.interval.enough && p.interval.level == 0);
    assert_true(isnan(stats_paired(d, 0, 0.95).centre));
    const double same[] = {0.5, 0.5, 0.5}, none[] = {0, 0, 0};
    near(stats_paired(same, 3, 0.95).p, 0, 0);
    near(stats_paired(same, 3, 0.95).interval.low, 0.5, 0);
    near(stats_paired(none, 3, 0.95).p, 1, 0);
    near(stats_paired(none, 3, 0.95).p_flip, 1, 0);
}

/* The mean of 1, 2, 3 has standard error sqrt(1 / 3). With an added variance of 2 / 3, the standard
 * error is 1. */
TEST("an added variance widens the interval")
{
    const double d[] = {1, 2, 3};
    struct estimate plain = stats_paired(d, 3, 0.95), wide = plain, one = stats_paired(d, 1, 0.95);
    stats_widen(&wide, 2.0 / 3, 0.95);
    near(wide.interval.low, 2 - 4.30265273, 1e-8);
    near(wide.interval.high, 2 + 4.30265273, 1e-8);
    near(wide.p, 2 * stats_t_cdf(-2, 2), 1e-12);
    /* The added variance changes neither the standard deviation nor the sign-flip test. */
    near(wide.sd, plain.sd, 0);
    near(wide.p_flip, plain.p_flip, 0);
    wide = plain;
    stats_widen(&wide, 0, 0.95);
    near(wide.interval.low, plain.interval.low, 0);
    stats_widen(&one, 1, 0.95);
    assert_false(one.interval.enough);
}

TEST("the number of pairs needed follows from Student's table")
{
    assert_int_equal(stats_pairs_needed(1, 0, 1, 0.95), 7);
    assert_int_equal(stats_pairs_needed(0.02, 0, 0.005, 0.95), 64);
    assert_int_equal(stats_pairs_needed(0, 0, 0.01, 0.95), 2);
    /* At least two pairs are needed. In this case two are enough, because 12.7 / sqrt(2) is below
     * 100. */
    assert_int_equal(stats_pairs_needed(1, 0, 100, 0.95), 2);
    assert_int_equal(stats_pairs_needed(1, 0, 0, 0.95), 0);
    assert_int_equal(stats_pairs_needed(NAN, 0, 1, 0.95), 0);
    /* With a fixed variance of 0.16, enough pairs make the interval sufficiently narrow. With 0.36,
     * no number of pairs is enough. */
    int more = stats_pairs_needed(1, 0.16, 1, 0.95);
    assert_true(more > 7);
    assert_true(stats_t_quantile(0.975, more - 1) * sqrt(1.0 / more + 0.16) <= 1);
    assert_true(stats_t_quantile(0.975, more - 2) * sqrt(1.0 / (more - 1) + 0.16) > 1);
    assert_int_equal(stats_pairs_needed(1, 0.36, 1, 0.95), 0);
    assert_int_equal(stats_pairs_needed(1, 0, 1e-6, 0.95), 0);
}

TEST("the sign-flip test counts extreme sign patterns")
{
    double d[FLIP_PAIRS + 1];
    for (int i = 0; i <= FLIP_PAIRS; i++) d[i] = 1 + 0.1 * i;
    /* All three differences have the same sign. Of the 8 sign patterns, 2 are at least as extreme.
     */
    near(stats_sign_flip_p(d, 3), 0.25, 0);
    near(stats_sign_flip_p(d, 10), 2.0 / 1024, 0);
    assert_true(isnan(stats_sign_flip_p(d, FLIP_PAIRS + 1)));
    /* The differences sum to 0, so every sign pattern is at least as extreme as the data. */
    const double ties[] = {0.1, 0.2, -0.3};
    near(stats_sign_flip_p(ties, 3), 1, 0);
}

TEST("interval, p-value and margin determine the outcome")
{
    struct interval i = {0.001, 0.009, 0.95, true};
    /* If the interval is within the margin, the arms are equivalent for any p-value. */
    assert_int_equal(stats_outcome(i, 0.001, 0.95, 0.01), OUTCOME_EQUIVALENT);
    i.high = 0.03;
    assert_int_equal(stats_outcome(i, 0.04, 0.95, 0.01), OUTCOME_BETTER);
    /* The p-value is not significant after correction. */
    assert_int_equal(stats_outcome(i, 0.06, 0.95, 0.01), OUTCOME_SUGGESTIVE);
    assert_int_equal(stats_outcome(i, NAN, 0.95, 0.01), OUTCOME_SUGGESTIVE);
    /* At level 0.9, a p-value of 0.1 is significant although 1 - 0.9 is slightly less than 0.1 in
     * floating point. */
    assert_true(stats_stands(0.1, 0.9));
    assert_false(stats_stands(0.1001, 0.9) || stats_stands(NAN, 0.9));
    /* Significance is tested at the nominal level, even if the exact test gives an interval with a
     * higher level. */
    i.level = 0.98;
    assert_int_equal(stats_outcome(i, 0.04, 0.95, 0.01), OUTCOME_BETTER);
    assert_int_equal(stats_outcome((struct interval){-0.03, -0.001, 0.95, true}, 0.01, 0.95, 0.01),
                     OUTCOME_WORSE);
    assert_int_equal(stats_outcome((struct interval){-0.03, 0.02, 0.95, true}, 0.5, 0.95, 0.01),
                     OUTCOME_INCONCLUSIVE);
    assert_int_equal(stats_outcome((struct interval){0.1, 0.2, 0, false}, 0, 0.95, 0.01),
                     OUTCOME_INCONCLUSIVE);
    /* If the interval touches 0, there is no gain. If it touches the margin, the arms are not
     * equivalent. */
    static const struct {
        double low, high;
        enum outcome is;
    } ends[] = {{0, 0.05, OUTCOME_INCONCLUSIVE},
                {-0.05, 0, OUTCOME_INCONCLUSIVE},
                {-0.01, 0.01, OUTCOME_EQUIVALENT}};
    for (int k = 0; k < (int)(sizeof ends / sizeof *ends); k++)
        assert_int_equal(stats_outcome((struct interval){ends[k].low, ends[k].high, 0.95, true},
                                       0.001, 0.95, 0.01),
                         ends[k].is);
}

/* Simulates many sets of three normal differences with mean 0. */
TEST("a 95 % interval contains the truth in 95 % of sets")
{
    enum { SETS = 4000 };
    unsigned long long x = 1;
    int held = 0;
    for (int s = 0; s < SETS; s++) {
        double d[3] = {0};
        /* A sum of 12 uniform draws is close enough to a normal draw. */
        for (int i = 0; i < 36; i++) {
            x = x * 6364136223846793005ull + 1442695040888963407ull;
            d[i / 12] += (double)(x >> 11) * 0x1p-53 - 0.5;
        }
        struct interval i = stats_paired(d, 3, 0.95).interval;
        held += i.low <= 0 && i.high >= 0;
    }
    /* The tolerance is four standard errors of a proportion of 4000. */
    near((double)held / SETS, 0.95, 0.0138);
}
