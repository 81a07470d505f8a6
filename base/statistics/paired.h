/* SPDX-License-Identifier: MIT
 * What few pairs say: differences over 3 to 10 seeds, between two models that were trained on the
 * same data in the same order; and what an interval allows to say.
 *
 * Order statistics (stats.h) have no 95 % interval below six pairs, and models are too dear for
 * many. So here the main interval is Student's, which assumes that the differences are normal;
 * beside it stand two statements that assume less: the exact sign-flip test and the share of pairs
 * that were won. With one pair there is no interval at all. */
#ifndef ATTNLAB_PAIRED_H
#define ATTNLAB_PAIRED_H

#include "base/statistics/stats.h"

/* I_x(a, b), the regularised incomplete beta function; x in 0..1, a, b > 0. */
double stats_beta_cdf(double x, double a, double b);
double stats_t_cdf(double t, double df);
double stats_t_quantile(double probability, double df); /* probability in (0, 1) */

struct estimate stats_paired(const double *differences, int n, double level);
/* The same without the sign-flip test, which takes 2^n sums: p_flip is NaN. */
struct estimate stats_student(const double *differences, int n, double level);

/* Gives the mean an error of its own beside that of the n differences: the interval is
 * centre +- t(n - 1) sqrt(sd^2 / n + variance), and p likewise; sd and p_flip are the differences'
 * own. Nothing changes without an interval. */
void stats_widen(struct estimate *, double variance, double level);

/* The least n >= 2 at which the interval of n differences of this sd reaches at most so far to each
 * side of their mean, which has an error of its own of this variance (stats_widen()); 0 for reach
 * <= 0 or sd NaN, and where it would be more than a million, or no number is enough. */
int stats_pairs_needed(double sd, double variance, double reach, double level);

/* Fisher's (1935) randomisation test of a centre at 0: the share of all 2^n ways to sign the
 * differences whose sum is as far from 0 as the one found; exact up to FLIP_PAIRS, NaN beyond. The
 * least value that n pairs can give is 2 / 2^n, so 0.25 for three. */
enum { FLIP_PAIRS = 20 };
double stats_sign_flip_p(const double *differences, int n);

/* Clopper & Pearson (1934) interval of a share: wins of n, a tie being half a win. Exact for whole
 * wins, and never narrower than it should be. */
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
/* Whether a p, as it is or corrected, stands at this level: at most 1 - level, but for rounding.
 * False where there is none (NaN). */
static inline bool stats_stands(double p, double level) { return p <= 1 - level + 1e-12; }

#endif
