/* SPDX-License-Identifier: MIT
 * Times and bytes against an axis: `scaling`, `memory`, `threads`. A line for each arm, a column of
 * panels for each shape (memory: for each pass too); arms without the axis are level lines. */
#include "harness/render/figure_kinds.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* ---- entries along the axis ---- */

struct step {
    int entry;
    double x;  /* NaN: has no such axis */
    int place; /* in request.entries */
};
struct walk {
    struct request request;
    struct facets facets;
    struct step *steps; /* by x, those without last */
    double x[2];        /* range */
    int values;         /* that x takes */
};

static int by_x(const void *a, const void *b)
{
    const struct step *p = a, *q = b;
    if (isnan(p->x) != isnan(q->x)) return isnan(p->x) ? 1 : -1;
    if (p->x < q->x || p->x > q->x) return p->x < q->x ? -1 : 1;
    return p->place - q->place;
}

enum { MOST_TICS = 12, MOST_IN_NARROW = 5 }; /* else powers of two */

/* A tic at each value that occurs, while there are few. */
static void set_x_tics(struct chart *c, struct walk *w)
{
    struct text tics = {0};
    for (int i = 0; i < w->request.count && !isnan(w->steps[i].x); i++) {
        double x = w->steps[i].x;
        if (i && x <= w->steps[i - 1].x) continue;
        char *name = xformat("%g", x);
        chart_tic(&tics, name, x);
        free(name);
        if (!w->values++) w->x[0] = x / 1.15;
        w->x[1] = x * 1.15;
    }
    chart_text(c, "x_tics", w->values && w->values <= MOST_TICS ? tics.data : "");
    text_free(&tics);
}

/* NULL, or why there is nothing to walk along. walk_end() in either case. */
static char *walk_begin(struct walk *w, struct chart *c, const struct request *all,
                        const char *axis, bool (*usable)(const struct request *, int))
{
    *w = (struct walk){.request = request_with(all, usable), .x = {1, 2}};
    const struct request *r = &w->request;
    int x = request_axis(r, "x", axis), most;
    w->steps = xarray((size_t)r->count, sizeof *w->steps);
    for (int i = 0; i < r->count; i++)
        w->steps[i] = (struct step){r->entries[i], entry_number(r->analysis, r->entries[i], x), i};
    if (r->count) qsort(w->steps, (size_t)r->count, sizeof *w->steps, by_x);
    set_x_tics(c, w);
    if (!w->values) return request_empty(r, request_option(r, "x", axis));
    w->facets = facets_make(r, x, -1, r->count, &c->remark);
    most = 6 / w->facets.pass_count;
    if (w->facets.shape_count <= most) return NULL;
    facets_free(&w->facets);
    w->facets = facets_make(r, x, -1, most, &c->remark);
    return NULL;
}

static void walk_end(struct walk *w)
{
    facets_free(&w->facets);
    free(w->steps);
    free(w->request.entries);
}

static int series_of(struct chart *c, const struct walk *w, int i)
{
    const struct analysis *a = w->request.analysis;
    int entry = w->steps[i].entry;
    return chart_series(c, entry_arm_label(a, entry), a->entries[entry].arm);
}

/* The panel of a step, -1 when its shape is left out: rows are passes, columns shapes. */
static int panel_of(const struct walk *w, int i)
{
    int shape = w->facets.shape_of[w->steps[i].place], pass = w->facets.pass_of[w->steps[i].place];
    return shape < 0 ? -1 : pass * w->facets.shape_count + shape;
}

/* The value of an arm without the axis, from edge to edge; of several the last. */
static void add_level(struct chart *c, const struct walk *w, int panel, int series, double y)
{
    bool there = false;
    c->series[series].level = true;
    for (int i = 0; i < c->point_count; i++) {
        struct chart_point *p = &c->points[i];
        if (p->panel != panel || p->series != series) continue;
        p->y = p->y_low = p->y_high = y;
        there = true;
    }
    for (int i = 0; i < 2 && !there; i++) chart_add(c, panel, series, w->x[i], y)->mark = "level";
}

static void set_range(struct chart *c, const struct walk *w)
{
    chart_number(c, "x_low", w->x[0]);
    chart_number(c, "x_high", w->x[1]);
}

/* A panel for each pass, below each other, and for each shape, beside each other. */
static void add_panels(struct chart *c, const struct walk *w, const char *axis, const char *y_label)
{
    const struct facets *f = &w->facets;
    const char *x_label = request_x_label(&w->request, request_option(&w->request, "x", axis));
    for (int k = 0; k < f->pass_count * f->shape_count; k++) {
        int pass = k / f->shape_count, shape = k % f->shape_count;
        char *title = facets_title(f, pass, shape);
        int p = chart_panel(c, title);
        chart_labels_of_panel(c, p, pass + 1 == f->pass_count ? x_label : "", shape ? "" : y_label);
        free(title);
    }
    chart_number(c, "across", f->shape_count);
}

/* ---- scaling ---- */

static bool has_time(const struct request *r, int e) { return r->analysis->entries[e].median > 0; }

/* 1, 2 and 5 of each decade where a logarithmic axis spans less than three. */
static char *decade_tics(double low, double high)
{
    static const double steps[] = {1, 2, 5};
    struct text tics = {0};
    text_add(&tics, "%s", "");
    for (int d = (int)floor(log10(low)); high < 1000 * low && d <= (int)ceil(log10(high)); d++)
        for (int i = 0; i < 3; i++) chart_tic(&tics, NULL, steps[i] * pow(10, d));
    return tics.data;
}

/* One scale for all panels, so that passes can be compared. */
static void set_times(struct chart *c)
{
    double low, high;
    chart_reach(c, -1, &low, &high);
    for (int p = 0; p < c->panel_count; p++) {
        free(c->panels[p].y_tics);
        c->panels[p].low = low / 1.15;
        c->panels[p].high = high * 1.15;
        c->panels[p].y_tics = decade_tics(low, high);
    }
}

static char *fill_scaling(struct chart *c, const struct request *all)
{
    struct walk w;
    char *fault = walk_begin(&w, c, all, "n", has_time);
    for (int i = 0; i < w.request.count && !fault; i++) {
        const struct entry *e = &w.request.analysis->entries[w.steps[i].entry];
        int panel = panel_of(&w, i);
        if (panel < 0) continue;
        int series = series_of(c, &w, i);
        if (isnan(w.steps[i].x))
            add_level(c, &w, panel, series, 1e-9 * e->median);
        else
            chart_interval(chart_add(c, panel, series, w.steps[i].x, 1e-9 * e->median),
                           1e-9 * e->time.low, 1e-9 * e->time.high);
    }
    if (!fault) {
        char *label = facets_time(&w.facets);
        add_panels(c, &w, "n", label);
        set_times(c);
        set_range(c, &w);
        free(label);
    }
    walk_end(&w);
    return fault;
}

/* ---- memory ---- */

static bool has_bytes(const struct request *r, int entry)
{
    return winner_measured(r->analysis, entry, WORKING_BYTES) >= 0;
}

/* 2 to the e: "64 KiB". */
static char *power_text(int e)
{
    static const char *const units[] = {"B", "KiB", "MiB", "GiB", "TiB"};
    int unit = e < 0 ? 0 : e / 10 < 5 ? e / 10 : 4;
    return xformat("%g %s", ldexp(1, e - 10 * unit), units[unit]);
}

/* A row of panels: whole powers of two, at most nine tics, named at the left; a hair more of range
 * keeps those at the ends. */
static void set_bytes(struct chart *c, int first_panel)
{
    double low = INFINITY, high = -INFINITY;
    for (int i = 0; i < c->point_count; i++)
        if (c->points[i].panel >= first_panel) {
            low = fmin(low, c->points[i].y);
            high = fmax(high, c->points[i].y);
        }
    int first = high > 0 ? (int)floor(log2(low) + 1e-9) : 0;
    int last = high > 0 ? (int)ceil(log2(high) - 1e-9) : 1;
    if (last <= first) last = first + 1;
    for (int p = first_panel; p < c->panel_count; p++) {
        struct text tics = {0};
        for (int e = first; e <= last; e += 1 + (last - first) / 9) {
            char *name = p == first_panel ? power_text(e) : xstrdup("");
            chart_tic(&tics, name, ldexp(1, e));
            free(name);
        }
        free(c->panels[p].y_tics);
        c->panels[p].y_tics = tics.data;
        c->panels[p].low = 0.999 * ldexp(1, first);
        c->panels[p].high = 1.001 * ldexp(1, last);
    }
    if (!(high > 0)) chart_text(c, first_panel ? "absent_below" : "absent_above", "not measured");
}

/* A row of panels: a column for each pass and shape. */
static void add_bytes(struct chart *c, const struct walk *w, enum measured what,
                      const char *x_label, const char *y_label)
{
    const struct facets *f = &w->facets;
    int first = c->panel_count;
    for (int k = 0; k < f->pass_count * f->shape_count; k++) {
        char *title = facets_title(f, k / f->shape_count, k % f->shape_count);
        chart_labels_of_panel(c, chart_panel(c, first ? "" : title), x_label, k ? "" : y_label);
        free(title);
    }
    for (int i = 0; i < w->request.count; i++) {
        double y = winner_measured(w->request.analysis, w->steps[i].entry, what);
        int panel = panel_of(w, i);
        if (panel < 0 || !(y > 0)) continue;
        int series = series_of(c, w, i);
        if (isnan(w->steps[i].x))
            add_level(c, w, first + panel, series, y);
        else
            chart_add(c, first + panel, series, w->steps[i].x, y);
    }
    set_bytes(c, first);
}

static char *fill_memory(struct chart *c, const struct request *all)
{
    struct walk w;
    char *fault = walk_begin(&w, c, all, "n", has_bytes);
    if (!fault) {
        add_bytes(c, &w, WORKING_BYTES, "", "working memory of the kernel (bytes)");
        add_bytes(c, &w, PEAK_RSS_BYTES, request_x_label(all, request_option(all, "x", "n")),
                  "peak resident memory of the process (bytes)");
        chart_number(c, "across", c->panel_count / 2);
        if (c->panel_count > 2 && w.values > MOST_IN_NARROW) chart_text(c, "x_tics", "");
        set_range(c, &w);
    }
    walk_end(&w);
    return fault;
}

/* ---- threads ---- */

/* The time of the same arm in the same panel with the fewest threads. */
static double fewest_time(const struct walk *w, int i)
{
    const struct entry *entries = w->request.analysis->entries;
    int k = 0;
    while (panel_of(w, k) != panel_of(w, i) ||
           entries[w->steps[k].entry].arm != entries[w->steps[i].entry].arm)
        k++;
    return entries[w->steps[k].entry].median;
}

/* The ideal: as many times faster as there are threads. */
static void add_ideal(struct chart *c, double most)
{
    int ideal = chart_series(c, "ideal", -1);
    c->series[ideal].level = true;
    for (int p = 0; p < c->panel_count; p++) {
        chart_add(c, p, ideal, 1, 1)->mark = "level";
        chart_add(c, p, ideal, most + 0.2, most + 0.2)->mark = "level";
        c->panels[p].low = 0;
        c->panels[p].high = most * 1.15;
    }
}

static char *fill_threads(struct chart *c, const struct request *all)
{
    struct walk w;
    double most = 1;
    char *fault = walk_begin(&w, c, all, "threads", has_time);
    for (int i = 0; i < w.request.count && !fault && !isnan(w.steps[i].x); i++) {
        double time = w.request.analysis->entries[w.steps[i].entry].median;
        most = fmax(most, w.steps[i].x);
        if (panel_of(&w, i) < 0) continue;
        chart_add(c, panel_of(&w, i), series_of(c, &w, i), w.steps[i].x, fewest_time(&w, i) / time);
    }
    if (!fault) {
        add_panels(c, &w, "threads", "speed-up over the fewest threads");
        add_ideal(c, most);
        w.x[0] = 0.8;
        w.x[1] = most + 0.2;
        set_range(c, &w);
    }
    walk_end(&w);
    return fault;
}

const struct figure_kind figures_against_axis[] = {{"scaling", false, fill_scaling},
                                                   {"memory", false, fill_memory},
                                                   {"threads", false, fill_threads},
                                                   {0}};
