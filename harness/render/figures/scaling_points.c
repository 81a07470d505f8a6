/* SPDX-License-Identifier: MIT
 * What figures of scaling show: loss against compute with the fitted law, and the compute
 * multiplier against size with its trend, also where that is carried beyond what was measured. */
#include "harness/render/figures/figure_kinds.h"
#include "harness/analysis/scaling/savings.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

const char *const scaling_costs[] = {"flop", "time", NULL};
const char *const scaling_cost_words[] = {"FLOP of training", "seconds of training"};
static const enum curve_axis axes_of_costs[] = {CURVE_FLOP, CURVE_SECONDS};

enum { STEPS = 24 }; /* of a line that is no straight one */

static const struct scaling_fit *fit_of(const struct request *r, int entry)
{
    return entry_scaling(r->analysis, entry, axes_of_costs[r->choice]);
}

/* The point of an entry in its fit. */
static const struct scaling_point *point_of(const struct request *r, const struct scaling_fit *f,
                                            int entry)
{
    const struct scaling_point *p = &r->analysis->scaling_points[f->points.first];
    while (p->entry != entry) p++;
    return p;
}

/* The first of an arm that is shown adds what belongs to all of its sizes. */
static bool is_first(const struct request *r, const struct scaling_fit *f, int entry)
{
    for (int i = 0; i < r->count; i++)
        if (fit_of(r, r->entries[i]) == f) return r->entries[i] == entry;
    return false;
}

static bool has_interval(struct scaled s) { return isfinite(s.low) && isfinite(s.high); }

static struct value with_interval(struct scaled s, int n)
{
    bool known = has_interval(s);
    return (struct value){s.at, known ? s.low : s.at, known ? s.high : s.at, n};
}

static void add_marked(struct chart *c, const struct request *r, int entry, int panel, double x,
                       struct value y, const char *mark)
{
    if (x > 0 && y.at > 0 && isfinite(y.at))
        add_of_entry(c, r, entry, panel, exactly(x), y)->mark = mark;
}

/* ---- loss against compute ---- */

static void add_law(struct chart *c, const struct request *r, const struct scaling_fit *f,
                    int entry, int panel)
{
    double low = INFINITY, high = 0;
    for (int i = f->points.first; i < f->points.last; i++) {
        const struct scaling_point *p = &r->analysis->scaling_points[i];
        if (p->left_out || isnan(p->cost)) continue;
        low = fmin(low, p->cost);
        high = fmax(high, p->cost);
    }
    for (int i = 0; i <= STEPS && !f->fault && low < high; i++) {
        double cost = low * pow(high / low, (double)i / STEPS);
        double loss = f->floor.at + f->scale.at * pow(cost, -f->exponent.at);
        add_marked(c, r, entry, panel, cost, exactly(loss), "law");
    }
}

void add_losses(struct chart *c, const struct request *r, int entry, int panel)
{
    const struct scaling_fit *f = fit_of(r, entry);
    if (!f) return;
    const struct scaling_point *p = point_of(r, f, entry);
    struct value loss = exactly(p->loss);
    loss.n = p->seeds;
    add_marked(c, r, entry, panel, p->cost, loss, p->left_out ? "hollow" : "");
    if (is_first(r, f, entry)) add_law(c, r, f, entry, panel);
}

/* ---- compute multiplier against size ---- */

/* The trend is a straight line, both axes being logarithmic: a point of it and its slope tell all.
 */
static void add_line_to(struct chart *c, const struct request *r, const struct scaling_fit *f,
                        const struct scaling_point *beyond, int entry, int panel)
{
    double first = INFINITY;
    for (int i = f->points.first; i < f->points.last; i++) {
        const struct scaling_point *p = &r->analysis->scaling_points[i];
        if (p->entry >= 0 && !p->left_out && p->parameters < first) first = p->parameters;
    }
    double tens = log10(first / beyond->parameters);
    add_marked(c, r, entry, panel, first, exactly(beyond->multiplier.at * pow(f->slope.at, tens)),
               "trend");
    add_marked(c, r, entry, panel, beyond->parameters, exactly(beyond->multiplier.at), "trend");
}

static void add_trend(struct chart *c, const struct request *r, const struct scaling_fit *f,
                      int entry, int panel)
{
    const struct scaling_point *last = NULL;
    for (int i = f->points.first; i < f->points.last; i++) {
        const struct scaling_point *p = &r->analysis->scaling_points[i];
        if (p->entry >= 0) continue;
        struct value y = with_interval(p->multiplier, 0);
        add_marked(c, r, entry, panel, p->parameters, y, "beyond");
        last = p;
    }
    if (last) add_line_to(c, r, f, last, entry, panel);
}

void add_multipliers(struct chart *c, const struct request *r, int entry, int panel)
{
    const struct scaling_fit *f = fit_of(r, entry);
    if (!f) return;
    const struct scaling_point *p = point_of(r, f, entry);
    add_marked(c, r, entry, panel, p->parameters, with_interval(p->multiplier, p->seeds),
               p->left_out                   ? "hollow"
               : has_interval(p->multiplier) ? ""
                                             : NO_INTERVAL);
    if (is_first(r, f, entry)) add_trend(c, r, f, entry, panel);
}

/* A point alone would look the surest of all. */
static bool some_lack_an_interval(const struct chart *c)
{
    for (int i = 0; i < c->point_count; i++) {
        const struct chart_point *p = &c->points[i];
        bool carried = !strcmp(p->mark, "beyond") && !(p->y.high > p->y.low);
        if (carried || !strcmp(p->mark, NO_INTERVAL)) return true;
    }
    return false;
}

void add_break_even(struct chart *c, const struct request *r)
{
    (void)r;
    chart_band(c, 1, 1, 1);
    if (!some_lack_an_interval(c)) return;
    char *before = c->remark;
    c->remark =
        xformat("%s%sHollow squares have no interval.", before ? before : "", before ? " " : "");
    free(before);
}
