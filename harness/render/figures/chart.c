/* SPDX-License-Identifier: MIT
 * Filling a chart: lists that grow; at the end their order, and the ranges of the axes. */
#include "harness/render/figures/chart.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

void chart_rank(struct chart_names *l, const char *name, double at)
{
    int i = l->count;
    while (i > 0 && l->list[i - 1].at > at) i--;
    if (i > 0 && l->list[i - 1].at == at) return;
    l->list = xgrow(l->list, (size_t)l->count + 1, sizeof *l->list);
    memmove(&l->list[i + 1], &l->list[i], (size_t)(l->count++ - i) * sizeof *l->list);
    l->list[i] = (struct chart_name){xstrdup(name), at};
}

int chart_place(struct chart_names *l, const char *name)
{
    int i = 0;
    while (i < l->count && strcmp(l->list[i].text, name)) i++;
    if (i == l->count) chart_rank(l, name, i + 1);
    return i + 1;
}

struct value exactly(double v) { return (struct value){v, v, v}; }

static struct value bounded(struct value v)
{
    return (struct value){v.at, isnan(v.low) ? v.at : v.low, isnan(v.high) ? v.at : v.high};
}

struct chart_point *chart_add(struct chart *c, int panel, int style, const char *label,
                              struct value x, struct value y)
{
    if (style >= 0) chart_rank(&c->series, label, style);
    c->points = xgrow(c->points, (size_t)c->point_count + 1, sizeof *c->points);
    c->points[c->point_count] = (struct chart_point){
        panel, style, bounded(x), bounded(y), {NAN, NAN, NAN}, "", NULL, NULL, NULL};
    return &c->points[c->point_count++];
}

void chart_number(struct chart *c, const char *variable, double value)
{
    text_add(&c->settings, "%s = %.17g\n", variable, value);
}

void chart_band(struct chart *c, double zero, double low, double high)
{
    c->has_band = true;
    c->band[0] = low;
    c->band[1] = high;
    chart_number(c, "zero", zero);
    chart_number(c, "band_low", low);
    chart_number(c, "band_high", high);
}

/* ---- order and ranges ---- */

static int by_place(const void *a, const void *b)
{
    const struct chart_point *p = a, *q = b;
    double first[] = {p->panel, p->style, *p->mark != '\0', p->y_name ? p->y.at : 0, p->x.at};
    double second[] = {q->panel, q->style, *q->mark != '\0', q->y_name ? q->y.at : 0, q->x.at};
    for (int i = 0; i < 5; i++)
        if (first[i] < second[i] || first[i] > second[i]) return first[i] < second[i] ? -1 : 1;
    return strcmp(p->mark, q->mark);
}

struct range {
    double low, high;
};

static void stretch(struct range *r, double v)
{
    if (!isfinite(v)) return;
    r->low = fmin(r->low, v);
    r->high = fmax(r->high, v);
}

/* Whether a point counts for the range of an axis of a panel. */
static bool counts(const struct chart *c, const struct chart_point *p, int panel, bool y)
{
    if (isnan(y ? p->y.at : p->x.at)) return false;
    if (c->own_ranges) return p->panel == panel;
    int half = c->panels.count / 2;
    return !y || !c->two_rows || (p->panel < half) == (panel < half);
}

/* All points and the band, of intervals as much as does not dwarf the points, and a little more.
 * Without any point 0 to 1, or 1 to e where it is logarithmic. */
static struct range range_of(const struct chart *c, int panel, bool y)
{
    enum { MOST_REACH = 2 }; /* of an interval beyond the points, in spreads of the points */
    bool logs = strchr(c->log, "xy"[y]);
    struct range r = {INFINITY, -INFINITY}, most = {-INFINITY, INFINITY};
    for (int side = 0; side < 2 && c->has_band && y == !c->rows.count; side++)
        stretch(&r, logs ? log(c->band[side]) : c->band[side]);
    for (int bounds = 0; bounds < 2; bounds++) {
        for (int i = 0; i < c->point_count; i++) {
            const struct value *v = y ? &c->points[i].y : &c->points[i].x;
            if (!counts(c, &c->points[i], panel, y)) continue;
            double low = bounds ? v->low : v->at, high = bounds ? v->high : v->at;
            stretch(&r, fmax(logs ? log(low) : low, most.low));
            stretch(&r, fmin(logs ? log(high) : high, most.high));
        }
        double reach = MOST_REACH * (r.high - r.low);
        if (reach > 0) most = (struct range){r.low - reach, r.high + reach};
    }
    if (r.low > r.high) r = (struct range){0, 1};
    double pad = r.high > r.low ? 0.06 * (r.high - r.low) : logs ? 0.2 : 0.1 * fabs(r.low);
    if (!(pad > 0)) pad = 1;
    r = (struct range){r.low - pad, r.high + pad};
    return logs ? (struct range){exp(r.low), exp(r.high)} : r;
}

void chart_finish(struct chart *c)
{
    if (c->point_count) qsort(c->points, (size_t)c->point_count, sizeof *c->points, by_place);
    for (int i = 0; i < c->panels.count; i++) {
        struct range x = range_of(c, i, false), y = range_of(c, i, true);
        text_add(&c->settings,
                 "x_low[%d] = %.12g; x_high[%d] = %.12g; y_low[%d] = %.12g; y_high[%d] = %.12g\n",
                 i + 1, x.low, i + 1, x.high, i + 1, y.low, i + 1, y.high);
    }
}

/* ---- end ---- */

void chart_names_free(struct chart_names *l)
{
    for (int i = 0; i < l->count; i++) free(l->list[i].text);
    free(l->list);
}

void chart_free(struct chart *c)
{
    struct chart_names *const all[] = {&c->panels, &c->series, &c->columns, &c->rows, &c->notes};
    for (int i = 0; i < 5; i++) chart_names_free(all[i]);
    for (int i = 0; i < c->point_count; i++) free(c->points[i].name);
    text_free(&c->settings);
    free(c->points);
    free(c->remark);
}
