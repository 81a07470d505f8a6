/* SPDX-License-Identifier: MIT
 * Writes the CSV tables behind the figures that show times. */
#include "harness/analysis/roofline.h"
#include "base/statistics/stats.h"
#include "harness/report/figures/figure_kinds.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* ---- values of entries ---- */

/* Removes the interval of a value if its level is below the page's confidence level. */
static struct value bounded(struct value v, const struct interval *of)
{
    if (!of->enough) v.low = v.high = NAN;
    return v;
}

static struct value alone(double v) { return (struct value){v > 0 ? v : (double)NAN, NAN, NAN, 0}; }

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

static struct value bytes_of(const struct request *r, int entry)
{
    return alone(winner_measured(r->analysis, entry, WORKING_BYTES));
}

static const struct cost *cost_of(const struct request *r, int entry)
{
    const struct effect *e = entry_effect(r->analysis, entry, COMPARE_STEPS);
    return e && e->reference != entry ? &e->cost : NULL;
}

static struct value memory_ratio_of(const struct request *r, int entry)
{
    const struct cost *c = cost_of(r, entry);
    return alone(c ? c->memory : (double)NAN);
}

static struct value flop_ratio_of(const struct request *r, int entry)
{
    const struct cost *c = cost_of(r, entry);
    return alone(c ? c->flops : (double)NAN);
}

/* Returns the speed-up relative to the same arm with the reference number of threads. */
static struct value speed_up_of(const struct request *r, int entry)
{
    const struct entry *e = &r->analysis->entries[entry];
    if (e->reference < 0 || r->analysis->entries[e->reference].arm != e->arm) return alone(NAN);
    struct value v = e->reference == entry ? alone(e->median > 0) : ratio_of(r, entry);
    return (struct value){1 / v.at, 1 / v.high, 1 / v.low, v.n};
}

/* ---- along an axis ---- */

/* Draws an arm without the axis as a horizontal line from the smallest to the largest x. */
static void add_level(struct figure_table *t, const struct request *r, int entry, struct value v)
{
    double low = NAN, high = NAN; /* fmin() and fmax() ignore NaN */
    for (int i = 0; i < r->count; i++) {
        double x = entry_number(r->analysis, r->entries[i], r->x);
        low = fmin(low, x);
        high = fmax(high, x);
    }
    if (isnan(low)) return;
    add_of_entry(t, r, entry, low, v, "level");
    add_of_entry(t, r, entry, high, v, "level");
}

static void write_along(struct figure_table *t, const struct request *r, value_of_entry *value_of)
{
    for (int i = 0; i < r->count; i++) {
        struct value v = value_of(r, r->entries[i]);
        double x = entry_number(r->analysis, r->entries[i], r->x);
        if (isnan(v.at)) continue;
        if (isnan(x))
            add_level(t, r, r->entries[i], v);
        else
            add_of_entry(t, r, r->entries[i], x, v, NULL);
    }
    t->x_label = axis_words(&r->analysis->run->axes, r->x);
    figure_sort(t);
}

void write_times(struct figure_table *t, struct request *r)
{
    t->y_label = time_words(r);
    t->subtitle = xformat("Median %s", t->y_label);
    t->title = finding_of_ratios(r, ratio_of, "as long as");
    write_along(t, r, time_of);
}

void write_memory_rows(struct figure_table *t, struct request *r)
{
    t->subtitle = xstrdup("Working memory of the kernel");
    t->title = finding_of_most(r, memory_ratio_of, "the memory of");
    t->y_label = xstrdup("working memory");
    write_along(t, r, bytes_of);
}

/* Adds the speed-up of a large matrix product to each panel. */
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
    t->subtitle = xstrdup("Speed-up over the same arm with 1 thread. Dashed: ideal. Thick grey: "
                          "large matrix product");
    t->title = finding_of_ratios(r, ratio_of, "as long as");
    t->y_label = xstrdup("speed-up");
    write_along(t, r, speed_up_of);
    add_sgemm(t, r);
    figure_sort(t);
}

/* ---- one row per arm ---- */

void write_ratio_rows(struct figure_table *t, struct request *r)
{
    double most = 1 + r->analysis->time_margin;
    char *time = time_words(r);
    t->subtitle = xformat("T%s relative to %s; left of 1 is faster", time + 1, baseline_words(r));
    t->x_label = xstrdup("times as long");
    request_keep_last_pass(r);
    t->title = finding_of_ratios(r, ratio_of, "as long as");
    for (int i = 0; i < r->count; i++) {
        struct value v = ratio_of(r, r->entries[i]);
        if (!isnan(v.at)) add_of_entry(t, r, r->entries[i], NAN, v, NULL);
    }
    if (t->count) add_margin(t, 1 / most, most);
    figure_sort_by_value(t, false);
    free(time);
}

/* Adds the panels of one cost, such as time. Each entry is one point. */
static void add_cost(struct figure_table *t, const struct request *r, int cost, const char *name,
                     value_of_entry *value_of)
{
    for (int i = 0; i < r->count; i++) {
        int entry = r->entries[i], p = request_panel(r, entry);
        struct value v = value_of(r, entry);
        const char *pass = r->panels[p];
        char *panel = xformat("%s%s%s", pass, *pass ? ": " : "", name);
        if (!isnan(v.at))
            figure_add(t, 3 * p + cost, r->series[request_series(r, entry)].order,
                       (struct figure_row){.panel = panel,
                                           .arm = r->series[request_series(r, entry)].name,
                                           .colour = -1,
                                           .x = entry_number(r->analysis, entry, r->x),
                                           .value = v,
                                           .verdict = verdict_of(r, entry)});
        free(panel);
    }
}

void write_costs(struct figure_table *t, struct request *r)
{
    char *time = time_words(r);
    t->subtitle =
        xformat("Time, FLOPs and working memory of a %s relative to %s; left of 1 is less",
                time + strlen("time of a "), baseline_words(r));
    t->title = finding_of_ratios(r, ratio_of, "as long as");
    t->x_label = axis_words(&r->analysis->run->axes, r->x);
    add_cost(t, r, 0, "time", ratio_of);
    add_cost(t, r, 1, "FLOPs", flop_ratio_of);
    add_cost(t, r, 2, "working memory", memory_ratio_of);
    if (t->count) add_axis(t, r);
    figure_sort_by_value(t, false);
    free(time);
}

/* ---- roofline and phases ---- */

/* Returns the median of a column of cells.csv over the entry's trials that ended, or NaN if none
 * ended. */
static double median_of(const struct request *r, int entry, const char *column)
{
    const struct candidate *c = entry_winner(r->analysis, entry);
    int n = 0;
    double *values = xarray(c ? (size_t)(c->last - c->first) : 1, sizeof *values);
    for (int i = c ? c->first : 0; c && i < c->last; i++) {
        const struct trial *t = r->analysis->members[i];
        const char *text = trial_text(r->analysis->run, t, column);
        if (t->state == TRIAL_OK && *text) values[n++] = strtod(text, NULL);
    }
    double median = stats_median(values, n);
    free(values);
    return median;
}

static struct value rate_of(const struct request *r, int entry)
{
    return alone(median_of(r, entry, "gflops"));
}

/* Adds a roofline to the panels in which all entries used the same number of threads. */
static void add_roof(struct figure_table *t, const struct request *r, const struct roof *roof)
{
    int axis = axes_find(&r->analysis->run->axes, "threads"), last = -1;
    char *name = xformat("%d thread%s: %.0f GFLOP/s, %.1f GB/s", roof->threads,
                         roof->threads == 1 ? "" : "s", roof->sgemm_gflops, roof->triad_gb_s);
    for (int i = 0; i < r->count && roof->triad_gb_s > 0; i++) {
        int p = request_panel(r, r->entries[i]);
        if (entry_number(r->analysis, r->entries[i], axis) != roof->threads || p == last) continue;
        figure_add(t, last = p, -1,
                   (struct figure_row){.panel = r->panels[p],
                                       .arm = name,
                                       .colour = -1,
                                       .x = roof->sgemm_gflops / roof->triad_gb_s,
                                       .value = alone(roof->sgemm_gflops),
                                       .mark = "roof"});
    }
    free(name);
}

void write_rates(struct figure_table *t, struct request *r)
{
    struct roofline l = roofline_make(r->analysis);
    t->subtitle = xstrdup("Rate against arithmetic intensity. Grey: limits of this machine");
    t->x_label = xstrdup("arithmetic intensity (FLOP/byte)");
    t->y_label = xstrdup("rate (GFLOP/s)");
    request_keep_last_shape(r);
    t->title = finding_of_range(r, rate_of, "Rate (GFLOP/s)");
    for (int i = 0; i < r->count; i++) {
        double x = median_of(r, r->entries[i], "flop_per_byte");
        struct value rate = rate_of(r, r->entries[i]);
        if (x > 0 && rate.at > 0) add_of_entry(t, r, r->entries[i], x, rate, NULL);
    }
    for (int i = 0; i < l.roof_count && t->count; i++) add_roof(t, r, &l.roofs[i]);
    figure_sort(t);
    roofline_free(&l);
}

static double total_of(const struct roofline *l, int entry)
{
    double total = 0;
    for (int i = 0; i < l->phase_count; i++)
        if (l->phases[i].entry == entry)
            total += fmax(l->phases[i].time_ns, 0); /* fmax() ignores NaN */
    return total;
}

static double share_of(const struct roofline *l, const struct phase_time *p)
{
    return 100 * p->time_ns / total_of(l, p->entry);
}

/* Returns true if a phase takes less than 1 % of the time of every entry. */
static bool is_small(const struct roofline *l, const char *phase)
{
    for (int i = 0; i < l->phase_count; i++)
        if (!strcmp(l->phases[i].phase, phase) && share_of(l, &l->phases[i]) >= 1) return false;
    return true;
}

/* Returns a title that names the phase in which the first entry spends most time. */
static char *largest_phase(const struct request *r, const struct roofline *l)
{
    const struct phase_time *most = NULL;
    for (int i = 0; i < l->phase_count && r->count; i++)
        if (l->phases[i].entry == r->entries[0] && (!most || l->phases[i].time_ns > most->time_ns))
            most = &l->phases[i];
    if (!most) return NULL;
    return xformat("In %s, %s takes %.0f %% of the time",
                   r->series[request_series(r, most->entry)].name, most->phase, share_of(l, most));
}

/* Adds one row per phase, which is drawn as a bar from `low` to `high` percent of the total time.
 * Then adds one row with the total time. */
static void add_phases(struct figure_table *t, const struct request *r, const struct roofline *l,
                       int entry)
{
    double at = 0, rest = 0;
    for (int i = 0; i < l->phase_count; i++) {
        const struct phase_time *p = &l->phases[i];
        double share = share_of(l, p);
        if (p->entry != entry || isnan(share)) continue;
        if (is_small(l, p->phase)) {
            rest += share;
            continue;
        }
        add_of_entry(t, r, entry, NAN, (struct value){share, at, at + share, p->n}, p->phase);
        at += share;
    }
    if (rest > 0) add_of_entry(t, r, entry, NAN, (struct value){rest, at, 100, 0}, "others");
    if (at > 0) add_of_entry(t, r, entry, NAN, alone(1e-9 * total_of(l, entry)), "total");
}

void write_phases(struct figure_table *t, struct request *r)
{
    struct roofline l = roofline_make(r->analysis);
    char *time = time_words(r);
    t->subtitle = xformat("Share of each phase in the %s. Right: total time", time);
    t->x_label = xstrdup("share of the time (%)");
    request_keep_last_shape(r);
    t->title = largest_phase(r, &l);
    for (int i = 0; i < r->series_count; i++) r->series[i].order = i;
    for (int i = 0; i < r->count; i++) add_phases(t, r, &l, r->entries[i]);
    figure_sort(t);
    free(time);
    roofline_free(&l);
}
