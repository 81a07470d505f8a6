/* SPDX-License-Identifier: MIT
 * From a figure that was asked for to its chart, the same way for every kind: reads the options,
 * chooses entries and panels, names axes and places, and has each entry add its points. */
#include "harness/render/figures/figure_kinds.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* ---- words ---- */

/* A label with what stands in braces at its front said for this figure; NULL: the axis. */
static char *label(const struct request *r, const struct figure_kind *k, const char *text, int axis)
{
    const struct metric *m = r->question->metric;
    const char *metric = !m                                 ? ""
                         : strcmp(m->name, "bits_per_char") ? m->name
                                                            : "bits per character";
    const char *value = request_option(r, "value", "ratio");
    bool more = m && m->higher_is_better, share = *request_option(r, "share", "1") != '0';
    if (!text && axis < 0) return xstrdup("");
    if (!text) return xstrdup(axis_words(r->analysis->run->axes.list[axis].name));
    if (!strcmp(text, "{gain}"))
        return xformat("%s %s", metric, more ? "above the baseline's" : "below the baseline's (%)");
    if (!strcmp(text, "{metric}")) return xformat("%s (validation)", metric);
    if (!strcmp(text, "{choice}")) return xstrdup(k->words[r->choice]);
    if (!strcmp(text, "{tuned}")) return label(r, k, NULL, r->question->tuned);
    if (!strcmp(text, "{share}") && share)
        return xformat("share of the time of the %s (%%)", r->pass);
    if (!strcmp(text, "{value}") && !strcmp(value, "ratio"))
        return xstrdup("time / time of baseline");
    if (!strcmp(text, "{value}") && strncmp(value, "time_", 5)) return xstrdup(value);
    return *text == '{' ? xformat("time per %s", r->pass) : xstrdup(text);
}

static void add_text(struct chart *c, const char *variable, char *text)
{
    chart_text(c, variable, text);
    free(text);
}

/* ---- options and entries ---- */

static char *read_axis(const struct request *r, const char *key, const char *otherwise, int *axis)
{
    const char *name = otherwise ? request_option(r, key, otherwise) : "";
    *axis = *name ? axes_find(&r->analysis->run->axes, name) : -1;
    return otherwise && *axis < 0 ? xformat("the option %s names no axis", key) : NULL;
}

static char *read_options(struct request *r, const struct figure_kind *k)
{
    char *fault = read_axis(r, "x", k->x, &r->x);
    if (!fault) fault = read_axis(r, "y", k->y, &r->y);
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

/* The values of an axis as places, first those that `order` names ("off before"), then by size. */
static void name_places(struct chart_names *l, const struct request *r, int axis, const char *order)
{
    const struct axis *a = &r->analysis->run->axes.list[axis];
    for (int i = 0; i < r->count; i++) {
        const char *own = entry_value(r->analysis, r->entries[i], axis);
        double rank = (double)strlen(order) + 1;
        for (int k = 0; k < r->count; k++)
            rank += axis_compare(a, entry_value(r->analysis, r->entries[k], axis), own) < 0;
        for (const char *p = order; *p; p += strcspn(p, " "), p += *p == ' ')
            if (strcspn(p, " ") == strlen(own) && !strncmp(p, own, strlen(own)))
                rank = (double)(p - order);
        chart_rank(l, own, rank);
    }
    for (int i = 0; i < l->count; i++) l->list[i].at = i + 1;
}

/* Names of places and rows; along an axis with a default, which has numbers, tics. */
static void name_axes(struct chart *c, const struct request *r, const struct figure_kind *k)
{
    if (k->x && !*k->x) name_places(&c->columns, r, r->x, request_option(r, "x_order", ""));
    if (k->y) name_places(&c->rows, r, r->y, request_option(r, "y_order", ""));
    for (int i = 0; i < r->count; i++) {
        const struct entry *e = &r->analysis->entries[r->entries[i]];
        double at = entry_number(r->analysis, r->entries[i], k->x && *k->x ? r->x : -1);
        if (k->layout & ROWS) chart_rank(&c->rows, e->label, e->row);
        if (!isnan(at)) chart_rank(&c->columns, entry_value(r->analysis, r->entries[i], r->x), at);
    }
}

/* ---- points ---- */

/* The label of an entry's arm, which stands for all of its entries that are shown; to be freed. */
static char *name_of_arm(const struct request *r, int entry)
{
    int arm = r->analysis->entries[entry].arm, all = 0, formulas = 0;
    for (int i = 0; i < r->count; i++) {
        const struct entry *e = &r->analysis->entries[r->entries[i]];
        all += e->arm == arm;
        formulas += e->arm == arm && e->by_formula;
    }
    const char *mark = !formulas ? "" : formulas < all ? " (in part by formula)" : " (by formula)";
    return xformat("%s%s", r->question->spec->arms[arm].label, mark);
}

/* The point or the cell of an entry; an arm without the axis is a level line. */
static void add_entry(struct chart *c, const struct request *r, const struct figure_kind *k,
                      int entry, int panel)
{
    const struct entry *e = &r->analysis->entries[entry];
    const char *own = entry_value(r->analysis, entry, r->x), *row = e->label;
    bool arms = !(k->layout & LABELS), places = k->x && !*k->x;
    if (k->y) row = entry_value(r->analysis, entry, r->y);
    struct value x = k->x_of  ? k->x_of(r, entry)
                     : places ? exactly(chart_place(&c->columns, own))
                              : exactly(entry_number(r->analysis, entry, r->x));
    struct value y = k->y_of ? k->y_of(r, entry) : exactly(chart_place(&c->rows, row));
    int style = k->cell_of ? -1 : arms ? e->arm : e->row;
    char *name = arms ? name_of_arm(r, entry) : xstrdup(e->label);
    struct chart_point *p = chart_add(c, panel, style, name, x, y);
    if (places) p->x_name = own;
    if (!k->y_of) p->y_name = row;
    if (k->cell_of) p->value = k->cell_of(r, entry);
    if (!(p->value.low < p->value.high)) p->value.low = p->value.high = NAN;
    if (isnan(x.at)) p->mark = "level";
    if (k->y_below && !isnan((y = k->y_below(r, entry)).at))
        chart_add(c, panel + c->panels.count / 2, style, name, x, y)->mark =
            isnan(x.at) ? "level" : "";
    free(name);
}

/* ---- all of it ---- */

static void label_panels(struct chart *c, const struct request *r, const struct figure_kind *k)
{
    int count = c->panels.count;
    c->two_rows = k->y_below;
    if (k->y_below) c->across = count;
    for (int p = 0; p < count && k->y_below; p++)
        chart_rank(&c->panels, c->panels.list[p].text, count + p + 1);
    add_text(c, "y_label", label(r, k, k->y_label, r->y));
    if (k->y_below) chart_text(c, "y_label_below", k->y_label_below);
    const char *own = request_option(r, "xlabel", NULL);
    add_text(c, "x_label", own ? xstrdup(own) : label(r, k, k->x_label, r->x));
    if (k->heading) add_text(c, "heading", label(r, k, k->heading, -1));
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

char *figure_fill(struct chart *c, const struct request *all, const struct figure_kind *k)
{
    struct request r = *all;
    struct roofline roofline = {0};
    char *fault = read_options(&r, k);
    if (k->layout & PHASES) roofline = roofline_make(r.analysis);
    r.roofline = &roofline;
    r.entries = xarray((size_t)r.count + 1, sizeof *r.entries);
    r.count = 0;
    for (int i = 0; i < all->count && !fault; i++)
        if (usable(&r, k, all->entries[i])) r.entries[r.count++] = all->entries[i];
    if (!fault && r.count) {
        int *panels = panels_choose(c, &r, k);
        c->log = k->log ? k->log : "";
        c->own_ranges = k->layout & OWN_RANGES;
        name_axes(c, &r, k);
        label_panels(c, &r, k);
        for (int i = 0; i < r.count; i++)
            if (k->add)
                k->add(c, &r, r.entries[i], panels[i]);
            else
                add_entry(c, &r, k, r.entries[i], panels[i]);
        if (k->finish && c->point_count) k->finish(c, &r);
        title_empty(c);
        free(panels);
    }
    if (!fault && !c->point_count)
        fault = xformat("nothing of %s that belongs to this figure has %s", r.question->spec->name,
                        k->lacks);
    roofline_free(&roofline);
    free(r.entries);
    return fault;
}
