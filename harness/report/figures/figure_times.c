/* SPDX-License-Identifier: MIT
 * Tables of figures of questions that time layers. */
#include "harness/analysis/roofline.h"
#include "harness/report/figures/figure_kinds.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* Without the bounds of an interval of less than the level of all others. */
static struct value bounded(struct value v, const struct interval *of)
{
    if (!of->enough) v.low = v.high = NAN;
    return v;
}

static struct value alone(double v) { return (struct value){v > 0 ? v : (double)NAN, NAN, NAN, 0}; }

/* ---- values of entries ---- */

static struct value time_of(const struct request *r, int entry)
{
    const struct entry *e = &r->analysis->entries[entry];
    const struct candidate *w = entry_winner(r->analysis, entry);
    struct value at = {1e-9 * e->median, 1e-9 * e->time.low, 1e-9 * e->time.high, w ? w->n : 0};
    return e->median > 0 ? bounded(at, &e->time) : alone(NAN);
}

static struct value ratio_of(const struct request *r, int entry)
{
    const struct effect *e = entry_effect(r->analysis, entry, COMPARE_STEPS);
    if (!e || !e->gain.n || e->reference == entry) return alone(NAN);
    const struct estimate *g = &e->gain;
    struct value at = {exp(-g->centre), exp(-g->interval.high), exp(-g->interval.low), g->n};
    return bounded(at, &g->interval);
}

static bool is_baseline(const struct request *r, int entry)
{
    return r->analysis->entries[entry].reference == entry;
}

static struct value ratio_or_one(const struct request *r, int entry)
{
    if (!is_baseline(r, entry)) return ratio_of(r, entry);
    return alone(r->analysis->entries[entry].median > 0 ? 1 : (double)NAN);
}

static struct value bytes_of(const struct request *r, int entry)
{
    return alone(winner_measured(r->analysis, entry, WORKING_BYTES));
}

static struct value byte_ratio_of(const struct request *r, int entry)
{
    int reference = r->analysis->entries[entry].reference;
    return reference < 0 ? alone(NAN) : alone(bytes_of(r, entry).at / bytes_of(r, reference).at);
}

/* Over the same arm with fewer threads. */
static struct value speed_up_of(const struct request *r, int entry)
{
    const struct entry *e = &r->analysis->entries[entry];
    if (e->reference < 0 || r->analysis->entries[e->reference].arm != e->arm) return alone(NAN);
    struct value v = ratio_or_one(r, entry);
    return (struct value){1 / v.at, 1 / v.high, 1 / v.low, v.n};
}

/* ---- along an axis ---- */

/* Of an arm without the axis: a level line from the least to the greatest place. */
static void add_level(struct figure_table *t, const struct request *r, int entry, struct value v)
{
    double low = INFINITY, high = -INFINITY;
    for (int i = 0; i < r->count; i++) {
        double x = entry_number(r->analysis, r->entries[i], r->x);
        if (x < low) low = x;
        if (x > high) high = x;
    }
    if (low > high) return;
    add_of_entry(t, r, entry, low, v, "level");
    add_of_entry(t, r, entry, high, v, "level");
}

static void write_along(struct figure_table *t, const struct request *r, value_of_entry *value_of)
{
    for (int i = 0; i < r->count; i++) {
        int entry = r->entries[i];
        struct value v = value_of(r, entry);
        double x = entry_number(r->analysis, entry, r->x);
        if (isnan(v.at)) continue;
        if (isnan(x))
            add_level(t, r, entry, v);
        else
            add_of_entry(t, r, entry, x, v, NULL);
    }
    t->x_label = axis_words(&r->analysis->run->axes, r->x);
    figure_sort(t);
}

void write_times(struct figure_table *t, struct request *r)
{
    char *time = time_words(r);
    t->title = xformat("Median %s", time);
    t->y_label = time;
    write_along(t, r, time_of);
}

/* "Time of a forward pass over that of dot product; below 1 is faster". */
static void title_ratio(struct figure_table *t, const struct request *r)
{
    char *time = time_words(r);
    t->title = xformat("T%s over that of %s; below 1 is faster", time + 1, baseline_words(r));
    t->y_label = xformat("time / time of %s", baseline_words(r));
    free(time);
}

void write_time_ratios(struct figure_table *t, struct request *r)
{
    title_ratio(t, r);
    write_along(t, r, ratio_or_one);
}

void write_memory_rows(struct figure_table *t, struct request *r)
{
    t->title = xstrdup("Working memory of the kernel");
    t->y_label = xstrdup("working memory");
    write_along(t, r, bytes_of);
}

void write_byte_ratios(struct figure_table *t, struct request *r)
{
    t->title = xformat("Working memory of the kernel over that of %s", baseline_words(r));
    t->y_label = xformat("memory / memory of %s", baseline_words(r));
    write_along(t, r, byte_ratio_of);
}

/* Whether a panel has an entry. */
static bool is_used(const struct request *r, int panel)
{
    for (int i = 0; i < r->count; i++)
        if (request_panel(r, r->entries[i]) == panel) return true;
    return false;
}

/* What a large matrix product gains from the same threads, in each panel. */
static void add_sgemm(struct figure_table *t, const struct request *r)
{
    struct roofline l = roofline_make(r->analysis);
    double most = 0;
    for (int i = 0; i < r->count; i++)
        most = fmax(most, entry_number(r->analysis, r->entries[i], r->x));
    for (int p = 0; p < r->panel_count && t->count; p++)
        for (int i = 0; i < l.roof_count && l.roofs[i].threads <= most; i++)
            figure_add(t, p, -1,
                       (struct figure_row){
                           .panel = r->panels[p],
                           .arm = "large matrix product (sgemm)",
                           .colour = -1,
                           .x = l.roofs[i].threads,
                           .value = alone(l.roofs[i].sgemm_gflops / l.roofs[0].sgemm_gflops),
                           .mark = "sgemm"});
    roofline_free(&l);
}

void write_speed_ups(struct figure_table *t, struct request *r)
{
    t->title = xstrdup("Speed-up of each arm over its own time with fewer threads");
    t->y_label = xstrdup("speed-up");
    write_along(t, r, speed_up_of);
    add_sgemm(t, r);
    figure_sort(t);
}

/* ---- rows and cells ---- */

void write_ratio_rows(struct figure_table *t, struct request *r)
{
    double most = 1 + r->analysis->time_margin;
    title_ratio(t, r);
    t->x_label = t->y_label;
    t->y_label = NULL;
    for (int i = 0; i < r->count; i++) {
        struct value v = ratio_of(r, r->entries[i]);
        if (!isnan(v.at)) add_of_entry(t, r, r->entries[i], NAN, v, NULL);
    }
    if (t->count) add_margin(t, 1 / most, most);
    figure_sort_by_value(t, false);
}

void write_ratio_cells(struct figure_table *t, struct request *r)
{
    title_ratio(t, r);
    add_cells(t, r, ratio_of);
}

/* ---- roofline and phases ---- */

static void add_roof(struct figure_table *t, const struct request *r, const struct roof *roof)
{
    char *name = xformat("%d thread%s: %.0f GFLOP/s, %.1f GB/s", roof->threads,
                         roof->threads == 1 ? "" : "s", roof->sgemm_gflops, roof->triad_gb_s);
    struct figure_row row = {.arm = name,
                             .colour = -1,
                             .x = roof->sgemm_gflops / roof->triad_gb_s,
                             .value = alone(roof->sgemm_gflops),
                             .mark = "roof"};
    for (int p = 0; p < r->panel_count && roof->triad_gb_s > 0; p++) {
        row.panel = r->panels[p];
        if (is_used(r, p)) figure_add(t, p, -1, row);
    }
    free(name);
}

static void add_roofs(struct figure_table *t, const struct request *r)
{
    struct roofline l = roofline_make(r->analysis);
    int axis = axes_find(&r->analysis->run->axes, "threads");
    for (int i = 0; i < l.roof_count; i++) {
        bool used = false;
        for (int k = 0; k < r->count; k++)
            used |= entry_number(r->analysis, r->entries[k], axis) == l.roofs[i].threads;
        if (used) add_roof(t, r, &l.roofs[i]);
    }
    roofline_free(&l);
}

void write_rates(struct figure_table *t, struct request *r)
{
    t->title = xstrdup("Rate against arithmetic intensity, and what this machine allows");
    t->x_label = xstrdup("arithmetic intensity (FLOP/byte)");
    t->y_label = xstrdup("rate (GFLOP/s)");
    request_keep_largest(r);
    for (int i = 0; i < r->count; i++) {
        double x = entry_median(r->analysis, r->entries[i], "flop_per_byte");
        struct value rate = alone(entry_median(r->analysis, r->entries[i], "gflops"));
        if (x > 0 && rate.at > 0) add_of_entry(t, r, r->entries[i], x, rate, NULL);
    }
    if (t->count) add_roofs(t, r);
    figure_sort(t);
}

/* A row for each phase, from `low` to `high` percent of the time; the last has the whole time. */
static void add_phases(struct figure_table *t, const struct request *r, const struct roofline *l,
                       int entry)
{
    double total = 0, at = 0;
    for (int i = 0; i < l->phase_count; i++)
        if (l->phases[i].entry == entry) total += fmax(l->phases[i].time_ns, 0); /* drops NaN */
    for (int i = 0; i < l->phase_count && total > 0; i++) {
        const struct phase_time *p = &l->phases[i];
        if (p->entry != entry || isnan(p->time_ns)) continue;
        double share = 100 * p->time_ns / total;
        add_of_entry(t, r, entry, NAN, (struct value){share, at, at + share, p->n}, p->phase);
        at += share;
    }
    if (total > 0)
        add_of_entry(t, r, entry, NAN, (struct value){1e-9 * total, NAN, NAN, 0}, "total");
}

void write_phases(struct figure_table *t, struct request *r)
{
    struct roofline l = roofline_make(r->analysis);
    char *time = time_words(r);
    t->title = xformat("What the %s is spent on; behind each bar the whole time", time);
    t->x_label = xstrdup("share of the time (%)");
    request_keep_largest(r);
    for (int i = 0; i < r->series_count; i++) r->series[i].order = i;
    for (int i = 0; i < r->count; i++) add_phases(t, r, &l, r->entries[i]);
    figure_sort(t);
    free(time);
    roofline_free(&l);
}
