/* SPDX-License-Identifier: MIT
 * Times and bytes against an axis: `scaling`, `memory`, `threads`. */
#include "harness/render/figures/figure_walk.h"

#include <math.h>
#include <stdlib.h>

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
        if (walk_panel(&w, i) >= 0)
            walk_add(&w, c, i, walk_panel(&w, i), 1e-9 * e->median, 1e-9 * e->time.low,
                     1e-9 * e->time.high);
    }
    if (!fault) {
        char *label = facets_time(&w.facets);
        walk_panels(&w, c, label);
        walk_range(&w, c);
        set_times(c);
        free(label);
    }
    walk_end(&w);
    return fault;
}

/* ---- memory ---- */

enum { MOST_IN_NARROW = 5 }; /* tics of x, else powers of two */

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

static void append(char **text, const char *more)
{
    char *longer = xformat("%s%s", *text, more);
    free(*text);
    *text = longer;
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
        if (!(high > 0))
            append(&c->panels[p].title, *c->panels[p].title ? ": not measured" : "not measured");
        c->panels[p].low = 0.999 * ldexp(1, first);
        c->panels[p].high = 1.001 * ldexp(1, last);
    }
}

/* A row of panels: a column for each pass and shape. */
static void add_bytes(struct chart *c, const struct walk *w, enum measured what,
                      const char *x_label, const char *y_label)
{
    const struct facets *f = &w->facets;
    int first = c->panel_count;
    for (int k = 0; k < f->pass_count * f->shape_count; k++) {
        char *title = first ? xstrdup("") : facets_title(f, k / f->shape_count, k % f->shape_count);
        chart_labels_of_panel(c, chart_panel(c, title), x_label, k ? "" : y_label);
        free(title);
    }
    for (int i = 0; i < w->request.count; i++) {
        double y = winner_measured(w->request.analysis, w->steps[i].entry, what);
        int panel = walk_panel(w, i);
        if (panel >= 0 && y > 0) walk_add(w, c, i, first + panel, y, y, y);
    }
    set_bytes(c, first);
}

static char *fill_memory(struct chart *c, const struct request *all)
{
    struct walk w;
    char *fault = walk_begin(&w, c, all, "n", has_bytes);
    if (!fault) {
        add_bytes(c, &w, WORKING_BYTES, "", "working memory of the kernel (bytes)");
        add_bytes(c, &w, PEAK_RSS_BYTES, request_x_label(all, w.axis),
                  "peak resident memory of the process (bytes)");
        c->across = c->panel_count / 2;
        if (c->panel_count > 2 && w.values > MOST_IN_NARROW) chart_text(c, "x_tics", "");
        walk_range(&w, c);
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
    while (walk_panel(w, k) != walk_panel(w, i) ||
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
        if (walk_panel(&w, i) < 0) continue;
        double faster = fewest_time(&w, i) / time;
        walk_add(&w, c, i, walk_panel(&w, i), faster, faster, faster);
    }
    if (!fault) {
        walk_panels(&w, c, "speed-up over the fewest threads");
        add_ideal(c, most);
        w.x[0] = 0.8;
        w.x[1] = most + 0.2;
        walk_range(&w, c);
    }
    walk_end(&w);
    return fault;
}

const struct figure_kind figures_against_axis[] = {{"scaling", false, fill_scaling},
                                                   {"memory", false, fill_memory},
                                                   {"threads", false, fill_threads},
                                                   {0}};
