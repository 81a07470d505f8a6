/* SPDX-License-Identifier: MIT
 * From conditions to ladders (ladder_entries.h): conditions of one name are sizes of one ladder. */
#include "harness/analysis/scaling/ladder_entries.h"
#include "base/mem.h"

#include <stdlib.h>
#include <string.h>

/* Axes that tell ladders apart: of conditions, and not the size nor what goes with it. */
static bool parts_ladders(const struct analysis *a, const struct question *q,
                          const struct varied_axis *v)
{
    int over = q->spec->scaling.over.axis, count = q->entries.last - q->entries.first;
    if (v->of_arm || v->axis == over) return false;
    int *entries = xarray((size_t)count, sizeof *entries);
    for (int i = 0; i < count; i++) entries[i] = q->entries.first + i;
    bool follows = axis_follows(a, entries, count, v->axis, over);
    free(entries);
    return !follows;
}

/* "data = trec": what its conditions have in common and others do not; to be freed. */
static char *ladder_name(const struct analysis *a, const struct question *q, int condition)
{
    const struct spec *s = q->spec;
    int entry = a->conditions[condition].first;
    const struct trial *t = a->members[a->candidates[a->entries[entry].first].first];
    struct text name = {0};
    text_add_bytes(&name, "", 0);
    for (int i = 0; i < s->varied_count; i++) {
        const struct varied_axis *v = &s->varied[i];
        if (!parts_ladders(a, q, v) || !entry_tells(a, entry, v)) continue;
        char *said =
            spec_said(s, &a->run->axes, v->axis, t->cell->values, entry_value(a, entry, v->axis));
        text_add(&name, "%s%s", name.length ? ", " : "", said);
        free(said);
    }
    return name.data;
}

static void add_row(struct ladder_entries *l, int row)
{
    for (int i = 0; i < l->arms; i++)
        if (l->rows[i] == row) return;
    l->rows = xgrow(l->rows, (size_t)l->arms + 1, sizeof *l->rows);
    l->rows[l->arms++] = row;
}

/* The conditions of a name, and the arms in them; negative controls are no findings. */
static void take_conditions(const struct analysis *a, struct ladder_entries *l, char *const *names)
{
    const struct span all = l->question->conditions;
    for (int i = all.first; i < all.last; i++) {
        if (strcmp(names[i - all.first], l->name)) continue;
        l->conditions = xgrow(l->conditions, (size_t)l->sizes + 1, sizeof *l->conditions);
        l->conditions[l->sizes++] = i;
        for (int e = a->conditions[i].first; e < a->conditions[i].last; e++)
            if (!a->entries[e].negative_control && a->entries[e].reference >= 0)
                add_row(l, a->entries[e].row);
    }
}

static void take_entries(const struct analysis *a, struct ladder_entries *l)
{
    l->entries = xarray((size_t)(l->arms * l->sizes), sizeof *l->entries);
    for (int i = 0; i < l->arms * l->sizes; i++) {
        const struct condition *at = &a->conditions[l->conditions[i % l->sizes]];
        l->entries[i] = -1;
        for (int e = at->first; e < at->last; e++)
            if (a->entries[e].row == l->rows[i / l->sizes]) l->entries[i] = e;
    }
}

static void add_seed(const struct analysis *a, struct ladder_entries *l, const struct trial *t)
{
    const char *seed = trial_value(a->run, t, a->seed);
    for (int i = 0; i < l->seed_count; i++)
        if (!strcmp(trial_value(a->run, l->seeds[i], a->seed), seed)) return;
    l->seeds = xgrow(l->seeds, (size_t)l->seed_count + 1, sizeof *l->seeds);
    l->seeds[l->seed_count++] = t;
}

static void take_seeds(const struct analysis *a, struct ladder_entries *l)
{
    for (int i = 0; i < l->arms * l->sizes; i++) {
        const struct candidate *w = entry_winner(a, l->entries[i]);
        for (int k = w ? w->first : 0; w && k < w->last; k++) add_seed(a, l, a->members[k]);
    }
}

static struct ladder_entries ladder_of(const struct analysis *a, const struct question *q,
                                       char *const *names, const char *name)
{
    struct ladder_entries l = {.question = q, .name = xstrdup(name)};
    take_conditions(a, &l, names);
    take_entries(a, &l);
    take_seeds(a, &l);
    return l;
}

int find_ladders(const struct analysis *a, const struct question *q, struct ladder_entries **list)
{
    int conditions = q->conditions.last - q->conditions.first, count = 0;
    char **names = xarray((size_t)conditions, sizeof *names);
    *list = xarray((size_t)conditions, sizeof **list);
    for (int i = 0; i < conditions; i++) names[i] = ladder_name(a, q, q->conditions.first + i);
    for (int i = 0; i < conditions; i++) {
        int earlier = 0;
        while (strcmp(names[earlier], names[i])) earlier++;
        if (earlier == i) (*list)[count++] = ladder_of(a, q, names, names[i]);
    }
    for (int i = 0; i < conditions; i++) free(names[i]);
    free(names);
    return count;
}

void ladder_entries_free(struct ladder_entries *l)
{
    free(l->name);
    free(l->conditions);
    free(l->rows);
    free(l->entries);
    free(l->seeds);
}
