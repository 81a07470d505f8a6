/* SPDX-License-Identifier: MIT
 * Gains against an axis and over two factors: `gain`, `heatmap`; and what figures of gains share.
 */
#include "harness/render/figures/figure_gains.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* ---- shared ---- */

double gain_scaled(const struct metric *m, double gain)
{
    return m->higher_is_better ? gain : -100 * expm1(-gain);
}

const char *metric_words(const struct metric *m)
{
    return strcmp(m->name, "bits_per_char") ? m->name : "bits per character";
}

const struct effect *gain_effect(const struct gains *g, int place)
{
    return entry_effect(g->request.analysis, g->request.entries[place], g->reading);
}

struct gain gain_drawn(const struct gains *g, int place)
{
    const struct estimate *e = &gain_effect(g, place)->gain;
    const struct metric *m = g->request.question->metric;
    struct gain d = {gain_scaled(m, e->centre), gain_scaled(m, e->interval.low),
                     gain_scaled(m, e->interval.high)};
    if (!e->interval.level || isnan(d.low) || isnan(d.high)) d.low = d.high = d.value;
    return d;
}

static enum reading reading_of(const struct request *r, char **fault)
{
    const char *names[READINGS + 1] = {0};
    for (int i = 0; i < READINGS; i++) names[i] = reading_names[i];
    return (enum reading)request_choice(r, "reading", names, fault);
}

static bool has_gain(const struct request *r, int entry)
{
    char *fault = NULL;
    const struct effect *e = entry_effect(r->analysis, entry, reading_of(r, &fault));
    int x = request_axis(r, "x", NULL), y = request_axis(r, "y", NULL);
    return e && e->gain.n && e->reference != entry &&
           (x < 0 || *entry_value(r->analysis, entry, x)) &&
           (y < 0 || *entry_value(r->analysis, entry, y));
}

char *gains_begin(struct gains *g, struct chart *c, const struct request *r, bool x, bool y)
{
    char *fault = NULL;
    const struct metric *m = r->question->metric;
    *g = (struct gains){.request = *r, .axes = {-1, -1}};
    g->request.entries = NULL;
    g->request.count = 0;
    g->reading = reading_of(r, &fault);
    if (fault) return fault;
    if (x && (g->axes[0] = request_axis(r, "x", NULL)) < 0)
        return xstrdup("the option x names no axis");
    if (y && (g->axes[1] = request_axis(r, "y", NULL)) < 0)
        return xstrdup("the option y names no axis");
    if (!m) return xstrdup("nobody says which metric is compared");
    g->percent = !m->higher_is_better;
    g->words = xformat("%s %s", metric_words(m),
                       g->percent ? "below the baseline's (%)" : "above the baseline's");
    g->request = request_with(r, has_gain);
    if (!g->request.count) return request_empty(r, "a gain over a baseline");
    g->facets = facets_make(&g->request, g->axes[0], g->axes[1], 6, &c->remark);
    return NULL;
}

void gains_end(struct gains *g)
{
    facets_free(&g->facets);
    free(g->request.entries);
    free(g->words);
}

void gain_band(struct chart *c, const struct question *q, double *low, double *high)
{
    *low = gain_scaled(q->metric, -q->margin);
    *high = gain_scaled(q->metric, q->margin);
    chart_number(c, "zero", 0);
    chart_number(c, "band_low", *low);
    chart_number(c, "band_high", *high);
}

void shape_panels(struct chart *c, const struct facets *f, const char *x_label, const char *y_label)
{
    facets_lay_out(c, f);
    int count = f->shape_count, across = c->across;
    for (int p = 0; p < count; p++) {
        char *title = facets_title(f, 0, p);
        chart_labels_of_panel(c, chart_panel(c, title), p + across >= count ? x_label : "",
                              p % across ? "" : y_label);
        free(title);
    }
}

/* ---- gain: values stand evenly spaced in their order, arms side by side at a value ---- */

static double set_marks(struct chart *c, const struct gains *g)
{
    double low, high;
    struct text tics = {0};
    gain_band(c, g->request.question, &low, &high);
    for (int i = 0; i < c->point_count; i++) {
        low = fmin(low, c->points[i].y_low);
        high = fmax(high, c->points[i].y_high);
    }
    double pad = 0.06 * (high - low);
    for (int p = 0; p < c->panel_count; p++) {
        c->panels[p].low = low - pad;
        c->panels[p].high = high + pad;
    }
    for (int i = 0; i < c->columns.count; i++) chart_tic(&tics, c->columns.list[i].text, i + 1);
    chart_number(c, "x_low", 0.5);
    chart_number(c, "x_high", c->columns.count + 0.5);
    chart_text(c, "x_tics", tics.data);
    text_free(&tics);
    return pad;
}

static char *fill_gain(struct chart *c, const struct request *all)
{
    struct gains g;
    char *fault = gains_begin(&g, c, all, true, false);
    const struct request *r = &g.request;
    if (!fault) {
        places_of_axis(&c->columns, r, g.axes[0], "");
        shape_panels(c, &g.facets, request_x_label(r, request_option(r, "x", "")), g.words);
        for (int i = 0; i < r->count; i++) {
            const struct entry *e = &r->analysis->entries[r->entries[i]];
            struct gain gain = gain_drawn(&g, i);
            if (g.facets.shape_of[i] < 0) continue;
            int series = chart_series(c, entry_arm_label(r->analysis, r->entries[i]), e->arm);
            const char *value = entry_value(r->analysis, r->entries[i], g.axes[0]);
            chart_interval(chart_add(c, g.facets.shape_of[i], series,
                                     chart_place(&c->columns, value), gain.value),
                           gain.low, gain.high);
        }
        chart_sort(c);
        for (int i = 0; i < c->point_count && c->series_count > 1; i++)
            c->points[i].x += 0.3 * (c->points[i].series / (c->series_count - 1.0) - 0.5);
        set_marks(c, &g);
    }
    gains_end(&g);
    return fault;
}

/* ---- heatmap ---- */

/* Noise of the last digits is no gain. */
static double tidy(double v) { return fabs(v) < 1e-12 ? 0 : v; }

static char *fill_heatmap(struct chart *c, const struct request *all)
{
    struct gains g;
    char *fault = gains_begin(&g, c, all, true, true);
    const struct request *r = &g.request;
    double reach = 0;
    if (!fault) {
        places_of_axis(&c->columns, r, g.axes[0], request_option(r, "x_order", ""));
        places_of_axis(&c->rows, r, g.axes[1], request_option(r, "y_order", ""));
        shape_panels(c, &g.facets, request_x_label(r, request_option(r, "x", "")),
                     axis_words(request_option(r, "y", "")));
        for (int i = 0; i < r->count; i++) {
            struct gain gain = gain_drawn(&g, i);
            if (g.facets.shape_of[i] < 0) continue;
            struct chart_point *p = cell_add(c, r, i, g.facets.shape_of[i], g.axes);
            p->value = tidy(gain.value);
            if (gain.low < gain.high) {
                p->value_low = tidy(gain.low);
                p->value_high = tidy(gain.high);
            }
            reach = fmax(reach, fabs(p->value));
        }
        chart_text(c, "heading", g.words);
        chart_text(c, "cell_format", g.percent ? "%+.2f %%" : "%+.4g");
        chart_text(c, "interval_format", g.percent ? "[%.2f, %.2f]" : "[%.4g, %.4g]");
        chart_number(c, "value_low", reach > 0 ? -reach : -1);
        chart_number(c, "value_high", reach > 0 ? reach : 1);
    }
    gains_end(&g);
    return fault;
}

const struct figure_kind figures_of_gains[] = {
    {"gain", true, fill_gain}, {"heatmap", true, fill_heatmap}, {0}};
