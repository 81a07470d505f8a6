/* SPDX-License-Identifier: MIT
 * Heat maps over two axes: their places, and `grid`, a number of timed entries. */
#include "harness/render/figures/figure_kinds.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* ---- places ---- */

static bool has_value(const struct request *r, int axis, const char *value, int length)
{
    for (int i = 0; i < r->count; i++) {
        const char *own = entry_value(r->analysis, r->entries[i], axis);
        if ((int)strlen(own) == length && !strncmp(own, value, (size_t)length)) return true;
    }
    return false;
}

void places_of_axis(struct chart_labels *l, const struct request *r, int axis, const char *order)
{
    const struct axis *a = &r->analysis->run->axes.list[axis];
    for (int length; *order; order += length + (order[length] == ' ')) {
        length = (int)strcspn(order, " ");
        if (!length || !has_value(r, axis, order, length)) continue;
        char *value = xformat("%.*s", length, order);
        chart_place(l, value);
        free(value);
    }
    const char *last = NULL;
    for (bool more = true; more;) {
        const char *next = NULL; /* the least after the last */
        for (int i = 0; i < r->count; i++) {
            const char *own = entry_value(r->analysis, r->entries[i], axis);
            bool later = !last || axis_compare(a, own, last) > 0;
            if (later && (!next || axis_compare(a, own, next) < 0)) next = own;
        }
        more = next;
        if (more) chart_place(l, last = next);
    }
}

struct chart_point *cell_add(struct chart *c, const struct request *r, int place, int panel,
                             const int *axes)
{
    const char *x = entry_value(r->analysis, r->entries[place], axes[0]);
    const char *y = entry_value(r->analysis, r->entries[place], axes[1]);
    return chart_add(c, panel, -1, chart_place(&c->columns, x), chart_place(&c->rows, y));
}

/* ---- grid ---- */

static double grid_value(const struct request *r, int entry)
{
    const struct entry *e = &r->analysis->entries[entry];
    struct ratio ratio = entry_ratio(r->analysis, entry);
    const struct {
        const char *name;
        double value;
    } known[] = {{"ratio", ratio.value},         {"ratio_low", ratio.low},
                 {"ratio_high", ratio.high},     {"time_ns_median", e->median},
                 {"time_ns_q1", e->q1},          {"time_ns_q3", e->q3},
                 {"time_ns_min", e->min},        {"time_ns_low", e->time.low},
                 {"time_ns_high", e->time.high}, {NULL, 0}};
    const char *name = request_option(r, "value", "ratio");
    for (int i = 0; known[i].name; i++)
        if (!strcmp(known[i].name, name)) return known[i].value;
    return entry_median(r->analysis, entry, name);
}

static bool has_cell(const struct request *r, int entry)
{
    return *entry_value(r->analysis, entry, request_axis(r, "x", NULL)) &&
           *entry_value(r->analysis, entry, request_axis(r, "y", NULL)) &&
           !isnan(grid_value(r, entry));
}

/* How the number of a cell is written, and its range of colours. */
static void set_values(struct chart *c, const struct request *r, const struct facets *f)
{
    const char *name = request_option(r, "value", "ratio");
    bool ratio = !strcmp(name, "ratio"), time = !strncmp(name, "time_", 5);
    double low = INFINITY, high = -INFINITY;
    for (int i = 0; i < c->point_count; i++) {
        low = fmin(low, c->points[i].value);
        high = fmax(high, c->points[i].value);
    }
    char *heading = time ? facets_time(f) : xstrdup(ratio ? "time / time of baseline" : name);
    double reach = ratio ? 1.0001 * fmax(high, 1 / low) : high > low ? high : low + 1;
    chart_text(c, "heading", heading);
    chart_text(c, "scale", ratio ? "ratio" : time ? "ns" : strstr(name, "_bytes") ? "bytes" : "");
    chart_number(c, "value_low", ratio ? 1 / reach : low);
    chart_number(c, "value_high", reach);
    free(heading);
}

static void add_grid_panels(struct chart *c, const struct request *r, const struct facets *f)
{
    const char *x = request_x_label(r, request_option(r, "x", ""));
    const char *y = axis_words(request_option(r, "y", ""));
    for (int k = 0; k < f->pass_count * f->shape_count; k++) {
        int pass = k / f->shape_count;
        char *title = facets_title(f, pass, k % f->shape_count);
        chart_labels_of_panel(c, chart_panel(c, title), pass + 1 == f->pass_count ? x : "", y);
        free(title);
    }
    c->across = f->shape_count;
}

static char *fill_grid(struct chart *c, const struct request *all)
{
    const int axes[2] = {request_axis(all, "x", NULL), request_axis(all, "y", NULL)};
    if (axes[0] < 0 || axes[1] < 0) return xstrdup("the options x and y name no axes");
    struct request r = request_with(all, has_cell);
    char *fault = r.count ? NULL : request_empty(all, request_option(all, "value", "ratio"));
    if (!fault) {
        struct facets f = facets_make(&r, axes[0], axes[1], 6, &c->remark);
        places_of_axis(&c->columns, &r, axes[0], request_option(&r, "x_order", ""));
        places_of_axis(&c->rows, &r, axes[1], request_option(&r, "y_order", ""));
        add_grid_panels(c, &r, &f);
        for (int i = 0; i < r.count; i++) {
            int panel = f.pass_of[i] * f.shape_count + f.shape_of[i];
            if (f.shape_of[i] >= 0)
                cell_add(c, &r, i, panel, axes)->value = grid_value(&r, r.entries[i]);
        }
        set_values(c, &r, &f);
        facets_free(&f);
    }
    free(r.entries);
    return fault;
}

const struct figure_kind figures_of_grids[] = {{"grid", false, fill_grid}, {0}};
