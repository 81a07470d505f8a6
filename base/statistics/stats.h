/* SPDX-License-Identifier: MIT
 * Order statistics with exact intervals: what few, skewed, noisy samples allow one to say.
 *
 * Nothing here assumes a normal distribution. Every interval carries the confidence level that it
 * really has, because with few values only few levels exist: 5 values reach 93.75 %, 6 reach
 * 96.875 %. When even the widest interval falls short of the level wanted, it is returned with its
 * own level and enough = false, and no verdict is drawn from it.
 *
 * Values must be finite; n may be 0, which gives NaN. Inputs are not changed unless said. */
#ifndef ATTNLAB_STATS_H
#define ATTNLAB_STATS_H

#include <stdbool.h>

void stats_sort(double *values, int n); /* ascending, in place */
/* Linear interpolation between order statistics (Hyndman & Fan 1996, type 7; R's default). */
double stats_quantile(const double *sorted, int n, double probability);
double stats_median(const double *values, int n);
double stats_mad(const double *values, int n); /* median |x - median|, not rescaled */

struct interval {
    double low, high;
    double level; /* the coverage it has, 0..1; 0 for fewer than 2 values */
    bool enough;  /* level reaches what was asked for */
};

/* The narrowest [x_(r), x_(n+1-r)] that covers the median with probability >= level, exact from
 * Binomial(n, 1/2). Of paired differences this is the interval of the sign test. */
struct interval stats_median_interval(const double *values, int n, double level);

/* What differences between pairs say of their centre. */
struct estimate {
    int n;
    double centre;            /* mean, or Hodges and Lehmann's */
    double sd;                /* over n - 1; NaN for n < 2, and of ranks */
    struct interval interval; /* of the centre; level 0 and not enough for n < 2 */
    double p;                 /* two-sided test of centre 0: t or signed-rank */
    double p_flip;            /* sign-flip test (paired.h); NaN for n < 2, and of ranks */
};

/* Hodges & Lehmann (1963): the median of the n(n+1)/2 Walsh averages (x_i + x_j)/2, i <= j, with
 * the interval that inverts Wilcoxon's signed-rank test, ties by mid-ranks, zeros dropped. The null
 * distribution is exact up to EXACT_RANKS values, normal with continuity correction beyond. Assumes
 * symmetry about the centre, which paired log-ratios have when both sides suffer the same noise. */
enum { EXACT_RANKS = 50 };
struct estimate stats_hodges_lehmann(const double *differences, int n, double level);
/* P(W+ <= w) for n values without ties, exact: the published signed-rank tables. n <= 50. */
double stats_signed_rank_cdf(int w, int n);

/* The least n at which the signed-rank test can stand a correction for so many comparisons: all n
 * ranks on one side are 2 of 2^n assignments of signs, and that is the least p there is. */
int stats_rounds_needed(int comparisons, double level);

/* Holm (1979): adjusted[i] is the least family-wise level at which test i is rejected. NaN in p
 * marks a test that was not made; it stays NaN and does not count. */
void stats_holm(const double *p, double *adjusted, int n);
/* Benjamini & Hochberg (1995): adjusted[i] is the least rate of false discoveries, among all that
 * are called one, at which test i is one. NaN as above. */
void stats_benjamini_hochberg(const double *p, double *adjusted, int n);

#endif
