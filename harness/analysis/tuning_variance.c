/* SPDX-License-Identifier: MIT
 * What the choice of a value adds to the variance of an arm's mean.
 *
 * Seeds that judge are run with the value that won alone, so their spread says nothing of which
 * value won: other tuning seeds might have chosen another, and the effect would move by as much as
 * the two differ. Of a finalist v there is known, from the S tuning seeds that
 * it shares with the winner w, the mean d_v of its gain over w and the spread s_v of that gain; and
 * by how many of all ways to draw tuning seeds again it wins, its share P_v. The variance is
 *
 *     V = sum over v of P_v (d_v^2 + s_v^2 / S)
 *
 * the mean square by which the winner of another draw differs from w. s_v^2 / S is the error of d_v
 * itself; without it two values that came out near each other by chance would count as equal.
 *
 * A draw takes S - 1 of the S seeds, with replacement: the mean over them varies as a mean over S
 * fresh seeds does, where S of S would vary by (S - 1) / S of it, a third too little for three
 * (McCarthy & Snowden 1985). All S^(S-1) draws are made, so that nothing here is random.
 *
 * The interval of a gain is centre +- t(n - 1) sqrt(sd^2 / n + V + V of the reference). In
 * simulations of two equal arms (tests/unit/test_tuning_variance.c) it holds the truth in 95 to
 * 99.9 % of cases, where sd alone does in 50 to 95 %: it is wide where values are alike, since
 * three seeds cannot tell that they are. */
#include "harness/analysis/analysis.h"
#include "base/mem.h"
#include "harness/plan/tuning/tuning_rule.h"

#include <math.h>
#include <stdlib.h>

/* The values that ended with every tuning seed; their trials are in the order of the seeds. */
struct finalists {
    const struct candidate **list;
    int count, winner, seeds; /* winner: in the list, -1: none */
};

static struct finalists finalists_of(const struct analysis *a, const struct entry *e)
{
    struct finalists f = {xarray((size_t)(e->last - e->first), sizeof *f.list), 0, -1, 0};
    if (e->winner >= 0) f.seeds = a->candidates[e->winner].tuning_seeds;
    for (int k = e->first; k < e->last; k++) {
        const struct candidate *c = &a->candidates[k];
        if (c->tuning_seeds != f.seeds || !isfinite(c->tuning)) continue;
        if (k == e->winner) f.winner = f.count;
        f.list[f.count++] = c;
    }
    return f;
}

static const struct trial *trial_of(const struct analysis *a, const struct finalists *f, int v,
                                    int seed)
{
    return a->members[f->list[v]->last + seed];
}

/* ---- draws ---- */

/* The value that wins by these seeds, by the rule of tuning_rule.h; seeds are digits of the draw.
 */
static int winner_of_draw(const struct analysis *a, const struct question *q,
                          const struct finalists *f, long draw, struct choice_trial *trials)
{
    int count = 0;
    for (int i = 0; i < f->seeds - 1; i++, draw /= f->seeds)
        for (int v = 0; v < f->count; v++)
            trials[count++] = (struct choice_trial){
                v, true, trial_tuning(q, trial_of(a, f, v, (int)(draw % f->seeds)))};
    return choose_value(trials, count).winner;
}

/* Of each finalist the share of draws in which it wins; to be freed. */
static double *shares_of(const struct analysis *a, const struct question *q,
                         const struct finalists *f)
{
    double *share = xarray((size_t)f->count, sizeof *share);
    struct choice_trial *trials = xarray((size_t)(f->count * f->seeds), sizeof *trials);
    long draws = 1;
    for (int i = 1; i < f->seeds; i++) draws *= f->seeds;
    for (long draw = 0; draw < draws; draw++)
        share[winner_of_draw(a, q, f, draw, trials)] += 1 / (double)draws;
    free(trials);
    return share;
}

/* ---- differences ---- */

static double result_of(const struct question *q, const struct trial *t, const struct metric *m)
{
    return t && t->state == TRIAL_OK ? t->metric[q->split][m - metrics] : (double)NAN;
}

/* d^2 + s^2 / S of a finalist's gain over the winner; 0 where the metric was not measured. */
static double square_of(const struct analysis *a, const struct question *q,
                        const struct finalists *f, int v, const struct metric *m)
{
    double sum = 0, squares = 0, seeds = f->seeds;
    for (int s = 0; s < f->seeds; s++) {
        double gain = gain_of(m, result_of(q, trial_of(a, f, v, s), m),
                              result_of(q, trial_of(a, f, f->winner, s), m));
        sum += gain;
        squares += gain * gain;
    }
    double d = sum / seeds, error = fmax(0, squares / seeds - d * d) / (seeds - 1);
    return isnan(sum) ? 0 : d * d + error;
}

double tuning_variance(const struct analysis *a, const struct question *q, const struct entry *e,
                       const struct metric *m)
{
    struct finalists f = finalists_of(a, e);
    double sum = 0;
    if (f.winner >= 0 && f.seeds > 1) {
        double *share = shares_of(a, q, &f);
        for (int v = 0; v < f.count; v++)
            if (v != f.winner) sum += share[v] * square_of(a, q, &f, v, m);
        free(share);
    }
    free(f.list);
    return sum;
}
