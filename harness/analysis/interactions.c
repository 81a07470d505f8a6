/* SPDX-License-Identifier: MIT
 * Does a condition change an effect? An effect at one level of an axis of `interactions` less the
 * same effect at the axis's first level, which is the one that the specification writes first: a
 * difference of differences (Box, Hunter & Hunter 2005, ch. 5), where factorial.c has those of two
 * changes of an arm.
 *
 * The same effect is that of the same arm, with the same settings, where all that tells conditions
 * apart is equal but for the axis. Each seed gives one difference, of four trainings:
 *
 *     (own - reference at this level) - (own - reference at the first level)     as gains
 *
 * so its interval is Student's over the seeds that have all four. A verdict that is `better` here
 * and `unresolved` there is no sign of a change by itself (Gelman & Stern 2006, The American
 * Statistician 60(4)): a change of verdict is said only where the difference itself is resolved. */
#include "harness/analysis/analysis.h"
#include "base/mem.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

const char *const turn_names[TURNS] = {"no", "yes", "inconclusive"};

/* The cells of a plan stand in the order of the specification. NULL: the axis applies to none. */
static const char *first_level(const struct analysis *a, const struct question *q, int axis)
{
    const struct plan *plan = &a->run->plan;
    for (int i = 0; i < plan->cell_count; i++)
        if (&plan->specs[plan->cells[i].spec] == q->spec && plan->cells[i].values[axis])
            return plan->cells[i].values[axis];
    return NULL;
}

/* ---- the same effect at the first level ---- */

static bool same_value(const struct analysis *a, int x, int y, int axis)
{
    return !strcmp(entry_value(a, x, axis), entry_value(a, y, axis));
}

/* Rows are labels, so the arms are the same and what varies within them. */
static bool same_but(const struct analysis *a, int x, int y, int axis)
{
    const struct spec *s = entry_spec(a, x);
    if (a->entries[x].row != a->entries[y].row) return false;
    for (int i = 0; i < s->varied_count; i++)
        if (!s->varied[i].of_arm && s->varied[i].axis != axis &&
            !same_value(a, x, y, s->varied[i].axis))
            return false;
    return true;
}

static int alike(const struct analysis *a, int x, int y)
{
    int same = 0;
    for (int axis = 0; axis < a->run->axes.count; axis++) same += same_value(a, x, y, axis);
    return same;
}

/* Of several, as where labels leave something out, the one most like it; -1: none. */
static int effect_at(const struct analysis *a, const struct question *q, const struct effect *like,
                     int axis, const char *level)
{
    int best = -1, most = -1;
    for (int i = q->effects.first; i < q->effects.last; i++) {
        const struct effect *e = &a->effects[i];
        if (e->reading != READ_STEPS || strcmp(entry_value(a, e->entry, axis), level) ||
            !same_but(a, e->entry, like->entry, axis))
            continue;
        int same = alike(a, e->entry, like->entry);
        if (same > most) best = i, most = same;
    }
    return best;
}

/* ---- one interaction ---- */

enum { SIDES = 4 };
static const double weights[SIDES] = {1, -1, -1, 1};

/* What one seed says; NaN: not all four ended, or two were scored on different records. Those that
 * diverged are counted, on the side that they would count against. */
static double change_of(const struct analysis *a, const struct question *q, struct interaction *x,
                        const struct trial *own, const struct trial *four[SIDES])
{
    const struct effect *here = &a->effects[x->effect], *there = &a->effects[x->first];
    const struct trial *found[SIDES] = {own, winner_trial(a, here->reference, own),
                                        winner_trial(a, there->entry, own),
                                        winner_trial(a, there->reference, own)};
    bool lost[SIDES];
    memcpy(four, found, sizeof found);
    for (int i = 0; i < SIDES; i++) {
        if (!four[i] || four[i]->state > TRIAL_DIVERGED) return NAN;
        lost[i] = four[i]->state == TRIAL_DIVERGED;
    }
    if (records_differ(four[0], four[1]) || records_differ(four[2], four[3])) return NAN;
    x->lost_runs += lost[0] + lost[3];
    x->reference_lost_runs += lost[1] + lost[2];
    return gain_of(q->metric, trial_result(q, own), trial_result(q, four[1])) -
           gain_of(q->metric, trial_result(q, four[2]), trial_result(q, four[3]));
}

static struct interaction interaction_of(const struct analysis *a, const struct question *q,
                                         int axis, int effect, int first)
{
    struct interaction x = {.axis = axis, .effect = effect, .first = first};
    const struct effect *here = &a->effects[effect], *there = &a->effects[first];
    const struct candidate *own = entry_winner(a, here->entry);
    int count = own ? own->last - own->first : 0, n = 0;
    double *changes = xarray((size_t)count, sizeof *changes);
    const struct trial **four = xarray(SIDES * (size_t)(count + 1), sizeof *four);
    for (int i = 0; i < count; i++) {
        const struct trial *t = a->members[own->first + i];
        double change = change_of(a, q, &x, t, four + SIDES * n);
        if (!isnan(change)) changes[n++] = change;
    }
    double records = contrast_records_variance(&(struct contrast){four, weights, n, SIDES});
    x.gain = stats_paired(changes, n, a->level);
    stats_widen(&x.gain,
                here->tuning_variance + there->tuning_variance + (isnan(records) ? 0 : records),
                a->level);
    x.unpaired = (here->gain.n > there->gain.n ? here->gain.n : there->gain.n) - n;
    free(four);
    free(changes);
    return x;
}

/* ---- all of a question ---- */

static void add_axis(struct analysis *a, const struct question *q, int axis)
{
    const char *level = first_level(a, q, axis);
    for (int i = q->effects.first; i < q->effects.last && level; i++) {
        const struct effect *e = &a->effects[i];
        const char *value = entry_value(a, e->entry, axis);
        if (e->reading != READ_STEPS || !*value || !strcmp(value, level)) continue;
        if (a->entries[e->entry].negative_control) continue; /* no finding */
        int first = effect_at(a, q, e, axis, level);
        if (first < 0) continue;
        a->interactions =
            xgrow(a->interactions, (size_t)a->interaction_count + 1, sizeof *a->interactions);
        a->interactions[a->interaction_count++] = interaction_of(a, q, axis, i, first);
    }
}

/* All of a question, whatever the axis, are one family. */
void find_interactions(struct analysis *a, struct question *q)
{
    int first = a->interaction_count;
    for (int i = 0; i < q->spec->interaction_count && q->trains; i++)
        add_axis(a, q, q->spec->interactions[i].axis);
    q->interactions = (struct span){first, a->interaction_count};
    correct_family(a->interactions + first, a->interaction_count - first, sizeof *a->interactions,
                   offsetof(struct interaction, gain.p), offsetof(struct interaction, p_corrected));
    for (int i = first; i < a->interaction_count; i++) {
        struct interaction *x = &a->interactions[i];
        if (!x->gain.n) continue;
        x->unchecked =
            gain_outcome(a, q, &x->gain, x->p_corrected, x->lost_runs, x->reference_lost_runs);
        bool shut = a->effects[x->effect].failed_check || a->effects[x->first].failed_check;
        x->outcome = shut ? OUTCOME_NOT_JUDGED : x->unchecked;
    }
}

/* ---- asking ---- */

enum turn verdict_turns(const struct analysis *a, const struct interaction *x)
{
    enum outcome here = a->effects[x->effect].outcome, first = a->effects[x->first].outcome;
    if (!outcome_says(here) || !outcome_says(first)) return TURN_UNRESOLVED;
    if (here == first) return TURN_NO;
    bool apart = x->outcome == OUTCOME_BETTER || x->outcome == OUTCOME_WORSE;
    return apart ? TURN_YES : TURN_UNRESOLVED;
}

const char *interaction_value(const struct analysis *a, const struct interaction *x, bool first)
{
    return entry_value(a, a->effects[first ? x->first : x->effect].entry, x->axis);
}
