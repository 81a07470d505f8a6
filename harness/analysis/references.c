/* SPDX-License-Identifier: MIT
 * Finds the reference of each entry: the baseline arm in the same condition, or the entry that
 * contains its baseline cells. Only timed layers and baseline maps may have a reference in a
 * different condition. Also finds the control of each entry. */
#include "harness/analysis/analysis.h"
#include "base/mem.h"

#include <stdlib.h>
#include <string.h>

int *entries_of_cells(const struct analysis *a)
{
    const struct plan *plan = &a->run->plan;
    int *entry = xarray((size_t)plan->cell_count, sizeof *entry);
    for (int i = 0; i < plan->cell_count; i++) entry[i] = -1;
    for (int e = 0; e < a->entry_count; e++)
        for (int k = a->entries[e].first; k < a->entries[e].last; k++)
            for (int i = a->candidates[k].first; i < a->candidates[k].end; i++)
                entry[a->members[i]->cell - plan->cells] = e;
    return entry;
}

static int similarity(const struct analysis *a, int x, int y)
{
    int same = 0;
    for (int i = 0; i < a->run->axes.count; i++)
        same += a->run->axes.list[i].role == ROLE_VARIANT &&
                !strcmp(entry_value(a, x, i), entry_value(a, y, i));
    return same;
}

static const char *control_of(const struct spec *s, int arm)
{
    for (int i = 0; i < s->control_count; i++)
        if (!strcmp(s->controls[i].arm, s->arms[arm].name)) return s->controls[i].control;
    return NULL;
}

/* Returns the entry of an arm in the condition of `like`. If several entries match, returns the
 * most similar entry. */
static int entry_of_arm(const struct analysis *a, int like, const char *arm)
{
    int best = -1, most = -1;
    const struct condition *c = &a->conditions[a->entries[like].condition];
    for (int i = c->first; i < c->last && arm; i++) {
        if (strcmp(entry_spec(a, i)->arms[a->entries[i].arm].name, arm)) continue;
        int same = similarity(a, like, i);
        if (same > most) best = i, most = same;
    }
    return best;
}

static int allowed(const struct analysis *a, const struct question *q, const struct entry *e,
                   int other)
{
    bool anywhere = !q->trains || q->spec->baseline_is_map;
    return other >= 0 && (anywhere || a->entries[other].condition == e->condition) ? other : -1;
}

void find_references(struct analysis *a, struct question *q)
{
    const struct spec *s = q->spec;
    int *of_cell = entries_of_cells(a);
    for (int i = q->entries.first; i < q->entries.last; i++) {
        struct entry *e = &a->entries[i];
        int baseline = a->members[a->candidates[e->first].first]->cell->baseline;
        e->reference = entry_of_arm(a, i, s->baseline_is_map ? NULL : s->baseline);
        if (e->reference < 0 && baseline >= 0) e->reference = allowed(a, q, e, of_cell[baseline]);
        e->control = entry_of_arm(a, i, control_of(s, e->arm));
    }
    free(of_cell);
}
