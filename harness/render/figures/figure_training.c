/* SPDX-License-Identifier: MIT
 * Over training and over the tuned axis: `curves`, `gain_over_training`, `lr_curves`. */
#include "harness/render/figures/figure_gains.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* ---- learning curves of the winners ---- */

static const char *const along_names[] = {"step", "tokens", "flop", "seconds", NULL};

/* The runs of a winner, and the first that ended: the points are at its steps. */
struct winner {
    const struct trial *const *trials;
    int count;
    const struct trial *first;
};

static struct winner winner_of(const struct analysis *a, int entry)
{
    struct winner w = {0};
    int winner = a->entries[entry].winner;
    if (winner < 0) return w;
    w.trials = a->members + a->candidates[winner].first;
    w.count = a->candidates[winner].last - a->candidates[winner].first;
    for (int i = w.count - 1; i >= 0; i--)
        if (w.trials[i]->state == TRIAL_OK) w.first = w.trials[i];
    return w;
}

static double place_along(const struct point *p, int along)
{
    const double all[] = {p->step, p->tokens, p->flop, p->seconds};
    return all[along];
}

/* The mean at a step with the least and the greatest seed; NaN without any. */
static struct gain mean_at(const struct request *r, const struct winner *w, double step)
{
    struct gain g = {0, INFINITY, -INFINITY};
    int n = 0;
    for (int i = 0; i < w->count; i++) {
        double value = curve_at(w->trials[i], r->question->metric, CURVE_STEP, step);
        if (w->trials[i]->state != TRIAL_OK || isnan(value)) continue;
        g.value += value;
        g.low = fmin(g.low, value);
        g.high = fmax(g.high, value);
        n++;
    }
    g.value = n ? g.value / n : (double)NAN;
    return g;
}

/* The gain at a step over the reference's run of the same seed. */
static struct gain gain_at(const struct request *r, int entry, const struct winner *w, double step)
{
    const struct analysis *a = r->analysis;
    const struct metric *m = r->question->metric;
    int reference = a->entries[entry].reference, n = 0;
    double *gains = xarray((size_t)w->count, sizeof *gains);
    for (int i = 0; i < w->count && reference >= 0 && reference != entry; i++) {
        const struct trial *other = winner_trial(a, reference, w->trials[i]);
        if (w->trials[i]->state != TRIAL_OK || !other || other->state != TRIAL_OK) continue;
        double gain = gain_of(m, curve_at(w->trials[i], m, CURVE_STEP, step),
                              curve_at(other, m, CURVE_STEP, step));
        if (!isnan(gain)) gains[n++] = gain;
    }
    struct estimate e = stats_paired(gains, n, a->level);
    struct gain g = {n ? gain_scaled(m, e.centre) : (double)NAN, gain_scaled(m, e.interval.low),
                     gain_scaled(m, e.interval.high)};
    if (n < 2) g.low = g.high = g.value;
    free(gains);
    return g;
}

static void add_curves(struct chart *c, const struct facets *f, int along, bool gains)
{
    const struct request *r = f->request;
    for (int i = 0; i < r->count; i++) {
        const struct entry *e = &r->analysis->entries[r->entries[i]];
        struct winner w = winner_of(r->analysis, r->entries[i]);
        for (int k = 0; w.first && k < w.first->point_count && f->shape_of[i] >= 0; k++) {
            const struct point *p = &w.first->points[k];
            struct gain g =
                gains ? gain_at(r, r->entries[i], &w, p->step) : mean_at(r, &w, p->step);
            if (isnan(g.value)) continue;
            struct chart_point *point =
                chart_add(c, f->shape_of[i], chart_series(c, e->label, e->row),
                          place_along(p, along), g.value);
            chart_interval(point, g.low, g.high);
        }
    }
}

/* As many tics as a panel has room for. */
static void set_steps(struct chart *c)
{
    for (int p = 0; p < c->panel_count; p++) {
        double end = 0;
        for (int i = 0; i < c->point_count; i++)
            if (c->points[i].panel == p) end = fmax(end, c->points[i].x);
        if (end > 0) c->panels[p].x_step = chart_step(end, c->panel_width / 60.0);
    }
}

static bool has_curve(const struct request *r, int entry)
{
    return winner_of(r->analysis, entry).first;
}

static char *fill_along(struct chart *c, const struct request *all, bool gains)
{
    static const char *const words[] = {"optimiser steps", "tokens", "FLOP of training",
                                        "seconds of training"};
    char *fault = NULL;
    int along = request_choice(all, "along", along_names, &fault);
    if (fault) return fault;
    struct request r = request_with(all, has_curve);
    const struct metric *m = r.question->metric;
    if (!r.count || !m) fault = request_empty(all, "a learning curve");
    if (!fault) {
        struct facets f = facets_make(&r, -1, -1, 6, &c->remark);
        char *label = gains ? xformat("%s %s", metric_words(m),
                                      m->higher_is_better ? "above the baseline's"
                                                          : "below the baseline's (%)")
                            : xformat("%s (validation)", metric_words(m));
        shape_panels(c, &f, words[along], label);
        add_curves(c, &f, along, gains);
        set_steps(c);
        if (along == 2) chart_text(c, "x_format", "%.1s %c");
        if (!c->point_count) fault = request_empty(all, "a gain over a baseline");
        free(label);
        facets_free(&f);
    }
    free(r.entries);
    return fault;
}

static char *fill_curves(struct chart *c, const struct request *r)
{
    return fill_along(c, r, false);
}

/* A band may be wide where few seeds disagree: the range is that of the means, three times over. */
static char *fill_gain_over_training(struct chart *c, const struct request *r)
{
    double low = 0, high = 0;
    char *fault = fill_along(c, r, true);
    for (int i = 0; i < c->point_count; i++) {
        low = fmin(low, c->points[i].y);
        high = fmax(high, c->points[i].y);
    }
    double reach = high > low ? high - low : 1;
    for (int p = 0; p < c->panel_count; p++) {
        c->panels[p].low = low - reach;
        c->panels[p].high = high + reach;
    }
    chart_number(c, "zero", 0);
    return fault;
}

/* ---- the sweep of the tuned axis ---- */

static bool is_tuned(const struct request *r, int entry)
{
    const struct entry *e = &r->analysis->entries[entry];
    return r->question->tuned >= 0 && e->first < e->last;
}

static void add_sweep(struct chart *c, int panel, const struct analysis *a, const struct entry *e)
{
    int series = chart_series(c, e->label, e->row);
    for (int k = e->first; k < e->last; k++) {
        const struct candidate *candidate = &a->candidates[k];
        double x = strtod(candidate->value, NULL);
        if (isfinite(candidate->tuning)) {
            chart_interval(chart_add(c, panel, series, x, candidate->tuning), candidate->low,
                           candidate->high);
            if (k == e->winner) chart_add(c, panel, series, x, candidate->tuning)->mark = "winner";
        }
        if (candidate->diverged) chart_add(c, panel, series, x, NAN)->mark = "diverged";
    }
}

/* Crosses stand at the top edge; every value tried is a tic. */
static void set_sweep(struct chart *c, const struct request *r)
{
    double low, high, least = INFINITY, most = 0;
    struct text tics = {0};
    struct chart_labels values = {0};
    if (!chart_reach(c, -1, &low, &high)) low = 0, high = 1;
    double span = high > low ? high - low : 1;
    for (int i = 0; i < c->point_count; i++) {
        struct chart_point *p = &c->points[i];
        if (isnan(p->y)) p->y = p->y_low = p->y_high = high + 0.05 * span;
        least = fmin(least, p->x);
        most = fmax(most, p->x);
    }
    for (int p = 0; p < c->panel_count; p++) {
        c->panels[p].low = low - 0.05 * span;
        c->panels[p].high = high + 0.08 * span;
    }
    for (int i = 0; i < r->count; i++)
        for (int k = r->analysis->entries[r->entries[i]].first;
             k < r->analysis->entries[r->entries[i]].last; k++)
            chart_place(&values, r->analysis->candidates[k].value);
    for (int i = 0; i < values.count; i++)
        chart_tic(&tics, values.list[i].text, strtod(values.list[i].text, NULL));
    chart_text(c, "x_tics", tics.length ? tics.data : "");
    chart_number(c, "x_low", least / 1.3);
    chart_number(c, "x_high", most * 1.3);
    chart_labels_free(&values);
    text_free(&tics);
}

static char *fill_lr_curves(struct chart *c, const struct request *all)
{
    struct request r = request_with(all, is_tuned);
    char *fault = r.count ? NULL : request_empty(all, "a tuned axis");
    if (!fault) {
        struct facets f = facets_make(&r, -1, -1, 6, &c->remark);
        const char *tuned = r.analysis->run->axes.list[r.question->tuned].name;
        shape_panels(c, &f, strcmp(tuned, "lr") ? tuned : "learning rate", "validation loss");
        for (int i = 0; i < r.count; i++)
            if (f.shape_of[i] >= 0)
                add_sweep(c, f.shape_of[i], r.analysis, &r.analysis->entries[r.entries[i]]);
        set_sweep(c, &r);
        facets_free(&f);
    }
    free(r.entries);
    return fault;
}

const struct figure_kind figures_of_training[] = {
    {"curves", true, fill_curves},
    {"gain_over_training", true, fill_gain_over_training},
    {"lr_curves", true, fill_lr_curves},
    {0}};
