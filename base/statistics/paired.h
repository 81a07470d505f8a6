/* SPDX-License-Identifier: MIT
 * Statistics of few pairs: differences over 3 to 10 seeds between two models trained on the same
 * data in the same order, and verdicts from intervals.
 *
 * Order statistics (stats.h) have no 95 % interval below six pairs, and models are expensive. So
 * the main interval is Student's, which assumes normal differences. Two statements assume less: the
 * exact sign-flip test and the share of pairs won. One pair has no interval. */
#ifndef ATTNLAB_PAIRED_H
#define ATTNLAB_PAIRED_H

#include "base/statistics/stats.h"

/* I_x(a, b), the regularised incomplete beta function; x in 0..1, a, b > 0. */
double stats_beta_cdf(double x, double a, double b);
double stats_t_cdf(double t, double df);
double stats_t_quantile(double probability, double df); /* probability in (0, 1) */

struct estimate stats_paired(const double *differences, int n, double level);
/* As stats_paired without the sign-flip test, which takes 2^n sums: p_flip is NaN. */
struct estimate stats_student(const double *differences, int n, double level);

/* Fills interval and p: Student's of a centre with this standard error. */
void stats_student_interval(struct estimate *, double error, double freedom, double level);
/* Adds `variance` to that of the mean: the interval is centre +- t(n - 1) sqrt(sd^2 / n +
 * variance), and p likewise; sd and p_flip are unchanged. No effect without an interval. */
void stats_widen(struct estimate *, double variance, double level);

/* The smallest n >= 2 at which the interval of n differences with this sd, after
 * stats_widen(variance), extends at most `reach` to each side; 0 for reach <= 0, sd NaN, or more
 * than a million. */
int stats_pairs_needed(double sd, double variance, double reach, double level);

/* Fisher's (1935) randomisation test of a centre at 0: the share of the 2^n sign patterns whose sum
 * is at least as far from 0; exact up to FLIP_PAIRS, NaN beyond. The minimum for n pairs is 2 /
 * 2^n, 0.25 for three. */
enum { FLIP_PAIRS = 20 };
double stats_sign_flip_p(const double *differences, int n);

/* Clopper & Pearson (1934) interval of a share: wins out of n, ties count half. Exact for whole
 * wins, otherwise conservative. */
struct interval stats_share_interval(double wins, int n, double level);

/* What the interval of a gain says, positive being better, for a margin >= 0: equivalent when it
 * lies within the margin on both sides (two one-sided tests); else, when it excludes 0, better or
 * worse where the test stands too (p, corrected for its family, is at most 1 - level; 0
 * where the interval alone shall decide) and suggestive where it does not; else inconclusive, as
 * without an interval. */
enum outcome {
#define OUTCOME(id, effect, time, change, saving) OUTCOME_##id,
#include "base/statistics/outcome_words.def"
#undef OUTCOME
    OUTCOMES
};
/* The columns of that table. Suggestive: either way, the centre of the gain tells which. By
 * formula: of times alone, by who knows how they came about. Not judged: a validity check failed.
 */
extern const char *const outcome_names[OUTCOMES], *const outcome_names_of_time[OUTCOMES];
extern const char *const change_names[OUTCOMES], *const saving_names[OUTCOMES];
enum outcome stats_outcome(struct interval gain, double p, double level, double margin);
/* Whether p, raw or corrected, is significant: at most 1 - level, up to rounding. False for NaN. */
static inline bool stats_stands(double p, double level) { return p <= 1 - level + 1e-12; }

#endif
