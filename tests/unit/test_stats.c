/* SPDX-License-Identifier: MIT
 * Tests statistics against published tables and worked examples. A simulation checks the coverage
 * of intervals. */
#include "tests/unit/test.h"

#include "base/rng.h"
#include "base/statistics/paired.h"

#include <math.h>

static const double tight = 1e-12;

static void near(double got, double want, double tolerance)
{
    if (!(fabs(got - want) <= tolerance)) fail_msg("found %.17g, expected %.17g", got, want);
}

#define LENGTH(a) ((int)(sizeof(a) / sizeof *(a)))

TEST("quantiles agree with R")
{
    const double ten[] = {1, 2, 3, 4, 5, 6, 7, 8, 9, 10}, shuffled[] = {3, 1, 2};
    near(stats_quantile(ten, 10, 0.25), 3.25, tight);
    near(stats_quantile(ten, 10, 0.5), 5.5, tight);
    near(stats_quantile(ten, 10, 0.9), 9.1, tight);
    near(stats_quantile(ten, 10, 0), 1, tight);
    near(stats_quantile(ten, 10, 1), 10, tight);
    near(stats_median(shuffled, 3), 2, tight);
    assert_true(isnan(stats_median(shuffled, 0)));
}

TEST("the MAD is the median distance from the median")
{
    const double x[] = {1, 1, 2, 2, 4, 6, 9};
    near(stats_mad(x, LENGTH(x)), 1, tight);
}

/* For each sample size n, the published table lists a rank r and a coverage. The interval is
 * [x_(r), x_(n+1-r)]. */
TEST("intervals of a median agree with the standard table")
{
    static const struct {
        int n, rank;
        double percent;
    } table[] = {{6, 1, 96.875},  {8, 1, 99.219},  {9, 2, 96.094},  {10, 2, 97.852},
                 {12, 3, 96.143}, {15, 4, 96.484}, {20, 6, 95.861}, {25, 8, 95.671}};
    double x[25];
    for (int i = 0; i < 25; i++) x[i] = i + 1;
    for (int t = 0; t < LENGTH(table); t++) {
        struct interval i = stats_median_interval(x, table[t].n, 0.95);
        near(i.low, table[t].rank, tight);
        near(i.high, table[t].n + 1 - table[t].rank, tight);
        near(100 * i.level, table[t].percent, 5e-4);
        assert_true(i.enough);
    }
}

TEST("too few values give no 95 % interval")
{
    const double five[] = {5, 3, 1, 2, 4};
    struct interval i = stats_median_interval(five, 5, 0.95);
    near(i.low, 1, tight);
    near(i.high, 5, tight);
    near(i.level, 0.9375, tight); /* The confidence level is 1 - 2/32. */
    assert_false(i.enough);
    assert_true(stats_median_interval(five, 5, 0.9375).enough);
    near(stats_median_interval(five, 1, 0.95).level, 0, tight);
    assert_false(stats_median_interval(five, 1, 0.95).enough);
    struct estimate e = stats_hodges_lehmann(five, 3, 0.95);
    near(e.interval.level, 0.75, tight); /* The confidence level is 1 - 2/8. */
    assert_false(e.interval.enough);
    assert_int_equal(stats_outcome(e.interval, 0, 0.95, 0.02), OUTCOME_INCONCLUSIVE);
    assert_int_equal(stats_hodges_lehmann(five, 0, 0.95).n, 0);
}

/* The sample of 60 values is too large for the exact table. Expected values come from the normal
 * approximation with a continuity correction. */
TEST("large samples use the normal approximation")
{
    double d[60];
    int below = 0;
    for (int i = 1; i <= 60; i++) {
        bool negative = below + i <= 700 && i > 22;
        d[i - 1] = negative ? -i : i;
        below += negative ? i : 0;
    }
    assert_true(below <= 700 && below > 640);
    struct estimate e = stats_hodges_lehmann(d, 60, 0.95);
    /* The rank sum has mean n * (n + 1) / 4 and variance mean * (2 * n + 1) / 6. */
    double mean = 915, deviation = sqrt(mean * 121 / 6);
    near(e.p, erfc((mean - below - 0.5) / (deviation * M_SQRT2)), 1e-9);
    near(e.interval.level, 0.950222052567406, 1e-9);
}

/* The published two-sided 5 % critical value of the signed-rank statistic is the largest w with
 * P(W+ <= w) <= 0.025. */
TEST("signed-rank probabilities agree with the published table")
{
    static const int critical[][2] = {{6, 0},   {7, 2},   {8, 3},   {9, 5},   {10, 8},
                                      {11, 10}, {12, 13}, {13, 17}, {14, 21}, {15, 25},
                                      {16, 29}, {17, 34}, {18, 40}, {19, 46}, {20, 52}};
    for (int t = 0; t < LENGTH(critical); t++) {
        int n = critical[t][0], w = critical[t][1];
        assert_true(stats_signed_rank_cdf(w, n) <= 0.025);
        assert_true(stats_signed_rank_cdf(w + 1, n) > 0.025);
    }
    near(stats_signed_rank_cdf(8, 10), 25.0 / 1024, tight);
    near(stats_signed_rank_cdf(50 * 51 / 2, 50), 1, tight);
    near(stats_signed_rank_cdf(-1, 10), 0, tight);
}

/* Hollander and Wolfe give depression scores of nine patients before and after treatment. They
 * report p = 0.0390625 and the estimate 0.46. */
TEST("the Hodges-Lehmann estimate agrees with a published example")
{
    static const double before[] = {1.83, 0.50, 1.62, 2.48, 1.68, 1.88, 1.55, 3.06, 1.30},
                        after[] = {0.878, 0.647, 0.598, 2.05, 1.06, 1.29, 1.06, 3.14, 1.29};
    double difference[9];
    for (int i = 0; i < 9; i++) difference[i] = before[i] - after[i];
    struct estimate e = stats_hodges_lehmann(difference, 9, 0.95);
    near(e.centre, 0.46, 1e-9);
    near(e.interval.low, 0.010, 1e-9);
    near(e.interval.high, 0.786, 1e-9);
    near(e.interval.level, 1 - 0.0390625, tight);
    near(e.p, 0.0390625, tight);
    assert_true(e.interval.enough);
}

/* The absolute values 1 1 2 3 have the ranks 1.5 1.5 3 4. The value 0 is ignored. */
TEST("ties get their mean rank, and zeros are ignored")
{
    const double x[] = {1, -1, 0, 2, 3};
    near(stats_hodges_lehmann(x, 5, 0.9).p, 6.0 / 16, tight);
    const double none[] = {0, 0};
    near(stats_hodges_lehmann(none, 2, 0.9).p, 1, tight);
}

/* A sample just too large for the exact table uses the normal approximation. The interval must be
 * nearly the same. */
TEST("the normal approximation agrees with the exact table")
{
    double x[EXACT_RANKS + 1];
    for (int i = 0; i <= EXACT_RANKS; i++) x[i] = rng_normal(7, 1, (uint64_t)i) + 0.3;
    struct estimate exact = stats_hodges_lehmann(x, EXACT_RANKS, 0.95),
                    normal = stats_hodges_lehmann(x, EXACT_RANKS + 1, 0.95);
    double width = exact.interval.high - exact.interval.low;
    /* One more value changes the limits by only a small fraction of the width. */
    near(exact.interval.low, normal.interval.low, 0.2 * width);
    near(exact.interval.high, normal.interval.high, 0.2 * width);
    near(normal.interval.level, 0.95, 0.002);
}

/* In R, p.adjust(c(.01, .04, .03, .005), "holm") gives .03 .06 .06 .02. */
TEST("Holm's correction agrees with R")
{
    const double p[] = {0.01, (double)NAN, 0.04, 0.03, 0.005}, want[] = {0.03, 0, 0.06, 0.06, 0.02};
    double adjusted[5];
    stats_holm(p, adjusted, 5);
    for (int i = 0; i < 5; i++)
        if (i != 1) near(adjusted[i], want[i], tight);
    assert_true(isnan(adjusted[1]));
}

/* In R, p.adjust(c(.01, .04, .03, .005), "BH") gives .02 .04 .04 .02. */
TEST("the Benjamini-Hochberg correction agrees with R")
{
    const double p[] = {0.01, (double)NAN, 0.04, 0.03, 0.005}, want[] = {0.02, 0, 0.04, 0.04, 0.02};
    double adjusted[5];
    stats_benjamini_hochberg(p, adjusted, 5);
    for (int i = 0; i < 5; i++)
        if (i != 1) near(adjusted[i], want[i], tight);
    assert_true(isnan(adjusted[1]));
}

TEST("the interval determines the outcome")
{
    static const struct {
        double low, high;
        bool enough;
        enum outcome want;
    } cases[] = {
        {-0.10, -0.01, true, OUTCOME_WORSE},       {0.03, 0.10, true, OUTCOME_BETTER},
        {-0.015, 0.01, true, OUTCOME_EQUIVALENT},  {-0.015, -0.005, true, OUTCOME_EQUIVALENT},
        {-0.10, 0.01, true, OUTCOME_INCONCLUSIVE}, {-0.10, -0.01, false, OUTCOME_INCONCLUSIVE}};
    for (int i = 0; i < LENGTH(cases); i++) {
        struct interval interval = {cases[i].low, cases[i].high, 0.95, cases[i].enough};
        assert_int_equal(stats_outcome(interval, 0, 0.95, log1p(0.02)), cases[i].want);
    }
}

/* Measures how often intervals from six normal values contain the true centre. The tolerance is
 * four standard errors. */
TEST("intervals contain the true centre as often as stated")
{
    enum { RUNS = 4000, N = 6 };
    int median = 0, walsh = 0;
    for (int run = 0; run < RUNS; run++) {
        double x[N];
        for (int i = 0; i < N; i++) x[i] = rng_normal(11, 2, (uint64_t)(run * N + i)) + 5;
        struct interval m = stats_median_interval(x, N, 0.95),
                        w = stats_hodges_lehmann(x, N, 0.95).interval;
        median += m.low <= 5 && 5 <= m.high;
        walsh += w.low <= 5 && 5 <= w.high;
    }
    near((double)median / RUNS, 0.96875, 0.011);
    near((double)walsh / RUNS, 0.96875, 0.011);
}
