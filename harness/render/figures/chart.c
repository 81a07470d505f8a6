/* SPDX-License-Identifier: MIT
 * A chart while it is filled: lists that grow, the order of rows and points, the ranges of axes,
 * and what a point says of itself. */
#include "harness/render/figures/chart.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* ---- names and series ---- */

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

static void add_series(struct chart *c, int id, int style, const char *label)
{
    int i = c->series_count;
    while (i > 0 && c->series[i - 1].id > id) i--;
    if (i > 0 && c->series[i - 1].id == id) return;
    c->series = xgrow(c->series, (size_t)c->series_count + 1, sizeof *c->series);
    memmove(&c->series[i + 1], &c->series[i], (size_t)(c->series_count++ - i) * sizeof *c->series);
    c->series[i] = (struct chart_series){id, style, xstrdup(label)};
}

const struct chart_series *chart_series_of(const struct chart *c, int id)
{
    for (int i = 0; i < c->series_count; i++)
        if (c->series[i].id == id) return &c->series[i];
    return NULL;
}

/* ---- points ---- */

static struct value bounded(struct value v)
{
    return (struct value){v.at, isnan(v.low) ? v.at : v.low, isnan(v.high) ? v.at : v.high, v.n};
}

static struct chart_point *add_point(struct chart *c, struct chart_point p)
{
    c->points = xgrow(c->points, (size_t)c->point_count + 1, sizeof *c->points);
    c->points[c->point_count] = p;
    return &c->points[c->point_count++];
}

struct chart_point *chart_add(struct chart *c, int panel, int id, int style, const char *label,
                              struct value x, struct value y)
{
    add_series(c, id, style, label);
    return add_point(c, (struct chart_point){panel, id, bounded(x), bounded(y), exactly(NAN), "",
                                             NULL, NULL, NULL, NULL, NULL, NULL});
}

struct chart_point *chart_mark(struct chart *c, int panel, const char *mark, struct value x,
                               struct value y)
{
    return add_point(c, (struct chart_point){panel, -1, bounded(x), bounded(y), exactly(NAN), mark,
                                             NULL, NULL, NULL, NULL, NULL, NULL});
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

const struct chart_point *chart_last(const struct chart *c, int panel, int id)
{
    const struct chart_point *last = NULL;
    for (int i = 0; i < c->point_count; i++) {
        const struct chart_point *p = &c->points[i];
        if (p->panel != panel || p->series != id || isnan(p->y.at)) continue;
        if (*p->mark && strcmp(p->mark, "level") && strcmp(p->mark, NO_INTERVAL)) continue;
        if (!last || isnan(p->x.at) || p->x.at > last->x.at) last = p;
    }
    return last;
}

/* ---- order ---- */

static int by_place(const void *a, const void *b)
{
    const struct chart_point *p = a, *q = b;
    double first[] = {p->panel, p->series, *p->mark != '\0', p->y_name ? p->y.at : 0, p->x.at};
    double second[] = {q->panel, q->series, *q->mark != '\0', q->y_name ? q->y.at : 0, q->x.at};
    for (int i = 0; i < 5; i++)
        if (first[i] < second[i] || first[i] > second[i]) return first[i] < second[i] ? -1 : 1;
    return strcmp(p->mark, q->mark);
}

void chart_finish(struct chart *c)
{
    if (c->point_count) qsort(c->points, (size_t)c->point_count, sizeof *c->points, by_place);
}

static double mean_of_row(const struct chart *c, const char *row)
{
    double x = 0, n = 0, values = 0, valued = 0;
    for (int i = 0; i < c->point_count; i++) {
        const struct chart_point *p = &c->points[i];
        if (!p->y_name || strcmp(p->y_name, row)) continue;
        x += p->x.at, n++;
        if (!isnan(p->value.at)) values += p->value.at, valued++;
    }
    return valued > 0 ? values / valued : x / n; /* NaN: of none */
}

void chart_sort_rows(struct chart *c, bool greatest_first)
{
    struct chart_names sorted = {0};
    for (int i = 0; i < c->rows.count; i++) {
        double own = mean_of_row(c, c->rows.list[i].text), rank = i;
        for (int k = 0; k < c->rows.count; k++) { /* what has no point stays at the end */
            double other = mean_of_row(c, c->rows.list[k].text);
            bool before = greatest_first ? other > own : other < own;
            rank += (double)c->rows.count * (before || (isnan(own) && !isnan(other)));
        }
        chart_rank(&sorted, c->rows.list[i].text, rank);
    }
    for (int i = 0; i < sorted.count; i++) sorted.list[i].at = i + 1;
    chart_names_free(&c->rows);
    c->rows = sorted;
    for (int i = 0; i < c->point_count; i++)
        if (c->points[i].y_name)
            c->points[i].y = exactly(chart_place(&c->rows, c->points[i].y_name));
}

/* ---- ranges ---- */

static void stretch(struct range *r, double v)
{
    if (!isfinite(v)) return;
    r->low = fmin(r->low, v);
    r->high = fmax(r->high, v);
}

/* What is carried beyond what was measured: with few sizes it is anything, and what was measured
 * would be a line beside it if a scale held all of it. */
static bool is_carried(const struct chart_point *p)
{
    return !strcmp(p->mark, "beyond") || !strcmp(p->mark, "trend");
}

/* Whether a point counts for the range of an axis of a panel. */
static bool counts(const struct chart *c, const struct chart_point *p, int panel, bool y)
{
    if (isnan(y ? p->y.at : p->x.at) || (!y && !strcmp(p->mark, "far"))) return false;
    if (c->own_ranges) return p->panel == panel;
    return !y || !c->pairs || p->panel % 2 == panel % 2;
}

/* All points and the band, of intervals and of what is carried as much as does not dwarf the
 * points, and a little more. Without any point 0 to 1, or 1 to e where it is logarithmic. */
struct range chart_range(const struct chart *c, int panel, bool y)
{
    enum { MOST_REACH = 2 }; /* of an interval beyond the points, in spreads of the points */
    bool logs = strchr(c->log, "xy"[y]);
    struct range r = {INFINITY, -INFINITY}, most = {-INFINITY, INFINITY};
    for (int side = 0; side < 2 && c->has_band && y == !c->rows.count; side++)
        stretch(&r, logs ? log(c->band[side]) : c->band[side]);
    for (int bounds = 0; bounds < 2; bounds++) {
        for (int i = 0; i < c->point_count; i++) {
            const struct chart_point *p = &c->points[i];
            const struct value *v = y ? &p->y : &p->x;
            bool carried = y && is_carried(p), ends = bounds && !carried;
            if (!counts(c, p, panel, y) || (carried && !bounds)) continue;
            double low = ends ? v->low : v->at, high = ends ? v->high : v->at;
            stretch(&r, fmin(most.high, fmax(logs ? log(low) : low, most.low)));
            stretch(&r, fmax(most.low, fmin(logs ? log(high) : high, most.high)));
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

static bool leaves(struct value v, struct range r)
{
    return isfinite(v.at) && (v.low < r.low || v.high > r.high);
}

int chart_count_cut(const struct chart *c)
{
    int cut = 0;
    for (int panel = 0; panel < c->panels.count; panel++) {
        struct range x = chart_range(c, panel, false), y = chart_range(c, panel, true);
        for (int i = 0; i < c->point_count; i++) {
            const struct chart_point *p = &c->points[i];
            if (p->panel == panel && !*p->mark) cut += leaves(p->x, x) || leaves(p->y, y);
        }
    }
    return cut;
}

/* ---- what a point says ---- */

/* "change in loss -0.5 % [-1.4, +0.4], n = 8", or the place "width 64"; nothing of an axis that
 * says nothing. */
static void say_axis(struct text *out, const char *before, const struct chart_axis *axis,
                     struct value v, const char *place)
{
    if ((!axis->says && !place) || isnan(v.at)) return;
    char *value = place ? NULL : value_with_interval(v, axis->unit);
    if (place)
        text_add(out, "%s%s", before, place);
    else
        text_add(out, "%s%s %s", before, axis->says, value);
    if (v.n) text_add(out, ", n = %d", v.n);
    free(value);
}

char *chart_says(const struct chart *c, const struct chart_point *p)
{
    const struct chart_series *s = chart_series_of(c, p->series);
    const struct chart_axis *y = c->pairs && p->panel % 2 ? &c->y_beside : &c->y;
    const char *who = p->name ? p->name : p->y_name ? p->y_name : s ? s->label : "";
    struct text out = {0};
    if (p->says) return xstrdup(p->says);
    if (c->cell.says) {
        say_axis(&out, "", &c->x, p->x, p->x_says);
        say_axis(&out, ", ", y, p->y, p->y_says);
        say_axis(&out, ": ", &c->cell, p->value, NULL);
        return out.data;
    }
    text_add(&out, "%s", who);
    say_axis(&out, ": ", y, p->y, NULL);
    say_axis(&out, y->says ? "; " : ": ", &c->x, p->x, p->x_says);
    return out.data;
}

/* ---- end ---- */

void chart_names_free(struct chart_names *l)
{
    for (int i = 0; i < l->count; i++) free(l->list[i].text);
    free(l->list);
}

void chart_free(struct chart *c)
{
    struct chart_names *const names[] = {&c->panels, &c->columns, &c->rows};
    struct chart_axis *const axes[] = {&c->x, &c->y, &c->y_beside, &c->cell};
    for (int i = 0; i < 3; i++) chart_names_free(names[i]);
    for (int i = 0; i < 4; i++) free(axes[i]->label), free(axes[i]->says);
    for (int i = 0; i < c->series_count; i++) free(c->series[i].label);
    for (int i = 0; i < c->point_count; i++)
        free(c->points[i].name), free(c->points[i].says), free(c->points[i].x_says),
            free(c->points[i].y_says);
    char *const texts[] = {c->title, c->finding, c->remark};
    for (int i = 0; i < 3; i++) free(texts[i]);
    text_free(&c->settings);
    free(c->series);
    free(c->points);
}
