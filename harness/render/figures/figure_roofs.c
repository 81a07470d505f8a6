/* SPDX-License-Identifier: MIT
 * Where the time goes: `roofline`, rates under the measured roofs; `phases`, stacked bars. Both
 * draw the largest shape that every pass was timed at. */
#include "harness/analysis/roofline.h"
#include "harness/render/figures/figure_kinds.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* ---- roofline ---- */

static bool has_rate(const struct request *r, int entry)
{
    return entry_median(r->analysis, entry, "gflops") > 0 &&
           entry_median(r->analysis, entry, "flop_per_byte") > 0;
}

static bool used(const struct request *r, int threads)
{
    int axis = axes_find(&r->analysis->run->axes, "threads");
    for (int i = 0; i < r->count; i++)
        if (entry_number(r->analysis, r->entries[i], axis) == threads) return true;
    return false;
}

/* The corners of a roof in every panel, and what its two parts are worth: the level part above its
 * left end where there is room, away from the points, the slope below its middle. */
static void add_roof(struct chart *c, const struct roof *roof, const double *x, const char *threads)
{
    double flat = roof->sgemm_gflops, slope = roof->triad_gb_s, ridge = flat / slope;
    double middle = sqrt(x[0] * ridge);
    char *level = xformat("sgemm %.0f GFLOP/s%s", flat, threads);
    char *slant = xformat("triad %.1f GB/s%s", slope, threads);
    for (int p = 0; p < c->panel_count; p++) {
        chart_add(c, p, -1, x[0], slope * x[0])->mark = "roof";
        chart_add(c, p, -1, ridge, flat)->mark = "roof";
        chart_add(c, p, -1, x[1], flat)->mark = "roof";
        chart_add(c, p, -1, x[1], NAN)->mark = "roof"; /* the next one begins anew */
    }
    chart_note(c, 1.1 * ridge, 1.12 * flat, level);
    chart_note(c, 1.12 * middle, 0.9 * slope * middle, slant);
    free(level);
    free(slant);
}

static void add_roofs(struct chart *c, const struct request *r)
{
    struct roofline line = roofline_make(r->analysis);
    double x[2] = {INFINITY, 0}, y[2] = {INFINITY, 0};
    int roofs = 0;
    for (int i = 0; i < c->point_count; i++) {
        x[0] = fmin(x[0], c->points[i].x);
        x[1] = fmax(x[1], c->points[i].x);
        y[0] = fmin(y[0], c->points[i].y);
        y[1] = fmax(y[1], c->points[i].y);
    }
    for (int i = 0; i < line.roof_count; i++) {
        const struct roof *roof = &line.roofs[i];
        if (!used(r, roof->threads) || !(roof->triad_gb_s > 0)) continue;
        x[0] = fmin(x[0], roof->sgemm_gflops / roof->triad_gb_s / 3);
        x[1] = fmax(x[1], roof->sgemm_gflops / roof->triad_gb_s * 3);
        y[1] = fmax(y[1], roof->sgemm_gflops);
        roofs++;
    }
    for (int i = 0; i < line.roof_count; i++)
        if (used(r, line.roofs[i].threads)) y[0] = fmin(y[0], line.roofs[i].triad_gb_s * x[0]);
    x[0] /= 1.3;
    x[1] *= 1.5;
    for (int i = 0; i < line.roof_count; i++) {
        int threads = line.roofs[i].threads;
        char *words = xformat(", %d thread%s", threads, threads == 1 ? "" : "s");
        if (used(r, threads) && line.roofs[i].triad_gb_s > 0)
            add_roof(c, &line.roofs[i], x, roofs > 1 ? words : "");
        free(words);
    }
    chart_number(c, "x_low", x[0]);
    chart_number(c, "x_high", x[1]);
    for (int p = 0; p < c->panel_count; p++) {
        c->panels[p].low = y[0] / 1.5;
        c->panels[p].high = y[1] * 1.35;
    }
    roofline_free(&line);
}

static char *fill_roofline(struct chart *c, const struct request *all)
{
    struct request rated = request_with(all, has_rate);
    if (!rated.count) {
        free(rated.entries);
        return request_empty(all, "a rate and an intensity");
    }
    struct request r = facets_largest(&rated, &c->remark);
    struct facets f = facets_make(&r, -1, -1, 1, &(char *){NULL});
    const struct analysis *a = r.analysis;
    for (int pass = 0; pass < f.pass_count; pass++) {
        bool last = pass + 1 == f.pass_count;
        int p = chart_panel(c, f.pass_count > 1 ? pass_title(f.passes[pass]) : "");
        chart_labels_of_panel(c, p, last ? "arithmetic intensity (FLOP/byte)" : "",
                              "rate (GFLOP/s)");
    }
    for (int i = 0; i < r.count; i++)
        chart_add(c, f.pass_of[i],
                  chart_series(c, entry_arm_label(a, r.entries[i]), a->entries[r.entries[i]].arm),
                  entry_median(a, r.entries[i], "flop_per_byte"),
                  entry_median(a, r.entries[i], "gflops"));
    add_roofs(c, &r);
    facets_free(&f);
    free(r.entries);
    free(rated.entries);
    return NULL;
}

/* ---- phases ---- */

static bool has_phases(const struct request *r, int entry)
{
    return entry_median(r->analysis, entry, "time_ns_median") > 0;
}

/* "7.3 ms" */
static char *duration_text(double ns)
{
    static const char *const units[] = {"ns", "µs", "ms", "s"};
    int unit = 0;
    while (unit < 3 && ns >= 1000) ns /= 1000, unit++;
    return xformat("%.1f %s", ns, units[unit]);
}

static double total_of(const struct roofline *l, int entry)
{
    double total = 0;
    for (int i = 0; i < l->phase_count; i++)
        if (l->phases[i].entry == entry && !isnan(l->phases[i].time_ns))
            total += l->phases[i].time_ns;
    return total;
}

/* A piece for each phase, one behind the other; the whole time stands at the end. */
static void add_bar(struct chart *c, const struct roofline *l, struct chart_labels *phases,
                    int entry, int row, double scale)
{
    double at = 0;
    for (int i = 0; i < l->phase_count; i++) {
        const struct phase_time *p = &l->phases[i];
        if (p->entry != entry || isnan(p->time_ns)) continue;
        int place = chart_place(phases, p->phase) - 1;
        struct chart_point *piece = chart_add(c, 0, chart_series(c, p->phase, place), at, row);
        piece->x_low = at;
        piece->x_high = at += p->time_ns * scale;
    }
    char *total = duration_text(at / scale);
    chart_note(c, at, row, total);
    free(total);
}

/* Bars of a pass stand together, below a row that names it. */
static void add_bars(struct chart *c, const struct facets *f, const struct roofline *l, bool share)
{
    const struct request *r = f->request;
    struct chart_labels phases = {0};
    for (int pass = 0; pass < f->pass_count; pass++) {
        if (f->pass_count > 1) {
            chart_note(c, 0, chart_new_place(&c->rows, ""), pass_title(f->passes[pass]));
        }
        for (int i = 0; i < r->count; i++) {
            double total = total_of(l, r->entries[i]);
            if (f->pass_of[i] != pass || total <= 0) continue;
            int row = chart_new_place(&c->rows, r->analysis->entries[r->entries[i]].label);
            add_bar(c, l, &phases, r->entries[i], row, share ? 100 / total : 1e-9);
        }
    }
    chart_labels_free(&phases);
}

/* The option share (1, 0); without it shares, where one bar would dwarf the others. */
static bool wants_shares(const struct request *r, double least, double most)
{
    const char *option = request_option(r, "share", NULL);
    return option ? !strcmp(option, "1") : most > 8 * least;
}

static char *fill_phases(struct chart *c, const struct request *all)
{
    struct roofline line = roofline_make(all->analysis);
    struct request timed = request_with(all, has_phases), r = facets_largest(&timed, &c->remark);
    double least = INFINITY, most = 0;
    for (int i = 0; i < r.count; i++) {
        double total = total_of(&line, r.entries[i]);
        if (total > 0) least = fmin(least, total);
        most = fmax(most, total);
    }
    char *fault = most > 0 ? NULL : request_empty(all, "times of its phases");
    if (!fault) {
        struct facets f = facets_make(&r, -1, -1, 1, &(char *){NULL});
        bool share = wants_shares(all, least, most);
        char *time = facets_time(&f);
        char *label = share
                          ? xformat("share of the time of the %s (%%)", time + strlen("time per "))
                          : xstrdup(time);
        add_bars(c, &f, &line, share);
        chart_labels_of_panel(c, chart_panel(c, ""), label, "");
        chart_number(c, "x_high", share ? 100 : most * 1e-9 * 1.02);
        if (!share) chart_text(c, "x_format", "%.0s %cs");
        free(time);
        free(label);
        facets_free(&f);
    }
    free(r.entries);
    free(timed.entries);
    roofline_free(&line);
    return fault;
}

const struct figure_kind figures_of_roofs[] = {
    {"roofline", false, fill_roofline}, {"phases", false, fill_phases}, {0}};
