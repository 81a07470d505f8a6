/* SPDX-License-Identifier: MIT
 * Rows of entries: in their panel and series, along an axis, or where two axes meet. */
#include "harness/report/figures/figure_kinds.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

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

/* A number, else as labels say it. To be freed. */
static char *place_of(const struct request *r, int entry, int axis)
{
    enum axis_type type = r->analysis->run->axes.list[axis].type;
    bool number = type == AXIS_INT || type == AXIS_REAL;
    return number ? xstrdup(entry_value(r->analysis, entry, axis)) : said_value(r, entry, axis);
}

/* Whether an entry is the first with its value of an axis. */
static bool is_first(const struct request *r, int i, int axis)
{
    const char *own = entry_value(r->analysis, r->entries[i], axis);
    for (int k = 0; k < i; k++)
        if (!strcmp(entry_value(r->analysis, r->entries[k], axis), own)) return false;
    return *own;
}

/* The places of an axis, by rows before all others: numbers rise, names stand as planned. */
static void add_axis(struct figure_table *t, const struct request *r, int axis, bool y)
{
    const struct axis *a = &r->analysis->run->axes.list[axis];
    bool number = a->type == AXIS_INT || a->type == AXIS_REAL;
    for (int i = 0; i < r->count; i++) {
        if (!is_first(r, i, axis)) continue;
        char *name = place_of(r, r->entries[i], axis);
        double at = entry_number(r->analysis, r->entries[i], number ? axis : -1);
        figure_add(t, -1, y,
                   (struct figure_row){.panel = t->rows[0].row.panel,
                                       .colour = -1,
                                       .x = at,
                                       .x_name = y ? NULL : name,
                                       .y_name = y ? name : NULL,
                                       .value = {NAN, NAN, NAN, 0},
                                       .mark = "axis"});
        free(name);
    }
}

/* An arm without the axis stands at every place of it. */
void add_places(struct figure_table *t, const struct request *r, value_of_entry *value_of)
{
    for (int i = 0; i < r->count; i++) {
        bool has_place = *entry_value(r->analysis, r->entries[i], r->x);
        struct figure_row row = row_of(r, r->entries[i], value_of(r, r->entries[i]));
        for (int k = 0; k < r->count && !isnan(row.value.at); k++) {
            if (has_place ? k != i : !is_first(r, k, r->x)) continue;
            char *x = place_of(r, r->entries[k], r->x);
            row.x_name = x;
            row.x = entry_number(r->analysis, r->entries[k], r->x);
            row.mark = has_place ? NULL : "level";
            add(t, r, r->entries[i], row);
            free(x);
        }
    }
    if (t->count) add_axis(t, r, r->x, false);
}

/* Places of an axis of choices say themselves what they are. */
static char *number_words(const struct request *r, int axis)
{
    const struct axes *axes = &r->analysis->run->axes;
    enum axis_type type = axes->list[axis].type;
    return type == AXIS_INT || type == AXIS_REAL ? axis_words(axes, axis) : NULL;
}

static bool has_arms(const struct request *r, value_of_entry *value_of)
{
    int arm = -1;
    for (int i = 0; i < r->count; i++) {
        if (isnan(value_of(r, r->entries[i]).at)) continue;
        if (arm >= 0 && r->analysis->entries[r->entries[i]].arm != arm) return true;
        arm = r->analysis->entries[r->entries[i]].arm;
    }
    return false;
}

void add_cells(struct figure_table *t, const struct request *r, value_of_entry *value_of)
{
    bool several = has_arms(r, value_of);
    free(t->y_label);
    t->x_label = number_words(r, r->x);
    t->y_label = number_words(r, r->y);
    for (int i = 0; i < r->count; i++) {
        int entry = r->entries[i];
        struct figure_row row = row_of(r, entry, value_of(r, entry));
        if (!*entry_value(r->analysis, entry, r->x) || !*entry_value(r->analysis, entry, r->y) ||
            isnan(row.value.at))
            continue;
        char *x = place_of(r, entry, r->x), *y = place_of(r, entry, r->y);
        char *panel =
            xformat("%s%s%s", row.panel, several && *row.panel ? ": " : "", several ? row.arm : "");
        row.x_name = x;
        row.y_name = y;
        row.panel = panel;
        add(t, r, entry, row);
        free(panel);
        free(x);
        free(y);
    }
    if (t->count) add_axis(t, r, r->x, false);
    if (t->count) add_axis(t, r, r->y, true);
    figure_sort(t);
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
