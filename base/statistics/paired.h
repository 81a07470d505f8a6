/* SPDX-License-Identifier: MIT
 * Computes statistics of paired differences, and verdicts from their intervals. The two models of a
 * pair are trained on the same data in the same order. A typical sample has 3 to 10 pairs, one per
 * seed. The main interval is Student's, which assumes normal differences; the intervals of stats.h
 * reach 95 % only with six or more pairs. The exact sign-flip test does not assume normality. A
 * single pair has no interval. */
#ifndef ATTNLAB_PAIRED_H
#define ATTNLAB_PAIRED_H

#include "base/statistics/stats.h"

/* Returns the regularised incomplete beta function I_x(a, b), for 0 <= x <= 1 and a, b > 0. */
double stats_beta_cdf(double x, double a, double b);
double stats_t_cdf(double t, double df);
/* Returns a quantile of Student's t distribution, for a probability in (0, 1). */
double stats_t_quantile(double probability, double df);

struct estimate stats_paired(const double *differences, int n, double level);
/* Computes Student's interval and t test without the sign-flip test, which needs 2^n sums; p_flip
 * is NaN. */
struct estimate stats_student(const double *differences, int n, double level);

/* Computes the interval and p-value from the standard error of the centre, using Student's t
 * distribution. */
void stats_student_interval(struct estimate *, double error, double freedom, double level);
/* Adds `variance` to the variance of the mean. The interval becomes centre +- t(n - 1) * sqrt(sd^2
 * / n + variance), and p changes accordingly; sd and p_flip do not change. Does nothing if the
 * estimate has no interval. */
void stats_widen(struct estimate *, double variance, double level);

/* Returns the smallest number of pairs, at least 2, for which the interval after
 * stats_widen(variance) extends at most `reach` to each side. `sd` is the standard deviation of the
 * differences. Returns 0 if reach <= 0, sd is NaN, or more than a million pairs are needed. */
int stats_pairs_needed(double sd, double variance, double reach, double level);

/* Computes the p-value of Fisher's randomisation test (1935) for a mean of zero: the share of the
 * 2^n sign patterns whose sum is at least as far from 0 as the observed sum. For n pairs, p is at
 * least 2 / 2^n, for example 0.25 for three pairs. Above FLIP_PAIRS pairs, p is NaN. */
enum { FLIP_PAIRS = 20 };
double stats_sign_flip_p(const double *differences, int n);

/* The verdict on a gain (positive is better), from its interval and a margin >= 0.
 *   Equivalent: the interval lies within +- margin (two one-sided tests).
 *   Better or worse: the interval excludes 0, and p <= 1 - level after correction for multiple
 *   tests.
 *   Suggestive: the interval excludes 0, but p is larger.
 *   Inconclusive: none of the above.
 * If p is 0, only the interval is used. */
enum outcome {
#define OUTCOME(id, effect, time, change, saving) OUTCOME_##id,
#include "base/statistics/outcome_words.def"
#undef OUTCOME
    OUTCOMES
};
/* Columns of outcome_words.def. Three verdicts are special:
 *   suggestive: has no direction; the sign of the gain shows the direction.
 *   by formula: the time was computed, not measured. Only the caller sets this verdict.
 *   not judged: a validity check failed. */
extern const char *const outcome_names[OUTCOMES], *const outcome_names_of_time[OUTCOMES];
extern const char *const change_names[OUTCOMES], *const saving_names[OUTCOMES];
enum outcome stats_outcome(struct interval gain, double p, double level, double margin);
/* Returns true if p is significant: at most 1 - level, within rounding error. Returns false for
 * NaN. */
static inline bool stats_stands(double p, double level) { return p <= 1 - level + 1e-12; }

#endif
