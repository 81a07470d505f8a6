/* SPDX-License-Identifier: MIT
 * Adds the rows of entries to the tables of figures, and writes words for titles and labels. */
#include "harness/report/figures/figure_kinds.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* ---- rows ---- */

const char *verdict_of(const struct request *r, int entry)
{
    const struct effect *e = entry_effect(r->analysis, entry, r->comparison);
    bool timed = !r->question->trains;
    if (timed && r->analysis->entries[entry].by_formula)
        return figure_verdict(OUTCOME_BY_FORMULA, timed);
    return e && e->reference != entry ? figure_verdict(e->outcome, timed) : NULL;
}

static struct figure_row row_of(const struct request *r, int entry, struct value v)
{
    const struct request_series *s = &r->series[request_series(r, entry)];
    return (struct figure_row){.panel = r->panels[request_panel(r, entry)],
                               .arm = s->name,
                               .colour = s->colour,
                               .x = NAN,
                               .value = v,
                               .verdict = verdict_of(r, entry)};
}

static void add(struct figure_table *t, const struct request *r, int entry, struct figure_row row)
{
    figure_add(t, request_panel(r, entry), r->series[request_series(r, entry)].order, row);
}

void add_of_entry(struct figure_table *t, const struct request *r, int entry, double x,
                  struct value v, const char *mark)
{
    struct figure_row row = row_of(r, entry, v);
    row.x = x;
    row.mark = mark;
    add(t, r, entry, row);
}

/* Returns true if no earlier entry has the same value of the axis x. */
static bool is_first(const struct request *r, int i)
{
    const char *own = entry_value(r->analysis, r->entries[i], r->x);
    for (int k = 0; k < i; k++)
        if (!strcmp(entry_value(r->analysis, r->entries[k], r->x), own)) return false;
    return *own;
}

void add_axis(struct figure_table *t, const struct request *r)
{
    for (int i = 0; i < r->count; i++)
        if (is_first(r, i))
            figure_add(t, -1, 0,
                       (struct figure_row){.panel = t->rows[0].row.panel,
                                           .colour = -1,
                                           .x = entry_number(r->analysis, r->entries[i], r->x),
                                           .x_name = entry_value(r->analysis, r->entries[i], r->x),
                                           .value = {NAN, NAN, NAN, 0},
                                           .mark = "axis"});
}

/* an arm without this axis has one row per x */
void add_places(struct figure_table *t, const struct request *r, value_of_entry *value_of)
{
    for (int i = 0; i < r->count; i++) {
        bool has_place = *entry_value(r->analysis, r->entries[i], r->x);
        struct figure_row row = row_of(r, r->entries[i], value_of(r, r->entries[i]));
        for (int k = 0; k < r->count && !isnan(row.value.at); k++) {
            if (has_place ? k != i : !is_first(r, k)) continue;
            row.x_name = entry_value(r->analysis, r->entries[k], r->x);
            row.x = entry_number(r->analysis, r->entries[k], r->x);
            row.mark = has_place ? NULL : "level";
            add(t, r, r->entries[i], row);
        }
    }
    if (t->count) add_axis(t, r);
}

void add_margin(struct figure_table *t, double low, double high)
{
    enum { LAST = 1 << 20 };
    figure_add(t, LAST, -1,
               (struct figure_row){.panel = t->count ? t->rows[0].row.panel : "",
                                   .colour = -1,
                                   .x = NAN,
                                   .value = {NAN, fmin(low, high), fmax(low, high), 0},
                                   .mark = "margin"});
}

/* ---- words ---- */

char *axis_words(const struct axes *axes, int axis)
{
    static const char *const known[][2] = {{"n", "sequence length n (tokens)"},
                                           {"m", "keys m (tokens)"},
                                           {"batch", "batch (sequences)"},
                                           {"d_model", "model width (features)"},
                                           {"d_head", "head width (features)"},
                                           {"d_prime", "score width d' (features)"},
                                           {"threads", "threads"},
                                           {"lr", "learning rate"}};
    for (size_t i = 0; i < sizeof known / sizeof *known; i++)
        if (!strcmp(known[i][0], axes->list[axis].name)) return xstrdup(known[i][1]);
    return axes_label(axes, axis);
}

char *change_words(const struct metric *m)
{
    return xformat("change in %s%s", metric_said(m), m->higher_is_better ? "" : " (%)");
}

const char *baseline_words(const struct request *r)
{
    const char *label = NULL, *several = r->question->baselines;
    if (r->comparison != COMPARE_STEPS) several = "each arm's control";
    for (int i = 0; i < r->count; i++) {
        const struct effect *e = entry_effect(r->analysis, r->entries[i], r->comparison);
        const char *own = e && e->reference >= 0 ? r->analysis->entries[e->reference].label : label;
        if (label && strcmp(label, own)) return several ? several : "its own baseline";
        label = own;
    }
    return label ? label : "the baseline";
}

char *time_words(const struct request *r)
{
    const struct analysis *a = r->analysis;
    const char *pass = r->count ? a->conditions[a->entries[r->entries[0]].condition].pass : "";
    for (int i = 1; i < r->count; i++)
        if (strcmp(a->conditions[a->entries[r->entries[i]].condition].pass, pass)) pass = "";
    return xformat("time of a %s", pass_title(pass));
}

void add_conditions(struct figure_table *t, const struct request *r)
{
    const struct setting *list = r->figure->where.set.list;
    for (int i = 0; i < r->figure->where.set.count && r->count; i++) {
        const struct candidate *c =
            &r->analysis->candidates[r->analysis->entries[r->entries[0]].first];
        if (list[i].value_count != 1) continue;
        char *said = axes_value_label(&r->analysis->run->axes, list[i].axis,
                                      r->analysis->members[c->first]->cell->values,
                                      entry_value(r->analysis, r->entries[0], list[i].axis)),
             *before = t->subtitle;
        t->subtitle = xformat("%s, %s", before, said);
        free(said);
        free(before);
    }
}
