/* SPDX-License-Identifier: MIT
 * Walking along an axis (figure_walk.h). */
#include "harness/render/figures/figure_walk.h"

#include <math.h>
#include <stdlib.h>

static int by_x(const void *a, const void *b)
{
    const struct step *p = a, *q = b;
    if (isnan(p->x) != isnan(q->x)) return isnan(p->x) ? 1 : -1;
    if (p->x < q->x || p->x > q->x) return p->x < q->x ? -1 : 1;
    return p->place - q->place;
}

enum { MOST_TICS = 12, MOST_PANELS = 6 };

/* A tic at each value that occurs, while there are few; else powers of two. */
static void set_x_tics(struct walk *w, struct chart *c)
{
    struct text tics = {0};
    for (int i = 0; i < w->request.count && !isnan(w->steps[i].x); i++) {
        double x = w->steps[i].x;
        if (i && x <= w->steps[i - 1].x) continue;
        char *name = xformat("%g", x);
        chart_tic(&tics, name, x);
        free(name);
        if (!w->values++) w->x[0] = x / 1.15;
        w->x[1] = x * 1.15;
    }
    chart_text(c, "x_tics", w->values && w->values <= MOST_TICS ? tics.data : "");
    text_free(&tics);
}

char *walk_begin(struct walk *w, struct chart *c, const struct request *all, const char *axis,
                 bool (*usable)(const struct request *, int entry))
{
    *w = (struct walk){
        .axis = request_option(all, "x", axis), .request = request_with(all, usable), .x = {1, 2}};
    const struct request *r = &w->request;
    int x = request_axis(r, "x", axis), most;
    w->steps = xarray((size_t)r->count, sizeof *w->steps);
    for (int i = 0; i < r->count; i++)
        w->steps[i] = (struct step){r->entries[i], entry_number(r->analysis, r->entries[i], x), i};
    if (r->count) qsort(w->steps, (size_t)r->count, sizeof *w->steps, by_x);
    set_x_tics(w, c);
    if (!w->values) return request_empty(r, w->axis);
    w->facets = facets_make(r, x, -1, r->count, &c->remark);
    most = MOST_PANELS / w->facets.pass_count;
    if (w->facets.shape_count <= most) return NULL;
    facets_free(&w->facets);
    w->facets = facets_make(r, x, -1, most, &c->remark);
    return NULL;
}

void walk_end(struct walk *w)
{
    facets_free(&w->facets);
    free(w->steps);
    free(w->request.entries);
}

int walk_panel(const struct walk *w, int step)
{
    const struct facets *f = &w->facets;
    int place = w->steps[step].place;
    return f->shape_of[place] < 0 ? -1 : f->pass_of[place] * f->shape_count + f->shape_of[place];
}

/* From edge to edge; of several entries of an arm the last. */
static void add_level(const struct walk *w, struct chart *c, int panel, int series, double y)
{
    bool there = false;
    c->series[series].level = true;
    for (int i = 0; i < c->point_count; i++) {
        struct chart_point *p = &c->points[i];
        if (p->panel != panel || p->series != series) continue;
        p->y = p->y_low = p->y_high = y;
        there = true;
    }
    for (int i = 0; i < 2 && !there; i++) chart_add(c, panel, series, w->x[i], y)->mark = "level";
}

void walk_add(const struct walk *w, struct chart *c, int step, int panel, double y, double low,
              double high)
{
    const struct analysis *a = w->request.analysis;
    int entry = w->steps[step].entry;
    int series = chart_series(c, entry_arm_label(a, entry), a->entries[entry].arm);
    if (isnan(w->steps[step].x))
        add_level(w, c, panel, series, y);
    else
        chart_interval(chart_add(c, panel, series, w->steps[step].x, y), low, high);
}

void walk_panels(const struct walk *w, struct chart *c, const char *y_label)
{
    const struct facets *f = &w->facets;
    const char *x_label = request_x_label(&w->request, w->axis);
    for (int k = 0; k < f->pass_count * f->shape_count; k++) {
        int pass = k / f->shape_count, shape = k % f->shape_count;
        char *title = facets_title(f, pass, shape);
        int p = chart_panel(c, title);
        chart_labels_of_panel(c, p, pass + 1 == f->pass_count ? x_label : "", shape ? "" : y_label);
        free(title);
    }
    c->across = f->shape_count;
}

void walk_range(const struct walk *w, struct chart *c)
{
    chart_number(c, "x_low", w->x[0]);
    chart_number(c, "x_high", w->x[1]);
}
