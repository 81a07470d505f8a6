/* SPDX-License-Identifier: MIT
 * Computes order statistics with exact intervals, for small, skewed, noisy samples. The values
 * need not be normal. A small sample allows only a few levels, such as 93.75 % for 5 values
 * and 96.875 % for 6, so each interval contains its actual level. If even the widest interval
 * misses the requested level, `enough` is false and the interval gives no verdict. Values must be
 * finite; n = 0 gives NaN. Functions do not change their inputs unless stated. */
#ifndef ATTNLAB_STATS_H
#define ATTNLAB_STATS_H

#include <stdbool.h>

void stats_sort(double *values, int n);
/* Returns a quantile by linear interpolation between order statistics (Hyndman & Fan 1996, type 7;
 * R's default). */
double stats_quantile(const double *sorted, int n, double probability);
double stats_median(const double *values, int n);
/* returns the median absolute deviation, median |x - median|, not rescaled */
double stats_mad(const double *values, int n);

struct interval {
    double low, high;
    double level; /* actual coverage of the interval, from 0 to 1; 0 for fewer than 2 values */
    bool enough;
};

/* Returns the narrowest interval [x_(r), x_(n+1-r)] that covers the median with probability >=
 * level, computed exactly from Binomial(n, 1/2). For paired differences this interval inverts the
 * sign test. */
struct interval stats_median_interval(const double *values, int n, double level);

/* An estimate of the centre of paired differences. */
struct estimate {
    int n;
    double centre; /* mean, or Hodges-Lehmann estimate */
    double sd; /* sample standard deviation (divisor n - 1); NaN for n < 2 and for rank methods */
    /* interval of the centre; for n < 2, interval.level is 0 and interval.enough is false */
    struct interval interval;
    double p; /* two-sided p-value of the t test or signed-rank test for a centre of 0 */
    double
        p_flip; /* p-value of the sign-flip test (paired.h); NaN for n < 2 and for rank methods */
};

/* Computes the Hodges-Lehmann estimate (1963): the median of the n(n+1)/2 Walsh averages (x_i +
 * x_j)/2, i <= j. The interval inverts Wilcoxon's signed-rank test; ties get mid-ranks and zeros
 * are dropped. The test is exact up to EXACT_RANKS values; above, it uses the normal approximation
 * with continuity correction. The estimate assumes a symmetric distribution. Paired log-ratios are
 * symmetric if both measurements have the same noise. */
enum { EXACT_RANKS = 50 };
struct estimate stats_hodges_lehmann(const double *differences, int n, double level);
/* Returns the exact P(W+ <= w) for n <= 50 values without ties, as in published tables. */
double stats_signed_rank_cdf(int w, int n);

/* Returns the smallest n for which the signed-rank test can be significant after correction for
 * this many comparisons. The smallest p for n values is 2 / 2^n. */
int stats_rounds_needed(int comparisons, double level);

/* Applies Holm's correction (1979): adjusted[i] is the smallest family-wise level at which test i
 * is rejected. A test that was not done has p = NaN: its adjusted[i] is NaN, and the test is not
 * counted. */
void stats_holm(const double *p, double *adjusted, int n);
/* Applies the Benjamini-Hochberg correction (1995): adjusted[i] is the smallest false discovery
 * rate at which test i is a discovery. Tests with p = NaN are not counted, as in stats_holm(). */
void stats_benjamini_hochberg(const double *p, double *adjusted, int n);

#endif
