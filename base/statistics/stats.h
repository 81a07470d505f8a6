/* SPDX-License-Identifier: MIT
 * Order statistics with exact intervals, for few, skewed, noisy samples.
 *
 * No normal distribution is assumed. Every interval states its actual level, since few values have
 * few possible levels: 93.75 % for 5 values, 96.875 % for 6. If even the widest interval misses the
 * requested level, it is returned with enough = false, and no verdict follows from it.
 *
 * Values must be finite; n = 0 gives NaN. Inputs are unchanged unless stated. */
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
    double level; /* actual coverage, 0..1; 0 for fewer than 2 values */
    bool enough;  /* level reaches the requested one */
};

/* The narrowest [x_(r), x_(n+1-r)] that covers the median with probability >= level, exact from
 * Binomial(n, 1/2). For paired differences this is the interval of the sign test. */
struct interval stats_median_interval(const double *values, int n, double level);

/* An estimate of the centre of paired differences. */
struct estimate {
    int n;
    double centre;            /* mean, or Hodges-Lehmann estimate */
    double sd;                /* divisor n - 1; NaN for n < 2, and for ranks */
    struct interval interval; /* of the centre; level 0 and not enough for n < 2 */
    double p;                 /* two-sided test of centre 0: t or signed-rank */
    double p_flip;            /* sign-flip test (paired.h); NaN for n < 2, and for ranks */
};

/* Hodges & Lehmann (1963): the median of the n(n+1)/2 Walsh averages (x_i + x_j)/2, i <= j, with
 * the interval that inverts Wilcoxon's signed-rank test; ties by mid-ranks, zeros dropped. Exact up
 * to EXACT_RANKS values, then normal with continuity correction. Assumes symmetry about the centre,
 * which paired log-ratios have if both sides have the same noise. */
enum { EXACT_RANKS = 50 };
struct estimate stats_hodges_lehmann(const double *differences, int n, double level);
/* P(W+ <= w) for n values without ties, exact, as in published tables. n <= 50. */
double stats_signed_rank_cdf(int w, int n);

/* The smallest n at which the signed-rank test can pass a correction for this many comparisons: its
 * minimum p is 2 / 2^n. */
int stats_rounds_needed(int comparisons, double level);

/* Holm (1979): adjusted[i] is the smallest family-wise level at which test i is rejected. NaN in p
 * marks a test that was not made; it stays NaN and is not counted. */
void stats_holm(const double *p, double *adjusted, int n);
/* Benjamini & Hochberg (1995): adjusted[i] is the smallest false discovery rate at which test i is
 * a discovery. NaN as for stats_holm. */
void stats_benjamini_hochberg(const double *p, double *adjusted, int n);

#endif
