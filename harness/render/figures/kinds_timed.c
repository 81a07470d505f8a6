/* SPDX-License-Identifier: MIT
 * Kinds of figures of questions that time layers. */
#include "harness/render/figures/figure_kinds.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* ---- scaling, memory, threads ---- */

static struct value time_of(const struct request *r, int entry)
{
    const struct entry *e = &r->analysis->entries[entry];
    if (!(e->median > 0)) return exactly(NAN);
    return (struct value){1e-9 * e->median, 1e-9 * e->time.low, 1e-9 * e->time.high};
}

static struct value positive(double v) { return exactly(v > 0 ? v : (double)NAN); }

static struct value working_of(const struct request *r, int entry)
{
    return positive(winner_measured(r->analysis, entry, WORKING_BYTES));
}

static struct value resident_of(const struct request *r, int entry)
{
    return positive(winner_measured(r->analysis, entry, PEAK_RSS_BYTES));
}

/* The time of the same arm in the same panel with the fewest threads, over each; and the ideal. */
static void speed_up(struct chart *c, const struct request *r)
{
    double *times = xarray((size_t)c->point_count, sizeof *times), most = 1;
    (void)r;
    for (int i = 0; i < c->point_count; i++) times[i] = c->points[i].y.at;
    for (int i = 0; i < c->point_count; i++) {
        const struct chart_point *p = &c->points[i];
        int fewest = i;
        for (int k = 0; k < c->point_count; k++)
            if (c->points[k].panel == p->panel && c->points[k].style == p->style &&
                c->points[k].x.at < c->points[fewest].x.at)
                fewest = k;
        c->points[i].y = exactly(times[fewest] / times[i]);
        most = fmax(most, p->x.at);
    }
    for (int p = 0; p < c->panels.count; p++)
        chart_add(c, p, -1, NULL, exactly(most), exactly(most))->mark = "ideal";
    free(times);
}

/* ---- ratio, grid ---- */

/* Time over that of the baseline; NaN where there is none. */
static struct value ratio_of(const struct request *r, int entry)
{
    const struct effect *e = entry_effect(r->analysis, entry, READ_STEPS);
    if (!e || !e->gain.n || e->reference == entry) return exactly(NAN);
    return (struct value){exp(-e->gain.centre), exp(-e->gain.interval.high),
                          exp(-e->gain.interval.low)};
}

static void add_time_margin(struct chart *c, const struct request *r)
{
    double most = 1 + r->analysis->time_margin;
    chart_band(c, 1, 1 / most, most);
}

static struct value grid_value(const struct request *r, int entry)
{
    const struct entry *e = &r->analysis->entries[entry];
    struct value ratio = ratio_of(r, entry);
    const struct {
        const char *name;
        double value;
    } known[] = {{"ratio", ratio.at},           {"ratio_low", ratio.low},
                 {"ratio_high", ratio.high},    {"time_ns_median", e->median},
                 {"time_ns_q1", e->q1},         {"time_ns_q3", e->q3},
                 {"time_ns_min", e->min},       {"time_ns_low", e->time.low},
                 {"time_ns_high", e->time.high}};
    const char *name = request_option(r, "value", "ratio");
    for (size_t i = 0; i < sizeof known / sizeof *known; i++)
        if (!strcmp(known[i].name, name)) return exactly(known[i].value);
    return exactly(entry_median(r->analysis, entry, name));
}

/* How the number of a cell is written, and its range of colours. */
static void set_values(struct chart *c, const struct request *r)
{
    const char *name = request_option(r, "value", "ratio");
    bool ratio = !strcmp(name, "ratio"), time = !strncmp(name, "time_", 5);
    double low = INFINITY, high = -INFINITY;
    for (int i = 0; i < c->point_count; i++) {
        low = fmin(low, c->points[i].value.at);
        high = fmax(high, c->points[i].value.at);
    }
    double reach = ratio ? 1.0001 * fmax(high, 1 / low) : high > low ? high : low + 1;
    chart_text(c, "scale", ratio ? "ratio" : time ? "ns" : strstr(name, "_bytes") ? "bytes" : "");
    chart_number(c, "value_low", ratio ? 1 / reach : low);
    chart_number(c, "value_high", reach);
}

/* ---- roofline ---- */

static struct value intensity_of(const struct request *r, int entry)
{
    return positive(entry_median(r->analysis, entry, "flop_per_byte"));
}

static struct value rate_of(const struct request *r, int entry)
{
    return positive(entry_median(r->analysis, entry, "gflops"));
}

/* The corner of each roof, from where it falls to the left; and room to see that. */
static void add_roofs(struct chart *c, const struct request *r)
{
    int axis = axes_find(&r->analysis->run->axes, "threads");
    for (int i = 0; i < r->roofline->roof_count; i++) {
        const struct roof *roof = &r->roofline->roofs[i];
        double level = roof->sgemm_gflops, ridge = level / roof->triad_gb_s;
        bool used = false;
        for (int k = 0; k < r->count; k++)
            used |= entry_number(r->analysis, r->entries[k], axis) == roof->threads;
        for (int p = 0; p < c->panels.count && used && roof->triad_gb_s > 0; p++) {
            struct chart_point *corner =
                chart_add(c, p, -1, NULL, (struct value){ridge, ridge / 3, ridge * 3},
                          (struct value){level, level / 3, level * 1.2});
            corner->mark = "roof";
            corner->name = xformat("threads %d: %.0f GFLOP/s sgemm and %.1f GB/s triad",
                                   roof->threads, level, roof->triad_gb_s);
        }
    }
}

/* ---- phases ---- */

static struct value total_of(const struct request *r, int entry)
{
    const struct roofline *l = r->roofline;
    double total = 0;
    for (int i = 0; i < l->phase_count; i++)
        if (l->phases[i].entry == entry) total += fmax(l->phases[i].time_ns, 0); /* drops NaN */
    return positive(total);
}

static bool in_shares(const struct request *r) { return *request_option(r, "share", "1") != '0'; }

/* A piece for each phase, one behind the other; the whole time stands at the end. */
static void add_bar(struct chart *c, const struct request *r, int entry, int panel)
{
    const struct roofline *l = r->roofline;
    const char *label = r->analysis->entries[entry].label;
    double total = total_of(r, entry).at, at = 0, scale = in_shares(r) ? 100 / total : 1e-9;
    struct value row = exactly(chart_place(&c->rows, label));
    for (int i = 0; i < l->phase_count; i++) {
        const struct phase_time *p = &l->phases[i];
        if (p->entry != entry || isnan(p->time_ns)) continue;
        double end = at + p->time_ns * scale;
        int series = 0; /* phases in the order in which they are met */
        while (series < c->series.count && strcmp(c->series.list[series].text, p->phase)) series++;
        chart_add(c, panel, series, p->phase, (struct value){at, at, end}, row)->y_name = label;
        at = end;
    }
    struct chart_point *whole = chart_add(c, panel, -1, NULL, exactly(at), row);
    whole->mark = "total";
    whole->value.at = 1e-9 * total;
    whole->y_name = label;
}

static void set_unit(struct chart *c, const struct request *r)
{
    if (!in_shares(r)) chart_text(c, "x_format", "%.0s %cs");
}

const struct figure_kind kinds_timed[] = {
    {"scaling", "a time and a value of its axis", .y_of = time_of, .x = "n", .y_label = "{pass}",
     .log = "xy"},
    {"memory", "bytes and a value of its axis", .y_of = working_of, .y_below = resident_of,
     .x = "n", .y_label = "working memory of the kernel (bytes)",
     .y_label_below = "peak resident memory of the process (bytes)", .log = "xy"},
    {"threads", "a time and a number of threads", .y_of = time_of, .finish = speed_up,
     .x = "threads", .y_label = "speed-up over the fewest threads"},
    {"ratio", "a ratio to a baseline", .x_of = ratio_of, .finish = add_time_margin,
     .x_label = "time / time of baseline", .log = "x", .layout = ROWS | ACROSS},
    {"grid", "such a value", .cell_of = grid_value, .finish = set_values, .x = "", .y = "",
     .heading = "{value}"},
    {"roofline", "a rate and an intensity", intensity_of, rate_of, .finish = add_roofs,
     .x_label = "arithmetic intensity (FLOP/byte)", .y_label = "rate (GFLOP/s)", .log = "xy",
     .layout = PHASES},
    {"phases", "times of its phases", total_of, .add = add_bar, .finish = set_unit,
     .x_label = "{share}", .layout = ROWS | PHASES | ACROSS},
    {0}};
