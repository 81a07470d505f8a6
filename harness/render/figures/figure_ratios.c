/* SPDX-License-Identifier: MIT
 * Dots with intervals, a row for each label: `ratio` of times, `dots` of gains. */
#include "harness/render/figures/figure_gains.h"
#include "harness/render/figures/figure_kinds.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* ---- rows ---- */

/* The rows that occur, in the order of tables: place[row], from 1. */
static int *add_rows(struct chart *c, const struct request *r)
{
    int *place = xarray((size_t)r->question->rows + 1, sizeof *place);
    for (int row = 0; row < r->question->rows; row++)
        for (int i = 0; i < r->count && !place[row]; i++) {
            const struct entry *e = &r->analysis->entries[r->entries[i]];
            if (e->row == row) place[row] = chart_new_place(&c->rows, e->label);
        }
    return place;
}

static void set_x(struct chart *c, double low, double high, const char *tics)
{
    chart_number(c, "x_low", low);
    chart_number(c, "x_high", high);
    chart_text(c, "x_tics", tics);
}

/* ---- ratio ---- */

static bool has_ratio(const struct request *r, int entry)
{
    return !isnan(entry_ratio(r->analysis, entry).value);
}

/* Decades, then 1-2-5, then tenths: what gives between two and six tics in a narrow panel. */
static const char *ratio_tics(double spread)
{
    static const struct {
        double above;
        const char *tics;
    } steps[] = {{1000, "0.0001 0.001 0.01 0.1 1 10 100 1000 10000 100000"},
                 {30, "0.01 0.03 0.1 0.3 1 3 10 30 100 300 1000"},
                 {8, "0.05 0.1 0.2 0.5 1 2 5 10 20 50"},
                 {2.5, "0.1 0.2 0.3 0.5 0.7 1 1.5 2 3 5 7"},
                 {1.3, "0.4 0.5 0.6 0.7 0.8 0.9 1 1.2 1.4 1.6 1.8 2 2.2"},
                 {1.1, "0.8 0.85 0.9 0.95 1 1.05 1.1 1.15 1.2 1.25"},
                 {1.05, "0.9 0.92 0.94 0.96 0.98 1 1.02 1.04 1.06 1.08 1.1"},
                 {0, "0.95 0.96 0.97 0.98 0.99 1 1.01 1.02 1.03 1.04 1.05"}};
    int i = 0;
    while (spread <= steps[i].above) i++;
    return steps[i].tics;
}

static void set_ratios(struct chart *c, const struct request *r)
{
    double low = 1, high = 1, least = INFINITY, greatest = 0, margin = r->analysis->time_margin;
    for (int i = 0; i < c->point_count; i++) {
        least = fmin(least, c->points[i].x_low);
        greatest = fmax(greatest, c->points[i].x_high);
    }
    double pad = greatest > least ? pow(greatest / least, 0.06) : 1.02;
    low = fmin(low, least);
    high = fmax(high, greatest);
    char *tics = chart_tics(ratio_tics(high / low));
    set_x(c, low / pad, high * pad, tics);
    chart_number(c, "zero", 1);
    chart_number(c, "band_low", 1 / (1 + margin));
    chart_number(c, "band_high", 1 + margin);
    free(tics);
}

/* With passes a column for each and a row for each shape; else the shapes fill the rows. */
static void add_ratio_panels(struct chart *c, const struct facets *f)
{
    int count = f->shape_count * f->pass_count;
    int across = f->pass_count > 1 ? f->pass_count : count <= 3 ? count : count == 4 ? 2 : 3;
    for (int p = 0; p < count; p++) {
        bool found = false;
        for (int i = 0; i < f->request->count; i++)
            found |= f->shape_of[i] * f->pass_count + f->pass_of[i] == p;
        char *title = facets_title(f, p % f->pass_count, p / f->pass_count);
        char *whole = xformat("%s%s", title, found ? "" : ": not measured");
        int panel = chart_panel(c, whole);
        chart_labels_of_panel(c, panel, p + across >= count ? "time / time of baseline" : "", "");
        free(title);
        free(whole);
    }
    c->across = across;
}

static char *fill_ratio(struct chart *c, const struct request *all)
{
    struct request r = request_with(all, has_ratio);
    const struct analysis *a = r.analysis;
    char *fault = r.count ? NULL : request_empty(all, "a ratio to a baseline");
    if (!fault) {
        struct facets probe = facets_make(&r, -1, -1, r.count, &c->remark);
        struct facets f = facets_make(&r, -1, -1, probe.pass_count > 1 ? 3 : 6, &c->remark);
        int *place = add_rows(c, &r);
        add_ratio_panels(c, &f);
        for (int i = 0; i < r.count; i++) {
            const struct entry *e = &a->entries[r.entries[i]];
            struct ratio ratio = entry_ratio(a, r.entries[i]);
            if (f.shape_of[i] < 0) continue;
            int series = chart_series(c, entry_arm_label(a, r.entries[i]), e->arm);
            struct chart_point *p = chart_add(c, f.shape_of[i] * f.pass_count + f.pass_of[i],
                                              series, ratio.value, place[e->row]);
            if (!isnan(ratio.low)) p->x_low = ratio.low;
            if (!isnan(ratio.high)) p->x_high = ratio.high;
        }
        set_ratios(c, &r);
        c->letters = 30;
        free(place);
        facets_free(&probe);
        facets_free(&f);
    }
    free(r.entries);
    return fault;
}

/* ---- dots ---- */

static void set_gains(struct chart *c, const struct request *r)
{
    double low, high;
    struct text tics = {0};
    gain_band(c, r->question, &low, &high);
    for (int i = 0; i < c->point_count; i++) {
        low = fmin(low, c->points[i].x_low);
        high = fmax(high, c->points[i].x_high);
    }
    double pad = 0.06 * (high - low), step = chart_step(high - low, c->panel_count == 1 ? 8 : 4);
    for (double k = ceil((low - pad) / step); k * step <= high + pad; k++) {
        char *name = xformat("%g", k * step + 0.0);
        chart_tic(&tics, name, k * step + 0.0);
        free(name);
    }
    set_x(c, low - pad, high + pad, tics.length ? tics.data : "");
    text_free(&tics);
}

static char *fill_dots(struct chart *c, const struct request *all)
{
    struct gains g;
    char *fault = gains_begin(&g, c, all, false, false);
    if (!fault) {
        const struct analysis *a = all->analysis;
        int *place = add_rows(c, &g.request);
        for (int i = 0; i < g.request.count; i++) {
            const struct entry *e = &a->entries[g.request.entries[i]];
            struct gain gain = gain_drawn(&g, i);
            if (g.facets.shape_of[i] < 0) continue;
            struct chart_point *p =
                chart_add(c, g.facets.shape_of[i], chart_series(c, e->label, e->row), gain.value,
                          place[e->row]);
            p->x_low = gain.low;
            p->x_high = gain.high;
        }
        shape_panels(c, &g.facets, g.words, "");
        c->letters = c->panel_count == 1 ? 56 : 35;
        set_gains(c, all);
        free(place);
    }
    gains_end(&g);
    return fault;
}

const struct figure_kind figures_of_ratios[] = {
    {"ratio", false, fill_ratio}, {"dots", true, fill_dots}, {0}};
