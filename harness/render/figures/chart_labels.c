/* SPDX-License-Identifier: MIT
 * Names of series: up to six in a legend below the title; more at the right of each panel, where
 * their lines end, moved apart as far as their letters need and joined to their ends by a line. */
#include "harness/render/figures/chart_layout.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum {
    LEGEND_LEFT = 14,
    SAMPLE = 44,   /* of a legend: a piece of line, before a name */
    LEADER = 34,   /* from a plot to the names at its right */
    LABEL_GAP = 24 /* after a name in a legend */
};

bool named_at_ends(const struct chart *c)
{
    return c->named == NAMED_AT_ENDS ||
           (c->named == NAMED_BY_COUNT && c->series_count > MOST_IN_LEGEND);
}

bool has_legend(const struct chart *c)
{
    return c->series_count && c->named != NAMED_BY_ROWS && !named_at_ends(c);
}

double legend_width(const struct chart *c)
{
    double most = 0;
    for (int i = 0; i < c->series_count && has_legend(c); i++)
        most = fmax(most, text_width(c->series[i].label, SMALL_FONT));
    return most > 0 ? LEGEND_LEFT + SAMPLE + most : 0;
}

double place_legend(struct chart *c, const struct layout *l)
{
    double *x = xarray((size_t)c->series_count + 1, sizeof *x);
    double *y = xarray((size_t)c->series_count + 1, sizeof *y);
    double left = LEGEND_LEFT, at = left, line = l->top + LINE;
    for (int i = 0; i < c->series_count && has_legend(c); i++) {
        double needed = SAMPLE + text_width(c->series[i].label, SMALL_FONT) + LABEL_GAP;
        if (at > left && at + needed - LABEL_GAP > l->width) at = left, line += LINE;
        x[i] = at + SAMPLE;
        y[i] = line;
        at += needed;
    }
    chart_array(c, "legend_x", x, c->series_count);
    chart_array(c, "legend_y", y, c->series_count);
    free(x);
    free(y);
    return has_legend(c) ? line + 12 - l->top : 0;
}

/* ---- names at the ends ---- */

struct end {
    int series;                    /* by place */
    double x, y, label_x, label_y; /* where the line ends; where its name stands */
};

void ends_room(const struct chart *c, double *right, double *height)
{
    *right = *height = 0;
    if (!named_at_ends(c)) return;
    for (int p = 0; p < c->panels.count; p++) {
        int names = 0;
        for (int i = 0; i < c->series_count; i++) {
            const struct chart_point *last = chart_last(c, p, c->series[i].id);
            if (!last) continue;
            *right = fmax(*right, LEADER + 12 + text_width(c->series[i].label, SMALL_FONT));
            names++;
        }
        *height = fmax(*height, SMALL_LINE * names);
    }
}

static double scaled(const struct chart *c, double v, bool y)
{
    if (y && c->asinh) return asinh(v);
    return strchr(c->log, "xy"[y]) ? log(v) : v;
}

double chart_place_along(const struct chart *c, int panel, double v, bool y)
{
    struct range r = chart_range(c, panel, y);
    double low = scaled(c, r.low, y), high = scaled(c, r.high, y);
    return fmin(fmax((scaled(c, v, y) - low) / (high - low), 0), 1);
}

static int by_height(const void *a, const void *b)
{
    const struct end *p = a, *q = b;
    if (p->y < q->y || p->y > q->y) return p->y < q->y ? -1 : 1;
    return p->series - q->series;
}

/* Names in the order of their ends, each as near to its own as those of a group can all be: a group
 * is what would overlap, and stands around the mean of its ends. */
static void move_apart(struct end *ends, int count, double top, double bottom)
{
    int *first = xarray((size_t)count + 1, sizeof *first), groups = 0;
    double *middle = xarray((size_t)count + 1, sizeof *middle);
    for (int i = 0; i < count; i++) {
        int from = i;
        double sum = ends[i].y;
        for (;;) {
            double half = SMALL_LINE * (i - from + 1) / 2.0, mean = sum / (i - from + 1);
            middle[groups] = fmin(fmax(mean, top + half), bottom - half);
            first[groups] = from;
            if (!groups) break;
            int before = groups - 1, size = from - first[before];
            if (middle[before] + SMALL_LINE * size / 2.0 <= middle[groups] - half) break;
            from = first[before];
            for (int k = from; k < from + size; k++) sum += ends[k].y;
            groups--;
        }
        groups++;
    }
    for (int g = 0; g < groups; g++) {
        int last = g + 1 < groups ? first[g + 1] : count;
        double begin = middle[g] - SMALL_LINE * (last - first[g]) / 2.0 + SMALL_LINE / 2.0;
        for (int k = first[g]; k < last; k++) ends[k].label_y = begin + SMALL_LINE * (k - first[g]);
    }
    free(first);
    free(middle);
}

/* The ends of a panel, moved apart; the number of them. */
static int ends_of(const struct chart *c, const struct layout *l, int panel, struct end *ends)
{
    int count = 0;
    for (int i = 0; i < c->series_count; i++) {
        const struct chart_point *p = chart_last(c, panel, c->series[i].id);
        if (!p) continue;
        double x = isnan(p->x.at) ? 1 : chart_place_along(c, panel, p->x.at, false);
        ends[count++] = (struct end){
            i, l->panel_x[panel] + x * l->plot_width,
            l->panel_y[panel] + (1 - chart_place_along(c, panel, p->y.at, true)) * l->plot_height,
            l->panel_x[panel] + l->plot_width + LEADER, 0};
    }
    qsort(ends, (size_t)count, sizeof *ends, by_height);
    move_apart(ends, count, l->panel_y[panel], l->panel_y[panel] + l->plot_height);
    return count;
}

void place_ends(struct chart *c, const struct layout *l)
{
    int most = c->series_count * c->panels.count, count = 0;
    struct end *ends = xarray((size_t)most + 1, sizeof *ends);
    for (int p = 0; p < c->panels.count && named_at_ends(c); p++)
        count += ends_of(c, l, p, &ends[count]);
    static const char *const names[] = {"end_series", "end_x", "end_y", "end_label_x",
                                        "end_label_y"};
    double *values = xarray((size_t)count + 1, sizeof *values);
    chart_number(c, "ends", count);
    for (int k = 0; k < 5; k++) {
        for (int i = 0; i < count; i++) {
            const double all[] = {ends[i].series + 1, ends[i].x, ends[i].y, ends[i].label_x,
                                  ends[i].label_y};
            values[i] = all[k];
        }
        chart_array(c, names[k], values, count);
    }
    free(values);
    free(ends);
}
