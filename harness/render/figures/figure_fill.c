/* SPDX-License-Identifier: MIT
 * From a figure that was asked for to its chart, the same way for every kind: reads the options,
 * chooses entries and panels, names axes and places, and has each entry add its points. */
#include "harness/render/figures/figure_kinds.h"

#include <ctype.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

/* ---- options and entries ---- */

/* of: as it was given. */
static char *read_axis(const struct request *r, const char *key, struct spec_axis of,
                       const char *otherwise, int *axis)
{
    *axis = request_axis(r, of, otherwise);
    return otherwise && *axis < 0 ? xformat("the option %s names no axis", key) : NULL;
}

static char *read_options(struct request *r, const struct figure_kind *k)
{
    char *fault = read_axis(r, "x", r->figure->x, k->x, &r->x);
    if (k->layout & SIZES && r->question->spec->scaling.asked)
        r->x = r->question->spec->scaling.over.axis;
    if (!fault) fault = read_axis(r, "y", r->figure->y, k->y, &r->y);
    if (!fault)
        r->reading = (enum reading)request_choice(r, "reading", reading_names, READINGS, &fault);
    int count = 0;
    while (k->choices && k->choices[count]) count++;
    if (!fault && count) r->choice = request_choice(r, k->option, k->choices, count, &fault);
    return fault;
}

/* Whether an entry has the values of the kind, and of an axis that was asked for. */
static bool usable(const struct request *r, const struct figure_kind *k, int entry)
{
    value_of_entry *const all[] = {k->x_of, k->y_of, k->cell_of};
    bool good = (!k->x || *k->x || *entry_value(r->analysis, entry, r->x)) &&
                (!k->y || *k->y || *entry_value(r->analysis, entry, r->y));
    for (int i = 0; i < 3 && good; i++) good = !all[i] || !isnan(all[i](r, entry).at);
    return good;
}

/* ---- places ---- */

/* The values of an axis as places, first those of `first` in their order, then by size. */
static void name_places(struct chart_names *l, const struct request *r, int axis,
                        const struct setting *first)
{
    const struct axis *a = &r->analysis->run->axes.list[axis];
    for (int i = 0; i < r->count; i++) {
        const char *own = entry_value(r->analysis, r->entries[i], axis);
        char *said = said_place(r, r->entries[i], axis);
        double rank = first->value_count;
        for (int k = 0; k < r->count; k++)
            rank += axis_compare(a, entry_value(r->analysis, r->entries[k], axis), own) < 0;
        for (int k = 0; k < first->value_count; k++)
            if (!strcmp(first->values[k], own)) rank = k;
        chart_rank(l, said, rank);
        free(said);
    }
    for (int i = 0; i < l->count; i++) l->list[i].at = i + 1;
}

/* Names of places and rows; along an axis with a default, which has numbers, tics. */
static void name_axes(struct chart *c, const struct request *r, const struct figure_kind *k)
{
    if (k->x && !*k->x) name_places(&c->columns, r, r->x, &r->figure->x_order);
    if (k->y) name_places(&c->rows, r, r->y, &r->figure->y_order);
    for (int i = 0; i < r->count; i++) {
        const struct entry *e = &r->analysis->entries[r->entries[i]];
        double at = entry_number(r->analysis, r->entries[i], k->x && *k->x ? r->x : -1);
        if (k->layout & ROWS) chart_rank(&c->rows, e->label, e->row);
        if (!isnan(at)) chart_rank(&c->columns, entry_value(r->analysis, r->entries[i], r->x), at);
    }
}

/* ---- points ---- */

/* How many series the entries have. */
static int count_series(const struct request *r)
{
    int count = 0;
    for (int i = 0; i < r->count; i++) {
        int k = 0;
        while (request_series(r, r->entries[k]) != request_series(r, r->entries[i])) k++;
        count += k == i;
    }
    return count;
}

struct chart_point *add_of_entry(struct chart *c, const struct request *r, int entry, int panel,
                                 struct value x, struct value y)
{
    int id = request_series(r, entry);
    char *label = r->by_arm ? name_of_arm(r, entry) : xstrdup(r->analysis->entries[entry].label);
    struct chart_point *p = chart_add(c, panel, id, r->styles[id], label, x, y);
    free(label);
    return p;
}

static struct chart_point *add_cell(struct chart *c, const struct request *r,
                                    const struct figure_kind *k, int entry, int panel,
                                    struct value x, struct value y)
{
    struct chart_point *p = chart_mark(c, panel, "", x, y);
    p->value = k->cell_of(r, entry);
    return p;
}

/* The place of an entry along an axis, whose name is *name. */
static struct value place_of(struct chart_names *l, const struct request *r, int entry, int axis,
                             const char **name)
{
    char *said = said_place(r, entry, axis);
    int place = chart_place(l, said);
    *name = l->list[place - 1].text;
    free(said);
    return exactly(place);
}

/* The value of an axis in words; NULL: there is no axis, or it does not apply. */
static char *said_if(const struct request *r, int entry, int axis)
{
    bool applies = axis >= 0 && *entry_value(r->analysis, entry, axis);
    return applies ? said_value(r, entry, axis) : NULL;
}

/* The point or the cell of an entry; an arm without the axis is a level line. */
static void add_entry(struct chart *c, const struct request *r, const struct figure_kind *k,
                      int entry, int panel)
{
    const char *column = NULL, *row = k->y_of ? NULL : r->analysis->entries[entry].label;
    struct value x = k->x_of          ? k->x_of(r, entry)
                     : k->x && !*k->x ? place_of(&c->columns, r, entry, r->x, &column)
                                      : exactly(entry_number(r->analysis, entry, r->x));
    struct value y = k->y_of ? k->y_of(r, entry)
                     : k->y  ? place_of(&c->rows, r, entry, r->y, &row)
                             : exactly(chart_place(&c->rows, row));
    struct chart_point *p =
        k->cell_of ? add_cell(c, r, k, entry, panel, x, y) : add_of_entry(c, r, entry, panel, x, y);
    p->x_name = column;
    p->y_name = row;
    p->x_says = said_if(r, entry, k->x ? r->x : -1);
    p->y_says = said_if(r, entry, k->y ? r->y : -1);
    if (isnan(x.at)) p->mark = "level";
    if (!k->y_beside || isnan((y = k->y_beside(r, entry)).at)) return;
    p = add_of_entry(c, r, entry, panel + 1, x, y);
    p->mark = isnan(x.at) ? "level" : "";
    p->x_says = said_if(r, entry, r->x);
}

/* ---- all of it ---- */

static const char unit_letters[UNITS] = {
    [UNIT_PLAIN] = '-',   [UNIT_GAIN] = 'g',  [UNIT_CHANGE] = 0,   [UNIT_RATIO] = 'r',
    [UNIT_SECONDS] = 's', [UNIT_BYTES] = 'b', [UNIT_PERCENT] = '%'};

/* The unit of x, y or cell, by its place in the kind's units. */
static enum unit unit_of(const struct request *r, const struct figure_kind *k, int place)
{
    const struct metric *m = r->question->metric;
    enum unit unit = UNIT_PLAIN;
    while (k->units && unit + 1 < UNITS && unit_letters[unit] != k->units[place]) unit++;
    if (unit == UNIT_GAIN && m && !m->higher_is_better) unit = UNIT_CHANGE;
    return unit;
}

static void label_axes(struct chart *c, const struct request *r, const struct figure_kind *k)
{
    const char *own = request_option(r, "xlabel", NULL), *axis = k->x_label ? k->x_label : "{axis}";
    const char *y_axis = k->y_label ? k->y_label : "{y_axis}";
    c->title = figure_words(r, k, k->title);
    *c->title = (char)toupper((unsigned char)*c->title);
    c->x = (struct chart_axis){own ? xstrdup(own) : figure_words(r, k, axis),
                               figure_words(r, k, k->x_says), unit_of(r, k, 0)};
    c->y = (struct chart_axis){figure_words(r, k, y_axis), figure_words(r, k, k->y_says),
                               unit_of(r, k, 1)};
    c->cell = (struct chart_axis){NULL, figure_words(r, k, k->cell_says), unit_of(r, k, 2)};
    if (!k->y_label_beside) return;
    c->y_beside = (struct chart_axis){figure_words(r, k, k->y_label_beside),
                                      figure_words(r, k, k->y_says), c->y.unit};
}

/* A second panel beside each; places of entries move with them. */
static void pair_panels(struct chart *c, const struct request *r, int *panels)
{
    struct chart_names single = c->panels;
    c->panels = (struct chart_names){0};
    c->pairs = true;
    c->across = 2;
    for (int p = 0; p < 2 * single.count; p++)
        chart_rank(&c->panels, single.list[p / 2].text, p + 1);
    for (int i = 0; i < r->count; i++) panels[i] *= 2;
    chart_names_free(&single);
}

/* Panels share their scales unless the title says that they do not. */
static void say_scales(struct chart *c)
{
    if (c->panels.count < 2 || (!c->own_ranges && !c->pairs)) return;
    char *title = xformat("%s. %s", c->title,
                          c->own_ranges ? "Each panel has a scale of its own"
                                        : "Panels have one scale where they show the same");
    free(c->title);
    c->title = title;
}

static void title_empty(struct chart *c)
{
    for (int p = 0; p < c->panels.count; p++) {
        int i = 0;
        while (i < c->point_count && c->points[i].panel != p) i++;
        if (i < c->point_count) continue;
        char *title = c->panels.list[p].text;
        c->panels.list[p].text = xformat("%s%snot measured", title, *title ? ": " : "");
        free(title);
    }
}

static bool has_arm(const struct request *r)
{
    for (int i = 0; i < r->count; i++)
        if (r->analysis->entries[r->entries[i]].reference != r->entries[i]) return true;
    return false;
}

/* Reads options and leaves the entries that the kind can show. */
static char *choose_entries(struct request *r, const struct request *all,
                            const struct figure_kind *k)
{
    r->by_arm = !(k->layout & LABELS);
    char *fault = read_options(r, k);
    r->count = 0;
    for (int i = 0; i < all->count && !fault; i++)
        if (usable(r, k, all->entries[i])) r->entries[r->count++] = all->entries[i];
    if (k->layout & SLOPES && !has_arm(r)) r->count = 0;
    return fault;
}

static bool has_baseline(const struct request *r)
{
    for (int i = 0; i < r->count; i++)
        if (entry_effect(r->analysis, r->entries[i], READ_STEPS)) return true;
    return false;
}

static void add_entries(struct chart *c, const struct request *r, const struct figure_kind *k,
                        const int *panels)
{
    for (int i = 0; i < r->count; i++)
        if (k->add)
            k->add(c, r, r->entries[i], panels[i]);
        else
            add_entry(c, r, k, r->entries[i], panels[i]);
    if (k->finish && c->point_count) k->finish(c, r);
    if (k->layout & ROWS) chart_sort_rows(c, !(k->layout & LESS_FIRST));
}

/* An interval that is cut looks like one that ends at the edge. */
static void say_cut(struct text *finding, const struct chart *c)
{
    int cut = chart_count_cut(c);
    if (cut)
        sentence(finding, "%d interval%s beyond what is drawn.", cut,
                 cut == 1 ? " reaches" : "s reach");
}

static void fill(struct chart *c, struct request *r, const struct figure_kind *k)
{
    struct text finding = {0};
    int *panels = panels_choose(c, r, k);
    c->log = k->log ? k->log : "";
    c->own_ranges = k->layout & OWN_RANGES;
    c->named = k->layout & STACKED              ? NAMED_IN_LEGEND
               : k->layout & ROWS || k->cell_of ? NAMED_BY_ROWS
                                                : NAMED_BY_COUNT;
    r->styles = request_styles(r);
    name_axes(c, r, k);
    label_axes(c, r, k);
    if (k->y_beside) pair_panels(c, r, panels);
    add_entries(c, r, k, panels);
    title_empty(c);
    say_scales(c);
    if (k->find && c->point_count) k->find(&finding, c, r);
    if (!k->cell_of) say_cut(&finding, c);
    c->finding = finding.data;
    free(r->styles);
    free(panels);
}

char *figure_fill(struct chart *c, const struct request *all, const struct figure_kind **kind)
{
    struct request r = *all;
    struct roofline roofline = {0};
    bool trains;
    if ((*kind)->layout & (PHASES | ROOFS)) roofline = roofline_make(r.analysis);
    r.roofline = &roofline;
    r.entries = xarray((size_t)r.count + 1, sizeof *r.entries);
    char *fault = choose_entries(&r, all, *kind);
    if (!fault && (*kind)->crowded && count_series(&r) > MOST_IN_LEGEND && has_baseline(&r)) {
        *kind = figure_kind_find((*kind)->crowded, &trains);
        fault = choose_entries(&r, all, *kind);
    }
    if (!fault && r.count) fill(c, &r, *kind);
    c->empty = !fault && !c->point_count;
    if (c->empty)
        fault = xformat("nothing of %s that belongs to this figure has %s", r.question->spec->name,
                        (*kind)->lacks);
    roofline_free(&roofline);
    free(r.entries);
    return fault;
}
