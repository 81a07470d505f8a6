/* SPDX-License-Identifier: MIT
 * Compares the effects of two runs, and the value of each arm in both runs. */
#include "base/mem.h"
#include "harness/analysis/compare/compare.h"

#include <math.h>
#include <stdlib.h>

const char *const agreeing_names[AGREEINGS] = {"agrees", "disagrees",
                                               "inconclusive: too few pairs"};

static const struct match *match_of(const struct run_comparison *c, const struct trial *own)
{
    return &c->matches[own - c->reference->run->trials];
}

/* Returns the result of the same trial in the rerun, or NaN if the trials cannot be compared. */
static double result_again(const struct run_comparison *c, const struct question *q,
                           const struct trial *own)
{
    const struct match *m = own ? match_of(c, own) : NULL;
    return m && m->state >= MATCH_TIMED ? trial_result(q, m->again) : (double)NAN;
}

static bool again_by_formula(const struct run_comparison *c, const struct trial *own)
{
    return match_of(c, own)->again->by_formula;
}

static struct agreement find_again(const struct run_comparison *c, const struct effect *e)
{
    const struct analysis *a = c->reference;
    const struct question *q = entry_question(a, e->entry);
    const struct candidate *own = entry_winner(a, e->entry);
    struct agreement found = {
        .effect = e, .same = true, .by_formula = e->outcome == OUTCOME_BY_FORMULA};
    double *gains = xarray((size_t)(own->last - own->first), sizeof *gains);
    int count = 0;
    for (int i = own->first; i < own->last; i++) {
        const struct trial *mine = a->members[i], *theirs = winner_trial(a, e->reference, mine);
        double gain = gain_of(q->metric, result_again(c, q, mine), result_again(c, q, theirs));
        if (theirs && mine->state == TRIAL_OK && theirs->state == TRIAL_OK)
            found.diverged |=
                match_diverged(c, match_of(c, mine)) || match_diverged(c, match_of(c, theirs));
        if (!isfinite(gain)) continue;
        gains[count++] = gain;
        found.by_formula |=
            !q->trains && (again_by_formula(c, mine) || again_by_formula(c, theirs));
        found.same &= gain == gain_of(q->metric, trial_result(q, mine), trial_result(q, theirs));
    }
    found.again = (q->trains ? stats_paired : stats_hodges_lehmann)(gains, count, a->level);
    free(gains);
    return found;
}

/* Returns true if `mean` lies in Student's prediction interval for the mean of `again` new pairs.
 * The interval is computed from the n pairs in `g`. */
static bool predicted(const struct estimate *g, int again, double mean, double level)
{
    double t = stats_t_quantile(0.5 + level / 2, g->n - 1);
    return fabs(mean - g->centre) <= t * g->sd * sqrt(1.0 / g->n + 1.0 / again);
}

static bool overlap(struct interval a, struct interval b, double wider)
{
    return a.low - wider <= b.high && b.low <= a.high + wider;
}

/* Returns whether the reference and the rerun agree on an effect. `level` is the confidence level
 * of the prediction interval. */
static enum agreeing judge(const struct question *q, const struct agreement *f, double level)
{
    const struct estimate *a = &f->effect->gain, *b = &f->again;
    if (!b->n) return EFFECT_DISAGREES;
    if (q->trains && f->same) return EFFECT_AGREES;
    if (f->by_formula) return EFFECT_OPEN;
    if (!a->interval.enough || (!q->trains && !b->interval.enough)) return EFFECT_OPEN;
    bool agree = q->trains && b->n < a->n
                     ? predicted(a, b->n, b->centre, level)
                     : overlap(a->interval, b->interval, q->trains ? 0 : q->margin);
    return agree ? EFFECT_AGREES : EFFECT_DISAGREES;
}

/* Compares the effects of all trained questions, or of all timed questions. */
static void compare_kind(struct run_comparison *c, bool trains)
{
    const struct analysis *a = c->reference;
    int first = c->agreement_count;
    for (int i = 0; i < a->effect_count; i++) {
        const struct effect *e = &a->effects[i];
        if (entry_question(a, e->entry)->trains != trains) continue;
        if (e->comparison != COMPARE_STEPS || !e->gain.n) continue;
        struct agreement found = find_again(c, e);
        if (found.again.n || found.diverged) c->agreements[c->agreement_count++] = found;
    }
    double level = 1 - (1 - a->level) / (c->agreement_count - first);
    for (int i = first; i < c->agreement_count; i++) {
        struct agreement *f = &c->agreements[i];
        f->says = judge(entry_question(a, f->effect->entry), f, level);
        c->says[f->says]++;
    }
}

void compare_effects(struct run_comparison *c)
{
    c->agreements = xarray((size_t)c->reference->effect_count, sizeof *c->agreements);
    compare_kind(c, true);
    compare_kind(c, false);
}

/* ---- changes of each arm ---- */

const char *const changing_names[CHANGINGS] = {"worse", "better", "within the margin",
                                               "inconclusive", "not compared: timed by formula"};

static bool is_pair(const struct question *q, const struct match *m)
{
    if (m->state < MATCH_TIMED) return false;
    bool machine = m->differs[FACT_CPU] || m->differs[FACT_CORE] || m->differs[FACT_ISA] ||
                   m->differs[FACT_BLAS];
    return q->trains || !(machine || m->other_host);
}

/* Compares the trials of an entry's winner with the same trials of the rerun. Returns false if the
 * rerun has no such trial. */
static bool find_change(const struct run_comparison *c, int entry, struct change *found)
{
    const struct analysis *a = c->reference;
    const struct question *q = entry_question(a, entry);
    const struct candidate *own = entry_winner(a, entry);
    if (!own) return false;
    double *gains = xarray((size_t)(own->last - own->first), sizeof *gains);
    bool by_formula = false, same = true;
    int count = 0;
    *found = (struct change){.entry = entry};
    for (int i = own->first; i < own->last; i++) {
        const struct match *m = &c->matches[a->members[i] - a->run->trials];
        if (!is_pair(q, m)) continue;
        double before = trial_result(q, a->members[i]), now = trial_result(q, m->again);
        double gain = gain_of(q->metric, now, before);
        if (!isfinite(gain)) continue;
        found->reference += before;
        found->rerun += now;
        same &= gain == 0;
        gains[count++] = gain;
        by_formula |= !q->trains && (a->members[i]->by_formula || m->again->by_formula);
    }
    found->reference /= count;
    found->rerun /= count;
    found->gain = (q->trains ? stats_paired : stats_hodges_lehmann)(gains, count, a->level);
    found->says = by_formula ? CHANGE_BY_FORMULA : same ? CHANGE_WITHIN : CHANGE_UNRESOLVED;
    free(gains);
    return count > 0;
}

static enum changing judge_change(const struct estimate *g, double margin)
{
    if (!g->interval.enough) return CHANGE_UNRESOLVED;
    if (g->interval.high < -margin) return CHANGE_WORSE;
    if (g->interval.low > margin) return CHANGE_BETTER;
    bool inside = g->interval.low >= -margin && g->interval.high <= margin;
    return inside ? CHANGE_WITHIN : CHANGE_UNRESOLVED;
}

void compare_changes(struct run_comparison *c)
{
    const struct analysis *a = c->reference;
    c->changes = xarray((size_t)a->entry_count, sizeof *c->changes);
    for (int i = 0; i < a->entry_count; i++)
        if (find_change(c, i, &c->changes[c->change_count])) c->change_count++;
    for (int i = 0; i < c->change_count; i++) {
        struct change *k = &c->changes[i];
        if (k->says == CHANGE_UNRESOLVED)
            k->says = judge_change(&k->gain, entry_question(a, k->entry)->margin);
        c->changed[k->says]++;
    }
}
