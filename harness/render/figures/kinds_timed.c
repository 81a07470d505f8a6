/* SPDX-License-Identifier: MIT
 * Kinds of figures of questions that time layers. */
#include "harness/render/figures/figure_kinds.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* ---- scaling, memory, threads ---- */

/* Without the bounds of an interval of less than the level of all others: as a bar nobody could
 * tell it from them. */
static struct value bounded(struct value v, const struct interval *of)
{
    if (!of->enough) v.low = v.high = v.at;
    return v;
}

static struct value time_of(const struct request *r, int entry)
{
    const struct entry *e = &r->analysis->entries[entry];
    if (!(e->median > 0)) return exactly(NAN);
    const struct candidate *w = entry_winner(r->analysis, entry);
    struct value at = {1e-9 * e->median, 1e-9 * e->time.low, 1e-9 * e->time.high, w ? w->n : 0};
    return bounded(at, &e->time);
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

/* What one large sgemm gains by the same threads: what the machine's cores and memory allow. */
static void add_sgemm(struct chart *c, const struct request *r, double fewest, double most)
{
    const struct roofline *l = r->roofline;
    const struct roof *first = roofline_roof(l, (int)fewest);
    for (int p = 0; p < c->panels.count && first; p++) {
        struct chart_point *last = NULL;
        for (int i = 0; i < l->roof_count; i++) { /* by threads, so that a line joins them */
            const struct roof *roof = &l->roofs[i];
            if (roof->threads < fewest || roof->threads > most) continue;
            last = chart_mark(c, p, "sgemm", exactly(roof->threads),
                              exactly(roof->sgemm_gflops / first->sgemm_gflops));
        }
        if (last) last->name = xstrdup("sgemm");
    }
}

/* The time of the same arm in the same panel with the fewest threads, over each; and the ideal. */
static void speed_up(struct chart *c, const struct request *r)
{
    double *times = xarray((size_t)c->point_count, sizeof *times), most = 1, least = INFINITY;
    for (int i = 0; i < c->point_count; i++) times[i] = c->points[i].y.at;
    for (int i = 0; i < c->point_count; i++) {
        const struct chart_point *p = &c->points[i];
        int fewest = i;
        for (int k = 0; k < c->point_count; k++)
            if (c->points[k].panel == p->panel && c->points[k].series == p->series &&
                c->points[k].x.at < c->points[fewest].x.at)
                fewest = k;
        c->points[i].y = exactly(times[fewest] / times[i]);
        most = fmax(most, p->x.at);
        least = fmin(least, p->x.at);
    }
    add_sgemm(c, r, least, most); /* no other mark may stand between the points of its line */
    chart_number(c, "ideal_from", isfinite(least) ? least : 1);
    for (int p = 0; p < c->panels.count; p++)
        chart_mark(c, p, "ideal", exactly(most), exactly(isfinite(least) ? most / least : most));
    free(times);
}

/* ---- ratio, slopes, grid ---- */

struct value ratio_of(const struct request *r, int entry)
{
    const struct effect *e = entry_effect(r->analysis, entry, READ_STEPS);
    if (!e || !e->gain.n || e->reference == entry) return exactly(NAN);
    const struct estimate *g = &e->gain;
    struct value at = {exp(-g->centre), exp(-g->interval.high), exp(-g->interval.low), g->n};
    return bounded(at, &g->interval);
}

static bool is_baseline(const struct request *r, int entry)
{
    return r->analysis->entries[entry].reference == entry;
}

/* The same with the baseline itself, which is 1 where it was measured. */
static struct value slope_of(const struct request *r, int entry)
{
    double measured = r->analysis->entries[entry].median > 0 ? 1 : (double)NAN;
    return is_baseline(r, entry) ? exactly(measured) : ratio_of(r, entry);
}

static struct value over_reference(const struct request *r, int entry, value_of_entry *bytes)
{
    int reference = r->analysis->entries[entry].reference;
    if (reference < 0) return exactly(NAN);
    return positive(bytes(r, entry).at / bytes(r, reference).at);
}

static struct value working_slope(const struct request *r, int entry)
{
    return over_reference(r, entry, working_of);
}

static struct value resident_slope(const struct request *r, int entry)
{
    return over_reference(r, entry, resident_of);
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
    } known[] = {{"ratio", ratio.at},
                 {"ratio_low", ratio.low},
                 {"ratio_high", ratio.high},
                 {"time_ns_median", 1e-9 * e->median},
                 {"time_ns_q1", 1e-9 * e->q1},
                 {"time_ns_q3", 1e-9 * e->q3},
                 {"time_ns_min", 1e-9 * e->min},
                 {"time_ns_low", 1e-9 * e->time.low},
                 {"time_ns_high", 1e-9 * e->time.high}};
    const char *name = request_option(r, "value", "ratio");
    for (size_t i = 0; i < sizeof known / sizeof *known; i++)
        if (!strcmp(known[i].name, name))
            return strcmp(name, "ratio") ? exactly(known[i].value) : ratio;
    return exactly(entry_median(r->analysis, entry, name));
}

/* The colours of all grids of a request reach from and to the same values, whatever each shows:
 * `panel` makes several of it. */
static void set_values(struct chart *c, const struct request *r)
{
    const char *name = request_option(r, "value", "ratio");
    const struct span all = r->question->entries;
    bool ratio = !strncmp(name, "ratio", 5);
    double low = INFINITY, high = -INFINITY;
    for (int i = all.first; i < all.last; i++) {
        double value = grid_value(r, i).at; /* fmin and fmax drop NaN */
        low = fmin(low, value);
        high = fmax(high, value);
    }
    double reach = ratio ? 1.0001 * fmax(high, 1 / low) : high > low ? high : low + 1;
    c->cell.unit = ratio                        ? UNIT_RATIO
                   : !strncmp(name, "time_", 5) ? UNIT_SECONDS
                   : strstr(name, "_bytes")     ? UNIT_BYTES
                                                : UNIT_PLAIN;
    chart_text(c, "scale", ratio ? "ratio" : "");
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
                chart_mark(c, p, "roof", (struct value){ridge, ridge / 3, ridge * 3, 0},
                           (struct value){level, level / 3, level * 1.2, 0});
            corner->name =
                xformat("%d thread%s: %.0f GFLOP/s sgemm and %.1f GB/s triad", roof->threads,
                        roof->threads == 1 ? "" : "s", level, roof->triad_gb_s);
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

/* "dot product: projection 3.90 ms, 53 %". */
static char *phase_words(const struct request *r, const char *label, const struct phase_time *p,
                         double share)
{
    char *time = value_text(exactly(1e-9 * p->time_ns), UNIT_SECONDS);
    char *words = in_shares(r) ? xformat("%s: %s %s, %.0f %%", label, p->phase, time, share)
                               : xformat("%s: %s %s", label, p->phase, time);
    free(time);
    return words;
}

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
        while (series < c->series_count && strcmp(c->series[series].label, p->phase)) series++;
        struct chart_point *piece =
            chart_add(c, panel, series, series + 1, p->phase, (struct value){at, at, end, 0}, row);
        piece->y_name = label;
        piece->says = phase_words(r, label, p, end - at);
        at = end;
    }
    struct chart_point *whole = chart_mark(c, panel, "total", exactly(at), row);
    whole->value.at = 1e-9 * total;
    whole->y_name = label;
}

static void set_unit(struct chart *c, const struct request *r)
{
    c->cell.unit = UNIT_SECONDS;
    c->x.unit = in_shares(r) ? UNIT_PERCENT : UNIT_SECONDS;
}

const struct figure_kind kinds_timed[] = {
    {"scaling", "a time and a value of its axis", .y_of = time_of, .find = find_ratios,
     .crowded = "time_slopes", .x = "n", .title = "time of {pass}", .y_label = "time of {pass}",
     .y_says = "time", .units = "-s-", .log = "xy"},
    {"time_slopes", "a time, a baseline's, and a value of its axis", .y_of = slope_of,
     .finish = add_time_margin, .find = find_ratios, .x = "n",
     .title = "time of {pass} over that of {baseline}; less is better",
     .y_label = "time / time of {baseline}", .y_says = "time ratio", .units = "-r-", .log = "xy",
     .layout = SLOPES},
    {"memory", "bytes and a value of its axis", .y_of = working_of, .y_beside = resident_of,
     .find = find_memory, .crowded = "memory_slopes", .x = "n",
     .title = "working memory of the kernel, and peak memory of its process",
     .y_label = "working memory of the kernel", .y_says = "memory",
     .y_label_beside = "peak resident memory of the process", .units = "-b-", .log = "xy"},
    {"memory_slopes", "bytes, a baseline's, and a value of its axis", .y_of = working_slope,
     .y_beside = resident_slope, .find = find_memory, .x = "n",
     .title = "working memory of the kernel, and peak memory of its process, over {baseline}'s; "
              "less is better",
     .y_label = "working memory / {baseline}'s", .y_says = "memory ratio",
     .y_label_beside = "peak resident memory / {baseline}'s", .units = "-r-", .log = "xy",
     .layout = SLOPES},
    {"threads", "a time and a number of threads", .y_of = time_of, .finish = speed_up,
     .find = find_speed_ups, .x = "threads",
     .title = "speed-up of each arm over its own time with the fewest threads",
     .y_label = "speed-up, better upward", .y_says = "speed-up", .units = "-r-", .layout = ROOFS},
    {"ratio", "a ratio to a baseline", .x_of = ratio_of, .finish = add_time_margin,
     .find = find_ratios, .title = "time of {pass} over that of {baseline}; less is better",
     .x_label = "time / time of {baseline}", .x_says = "time ratio", .units = "r--", .log = "x",
     .layout = ROWS | ACROSS | LESS_FIRST},
    {"grid", "such a value", .cell_of = grid_value, .finish = set_values, .find = find_cells,
     .x = "", .y = "", .title = "{value}", .cell_says = "{value}"},
    {"roofline", "a rate and an intensity", intensity_of, rate_of, .finish = add_roofs,
     .find = find_rates, .title = "rate of {pass} against its arithmetic intensity",
     .x_label = "arithmetic intensity (FLOP/byte)", .x_says = "FLOP/byte",
     .y_label = "rate (GFLOP/s), better upward", .y_says = "GFLOP/s", .log = "xy",
     .layout = PHASES},
    {"phases", "times of its phases", total_of, .add = add_bar, .finish = set_unit,
     .find = find_phases,
     .title = "{share} by what it is spent on; at the end of each bar the whole time",
     .x_label = "{share}", .layout = ROWS | PHASES | ACROSS | STACKED | LESS_FIRST},
    {0}};
