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
/* Two-sided sign test of median 0, exact; zeros are dropped. */
double stats_sign_p(const double *differences, int n);

/* What differences between pairs say of their centre. */
struct estimate {
    int n;
    double centre;            /* mean, or Hodges and Lehmann's */
    double sd;                /* over n - 1; NaN for n < 2, and of ranks */
    struct interval interval; /* of the centre; level 0 and not enough for n < 2 */
    double p;                 /* two-sided test of centre 0: t or signed-rank */
    double p_flip;            /* sign-flip test, below; NaN for n < 2, and of ranks */
};

/* Hodges & Lehmann (1963): the median of the n(n+1)/2 Walsh averages (x_i + x_j)/2, i <= j, with
 * the interval that inverts Wilcoxon's signed-rank test, ties by mid-ranks, zeros dropped. The null
 * distribution is exact up to EXACT_RANKS values, normal with continuity correction beyond. Assumes
 * symmetry about the centre, which paired log-ratios have when both sides suffer the same noise. */
enum { EXACT_RANKS = 50 };
struct estimate stats_hodges_lehmann(const double *differences, int n, double level);
/* P(W+ <= w) for n values without ties, exact: the published signed-rank tables. n <= 50. */
double stats_signed_rank_cdf(int w, int n);

/* ---- few pairs (paired.c) ----
 * Differences over 3 to 10 seeds, between two models that were trained on the same data in the same
 * order. Order statistics have no 95 % interval below six pairs, and models are too dear for many.
 * So there the main interval is Student's, which assumes that the differences are normal; beside it
 * stand two statements that assume less: the exact sign-flip test and the share of pairs that were
 * won. With one pair there is no interval at all. */

/* I_x(a, b), the regularised incomplete beta function; x in 0..1, a, b > 0. */
double stats_beta_cdf(double x, double a, double b);
double stats_t_cdf(double t, double df);
double stats_t_quantile(double probability, double df); /* probability in (0, 1) */

struct estimate stats_paired(const double *differences, int n, double level);

/* The least n >= 2 at which the interval of n differences of this sd reaches at most so far to each
 * side of their mean; 0 for reach <= 0 or sd NaN, and where it would be more than a million. */
int stats_pairs_needed(double sd, double reach, double level);

/* Fisher's (1935) randomisation test of a centre at 0: the share of all 2^n ways to sign the
 * differences whose sum is as far from 0 as the one found; exact up to FLIP_PAIRS, NaN beyond. The
 * least value that n pairs can give is 2 / 2^n, so 0.25 for three. */
enum { FLIP_PAIRS = 20 };
double stats_sign_flip_p(const double *differences, int n);

/* Clopper & Pearson (1934) interval of a share: wins of n, a tie being half a win. Exact for whole
 * wins, and never narrower than it should be. */
struct interval stats_share_interval(double wins, int n, double level);

/* Holm (1979): adjusted[i] is the least family-wise level at which test i is rejected. NaN in p
 * marks a test that was not made; it stays NaN and does not count. */
void stats_holm(const double *p, double *adjusted, int n);

/* What the interval of a gain says, positive being better, for a margin >= 0: equivalent when it
 * lies within the margin on both sides (two one-sided tests); else better or worse when it excludes
 * 0 and the test does too (p <= 1 - level; 0 where the interval alone shall decide); else
 * unresolved, as without an interval. */
enum outcome {
    OUTCOME_NONE,
    OUTCOME_BETTER,
    OUTCOME_EQUIVALENT,
    OUTCOME_WORSE,
    OUTCOME_UNRESOLVED,
    OUTCOMES
};
/* "better", of times "faster"; OUTCOME_NONE: "". */
extern const char *const outcome_names[OUTCOMES], *const outcome_names_of_time[OUTCOMES];
enum outcome stats_outcome(struct interval gain, double p, double margin);

#endif
