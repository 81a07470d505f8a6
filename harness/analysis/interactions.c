/* SPDX-License-Identifier: MIT
 * Tests whether a condition changes an effect.
 *
 * An interaction is the effect at one level of an axis minus the effect at the first level of the
 * axis (a difference of differences). Both effects have the same arm and settings, and no other
 * condition differs. The axes are listed in `interactions` of the specification. Each seed yields
 * one value, from four training runs.
 *
 * A significant interaction is evidence of a change. The verdicts `better` at one level and
 * `inconclusive` at another are not (Gelman & Stern 2006, The American Statistician 60(4)). */
#include "harness/analysis/analysis.h"
#include "base/mem.h"

#include <stdlib.h>
#include <string.h>

/* Returns the first level of an axis in the specification. Returns NULL if the axis applies to no
 * cell. */
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

/* Returns true if two entries differ only in `axis`. Entries with the same label have the same arm
 * and settings. */
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

static int similarity(const struct analysis *a, int x, int y)
{
    int same = 0;
    for (int axis = 0; axis < a->run->axes.count; axis++) same += same_value(a, x, y, axis);
    return same;
}

/* Returns the index of the effect that differs only in the level of an axis, or -1 if there is
 * none. If several effects match, returns the most similar one. */
static int effect_at(const struct analysis *a, const struct question *q, const struct effect *like,
                     int axis, const char *level)
{
    int best = -1, most = -1;
    for (int i = q->effects.first; i < q->effects.last; i++) {
        const struct effect *e = &a->effects[i];
        if (e->comparison != COMPARE_STEPS || strcmp(entry_value(a, e->entry, axis), level) ||
            !same_but(a, e->entry, like->entry, axis))
            continue;
        int same = similarity(a, e->entry, like->entry);
        if (same > most) best = i, most = same;
    }
    return best;
}

/* ---- one interaction ---- */

static struct interaction interaction_of(const struct analysis *a, const struct question *q,
                                         int axis, int effect, int first)
{
    const struct effect *here = &a->effects[effect], *there = &a->effects[first];
    const int entries[] = {here->entry, here->reference, there->entry, there->reference};
    struct contrast_gain c = contrast_gain(a, q, entries, (const double[]){1, -1, -1, 1}, 4);
    int most = here->gain.n > there->gain.n ? here->gain.n : there->gain.n;
    return (struct interaction){.axis = axis,
                                .effect = effect,
                                .first = first,
                                .gain = c.gain,
                                .unpaired = most - c.gain.n,
                                .lost_runs = c.lost_runs,
                                .reference_lost_runs = c.reference_lost_runs};
}

/* ---- all of a question ---- */

static void add_axis(struct analysis *a, const struct question *q, int axis)
{
    const char *level = first_level(a, q, axis);
    for (int i = q->effects.first; i < q->effects.last && level; i++) {
        const struct effect *e = &a->effects[i];
        const char *value = entry_value(a, e->entry, axis);
        if (e->comparison != COMPARE_STEPS || !*value || !strcmp(value, level)) continue;
        /* skips negative controls, which are never findings */
        if (a->entries[e->entry].negative_control) continue;
        int first = effect_at(a, q, e, axis, level);
        if (first < 0) continue;
        a->interactions =
            xgrow(a->interactions, (size_t)a->interaction_count + 1, sizeof *a->interactions);
        a->interactions[a->interaction_count++] = interaction_of(a, q, axis, i, first);
    }
}

/* Finds the interactions of a question. The interactions of all axes form one family for the
 * correction. */
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
        bool failed = a->effects[x->effect].failed_check || a->effects[x->first].failed_check;
        x->outcome = failed ? OUTCOME_NOT_JUDGED : x->unchecked;
    }
}

const char *interaction_value(const struct analysis *a, const struct interaction *x, bool first)
{
    return entry_value(a, a->effects[first ? x->first : x->effect].entry, x->axis);
}
