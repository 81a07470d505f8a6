/* SPDX-License-Identifier: MIT
 * What each arm of two runs took or learned, side by side (compare.h). */
#include "harness/analysis/compare/compare.h"
#include "base/mem.h"

#include <math.h>
#include <stdlib.h>

const char *const changing_names[CHANGINGS] = {"worse", "better", "within the margin", "unresolved",
                                               "open: by formula"};

/* Whether the two can be held against each other at all. */
static bool is_pair(const struct question *q, const struct match *m)
{
    if (m->state < MATCH_TIMED) return false;
    bool machine = m->differs[FACT_CPU] || m->differs[FACT_CORE] || m->differs[FACT_ISA] ||
                   m->differs[FACT_BLAS];
    return q->trains || !(machine || m->other_host);
}

/* The reference's trials of an entry's winner with those of the rerun. False: there are none. */
static bool find_change(const struct comparison *c, int entry, struct change *found)
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
        bool nought = gain_is_lost(q->metric, now, before);
        if (!isfinite(gain) && !nought) continue;
        found->reference += before;
        found->rerun += now;
        same &= nought ? now == before : gain == 0;
        if (nought)
            found->noughts++, found->fell += now > before, found->rose += now < before;
        else
            gains[count++] = gain;
        by_formula |= !q->trains && (a->members[i]->by_formula || m->again->by_formula);
    }
    found->reference /= count + found->noughts;
    found->rerun /= count + found->noughts;
    found->gain = (q->trains ? stats_paired : stats_hodges_lehmann)(gains, count, a->level);
    found->says = by_formula ? CHANGE_BY_FORMULA : same ? CHANGE_WITHIN : CHANGE_UNRESOLVED;
    free(gains);
    return count + found->noughts > 0;
}

/* From a loss of 0, or to it, is farther than any margin; but of pairs on both sides nothing is
 * said. */
static enum changing judge(const struct change *k, double margin)
{
    const struct estimate *g = &k->gain;
    bool falls = g->n && g->centre < 0, rises = g->n && g->centre > 0;
    if (k->fell && !k->rose && !rises) return CHANGE_WORSE;
    if (k->rose && !k->fell && !falls) return CHANGE_BETTER;
    if (k->fell || k->rose) return CHANGE_UNRESOLVED;
    if (!g->interval.enough) return CHANGE_UNRESOLVED;
    if (g->interval.high < -margin) return CHANGE_WORSE;
    if (g->interval.low > margin) return CHANGE_BETTER;
    bool inside = g->interval.low >= -margin && g->interval.high <= margin;
    return inside ? CHANGE_WITHIN : CHANGE_UNRESOLVED;
}

void compare_changes(struct comparison *c)
{
    const struct analysis *a = c->reference;
    c->changes = xarray((size_t)a->entry_count, sizeof *c->changes);
    for (int i = 0; i < a->entry_count; i++)
        if (find_change(c, i, &c->changes[c->change_count])) c->change_count++;
    for (int i = 0; i < c->change_count; i++) {
        struct change *k = &c->changes[i];
        if (k->says == CHANGE_UNRESOLVED) k->says = judge(k, entry_question(a, k->entry)->margin);
        c->changed[k->says]++;
    }
}
