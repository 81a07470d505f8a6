/* SPDX-License-Identifier: MIT
 * Filling a chart, see chart.h: panels, series, points, names and words are lists that grow. */
#include "harness/render/figures/chart.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

int chart_panel(struct chart *c, const char *title)
{
    c->panels = xgrow(c->panels, (size_t)c->panel_count + 1, sizeof *c->panels);
    c->panels[c->panel_count] =
        (struct chart_panel){xstrdup(title), xstrdup(""), xstrdup(""), xstrdup(""), NAN, NAN, NAN};
    return c->panel_count++;
}

int chart_series(struct chart *c, const char *label, int style)
{
    for (int i = 0; i < c->series_count; i++)
        if (c->series[i].style == style) return i;
    c->series = xgrow(c->series, (size_t)c->series_count + 1, sizeof *c->series);
    c->series[c->series_count] = (struct chart_series){xstrdup(label), style, false};
    return c->series_count++;
}

struct chart_point *chart_add(struct chart *c, int panel, int series, double x, double y)
{
    c->points = xgrow(c->points, (size_t)c->point_count + 1, sizeof *c->points);
    struct chart_point *p = &c->points[c->point_count++];
    *p = (struct chart_point){panel, series, x, x, x, y, y, y, NAN, NAN, NAN, "", NULL};
    return p;
}

void chart_interval(struct chart_point *p, double low, double high)
{
    if (!isnan(low)) p->y_low = low;
    if (!isnan(high)) p->y_high = high;
}

static void labels_add(struct chart_labels *l, const char *text, double at, double y)
{
    l->list = xgrow(l->list, (size_t)l->count + 1, sizeof *l->list);
    l->list[l->count++] = (struct chart_label){xstrdup(text), at, y};
}

int chart_place(struct chart_labels *l, const char *name)
{
    for (int i = 0; i < l->count; i++)
        if (!strcmp(l->list[i].text, name)) return i + 1;
    return chart_new_place(l, name);
}

int chart_new_place(struct chart_labels *l, const char *name)
{
    labels_add(l, name, l->count + 1, NAN);
    return l->count;
}

void chart_note(struct chart *c, double x, double y, const char *text)
{
    labels_add(&c->notes, text, x, y);
}

void chart_number(struct chart *c, const char *variable, double value)
{
    text_add(&c->settings, "%s = %.17g\n", variable, value);
}

void chart_labels_of_panel(struct chart *c, int panel, const char *x_label, const char *y_label)
{
    struct chart_panel *p = &c->panels[panel];
    free(p->x_label);
    free(p->y_label);
    p->x_label = xstrdup(x_label);
    p->y_label = xstrdup(y_label);
}

/* ---- order ---- */

struct ranked {
    int rank, index;
};

static int by_rank(const void *a, const void *b)
{
    const struct ranked *x = a, *y = b;
    return x->rank != y->rank ? x->rank - y->rank : x->index - y->index;
}

static void sort_series(struct chart *c)
{
    struct ranked *order = xarray((size_t)c->series_count, sizeof *order);
    struct chart_series *sorted = xarray((size_t)c->series_count, sizeof *sorted);
    int *place = xarray((size_t)c->series_count, sizeof *place);
    for (int i = 0; i < c->series_count; i++) order[i] = (struct ranked){c->series[i].style, i};
    if (c->series_count) qsort(order, (size_t)c->series_count, sizeof *order, by_rank);
    for (int i = 0; i < c->series_count; i++) {
        sorted[i] = c->series[order[i].index];
        place[order[i].index] = i;
    }
    for (int i = 0; i < c->point_count; i++)
        if (c->points[i].series >= 0) c->points[i].series = place[c->points[i].series];
    free(c->series);
    c->series = sorted;
    free(order);
    free(place);
}

void chart_sort(struct chart *c)
{
    sort_series(c);
    struct ranked *order = xarray((size_t)c->point_count, sizeof *order);
    struct chart_point *sorted = xarray((size_t)c->point_count, sizeof *sorted);
    for (int i = 0; i < c->point_count; i++) {
        const struct chart_point *p = &c->points[i];
        int rank = (p->panel * (c->series_count + 1) + p->series + 1) * 2 + (*p->mark != '\0');
        order[i] = (struct ranked){rank, i};
    }
    if (c->point_count) qsort(order, (size_t)c->point_count, sizeof *order, by_rank);
    for (int i = 0; i < c->point_count; i++) sorted[i] = c->points[order[i].index];
    free(order);
    free(c->points);
    c->points = sorted;
}

double chart_step(double span, double most)
{
    double rough = span / most, power = pow(10, floor(log10(rough)));
    return power * (rough <= power ? 1 : rough <= 2 * power ? 2 : rough <= 5 * power ? 5 : 10);
}

bool chart_reach(const struct chart *c, int panel, double *low, double *high)
{
    *low = INFINITY;
    *high = -INFINITY;
    for (int i = 0; i < c->point_count; i++) {
        if (panel >= 0 && c->points[i].panel != panel) continue;
        *low = fmin(*low, c->points[i].y_low);
        *high = fmax(*high, c->points[i].y_high);
    }
    return *low <= *high;
}

void chart_labels_free(struct chart_labels *l)
{
    for (int i = 0; i < l->count; i++) free(l->list[i].text);
    free(l->list);
}

void chart_free(struct chart *c)
{
    for (int i = 0; i < c->panel_count; i++) {
        free(c->panels[i].title);
        free(c->panels[i].x_label);
        free(c->panels[i].y_label);
        free(c->panels[i].y_tics);
    }
    for (int i = 0; i < c->series_count; i++) free(c->series[i].label);
    for (int i = 0; i < c->point_count; i++) free(c->points[i].name);
    chart_labels_free(&c->columns);
    chart_labels_free(&c->rows);
    chart_labels_free(&c->notes);
    text_free(&c->settings);
    free(c->panels);
    free(c->series);
    free(c->points);
    free(c->remark);
    *c = (struct chart){0};
}
