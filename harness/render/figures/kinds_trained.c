/* SPDX-License-Identifier: MIT
 * Kinds of figures of questions that train models.
 *
 * Of a metric of which less is better a gain is drawn in percent of the baseline's value. */
#include "harness/render/figures/figure_kinds.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* ---- gains: dots, gain, heatmap, pareto ---- */

struct value drawn_gain(const struct metric *m, const struct estimate *e)
{
    struct value v = {gain_told(m, e->centre), gain_told(m, e->interval.low),
                      gain_told(m, e->interval.high), e->n};
    if (!(e->interval.level > 0) || isnan(v.low) || isnan(v.high)) v.low = v.high = v.at;
    return v;
}

static struct value gain_of_entry(const struct request *r, int entry)
{
    const struct effect *e = entry_effect(r->analysis, entry, r->reading);
    bool there = e && e->gain.n && e->reference != entry;
    return there ? drawn_gain(r->question->metric, &e->gain) : exactly(NAN);
}

static void add_margin(struct chart *c, const struct request *r)
{
    const struct question *q = r->question;
    chart_band(c, 0, gain_told(q->metric, -q->margin), gain_told(q->metric, q->margin));
}

static int by_size(const void *a, const void *b)
{
    const double *x = a, *y = b;
    return (*x > *y) - (*x < *y);
}

/* How far most points reach from 0, with their intervals: the median. */
static double usual_reach(const struct chart *c)
{
    double *reaches = xarray((size_t)c->point_count, sizeof *reaches);
    int n = 0;
    for (int i = 0; i < c->point_count; i++) {
        const struct value *x = &c->points[i].x;
        if (!isnan(x->at)) reaches[n++] = fmax(fabs(x->low), fabs(x->high));
    }
    if (n) qsort(reaches, (size_t)n, sizeof *reaches, by_size);
    double median = n ? reaches[n / 2] : (double)NAN;
    free(reaches);
    return median;
}

static bool is_far(const struct chart_point *p) { return !strcmp(p->mark, "far"); }

/* Those that lie on the scale of the others have their place and their bar there: whether one was
 * found, which then is one of the others. */
static bool put_back(struct chart *c, double low, double high)
{
    bool found = false;
    for (int i = 0; i < c->point_count; i++) {
        const struct value *x = &c->points[i].x;
        if (is_far(&c->points[i]) || isnan(x->at)) continue;
        low = fmin(low, x->low), high = fmax(high, x->high);
    }
    for (int i = 0; i < c->point_count; i++) {
        struct chart_point *p = &c->points[i];
        if (!is_far(p) || p->x.at < low || p->x.at > high) continue;
        p->mark = "";
        found = true;
    }
    return found;
}

/* One arm that is damaged, or all but so, is many times as far off as the others, of which nothing
 * would be seen: it stands at the edge, as a number. Far is measured by how far the others reach,
 * or by the margin where they gain next to nothing. */
static void set_far_aside(struct chart *c, const struct request *r)
{
    enum { FAR = 8 };
    const struct question *q = r->question;
    double low = gain_told(q->metric, -q->margin), high = gain_told(q->metric, q->margin);
    double usual = fmax(usual_reach(c), fmax(fabs(low), fabs(high)));
    add_margin(c, r);
    for (int i = 0; i < c->point_count; i++) {
        struct chart_point *p = &c->points[i];
        if (fabs(p->x.at) > FAR * usual && !*p->mark) p->mark = "far";
    }
    while (put_back(c, fmin(low, high), fmax(low, high))) continue;
    bool far = false;
    for (int i = 0; i < c->point_count; i++) far |= is_far(&c->points[i]);
    char *before = c->remark;
    if (far)
        c->remark =
            xformat("%s%sA number at the edge is of an arm that is many times as far off as "
                    "the others.",
                    before ? before : "", before ? " " : "");
    if (far) free(before);
    chart_text(c, "far_unit", r->question->metric->higher_is_better ? "" : " %");
}

/* Colours of cells: as far on the one side of no change as on the other. */
static void set_gains(struct chart *c, const struct request *r)
{
    double reach = 0;
    (void)r;
    for (int i = 0; i < c->point_count; i++) reach = fmax(reach, fabs(c->points[i].value.at));
    chart_number(c, "value_low", reach > 0 ? -reach : -1);
    chart_number(c, "value_high", reach > 0 ? reach : 1);
}

static const char *const costs[] = {"time", "flop", "parameters", "memory", NULL};
static const char *const cost_words[] = {"training time per token", "FLOP per token", "parameters",
                                         "memory"};

struct value time_ratio(const struct cost *c)
{
    const struct estimate *t = &c->log_time;
    if (!t->n) return exactly(NAN);
    if (t->n < 2 || isnan(t->interval.low)) return exactly(exp(t->centre));
    return (struct value){exp(t->centre), exp(t->interval.low), exp(t->interval.high), 0};
}

static struct value cost_of(const struct request *r, int entry)
{
    const struct effect *e = entry_effect(r->analysis, entry, r->reading);
    if (!e) return exactly(NAN);
    const double all[] = {NAN, e->cost.flop_per_token, e->cost.parameters, e->cost.memory};
    return r->choice ? exactly(all[r->choice]) : time_ratio(&e->cost);
}

/* Whether a point is the cost of a formula, which is not that of its arm. */
static bool is_by_formula(const struct request *r, const struct chart_point *p)
{
    for (int i = 0; i < r->count && !strcmp(costs[r->choice], "time"); i++) {
        const struct effect *e = entry_effect(r->analysis, r->entries[i], r->reading);
        if (e && e->cost.by_formula && request_series(r, e->entry) == p->series) return true;
    }
    return false;
}

/* The baseline; and the front: what nothing is both cheaper and better than. */
static void add_front(struct chart *c, const struct request *r)
{
    for (int p = 0; p < c->panels.count; p++) chart_mark(c, p, "baseline", exactly(1), exactly(0));
    for (int i = 0, count = c->point_count; i < count; i++) {
        const struct chart_point p = c->points[i];
        bool beaten = is_by_formula(r, &p);
        for (int k = 0; k < count; k++) {
            const struct chart_point *q = &c->points[k];
            beaten |= !is_by_formula(r, q) && q->panel == p.panel && q->x.at <= p.x.at &&
                      q->y.at >= p.y.at && (q->x.at < p.x.at || q->y.at > p.y.at);
        }
        if (!beaten) chart_mark(c, p.panel, "front", exactly(p.x.at), exactly(p.y.at));
    }
}

/* ---- learning curves of the winners: curves, gain_over_training ---- */

static const char *const places[] = {"step", "tokens", "flop", "seconds", NULL};
static const char *const place_words[] = {"optimiser steps", "tokens", "FLOP of training",
                                          "seconds of training"};

/* At a step the mean with the least and the greatest seed; of gains over the reference's run of
 * the same seed their mean with its interval. NaN without any. */
static struct value value_at(const struct request *r, int entry, double step, bool gain)
{
    const struct analysis *a = r->analysis;
    const struct metric *m = r->question->metric;
    const struct candidate *w = &a->candidates[a->entries[entry].winner];
    struct value v = {0, INFINITY, -INFINITY, 0};
    double *values = xarray((size_t)(w->last - w->first), sizeof *values);
    int reference = a->entries[entry].reference, n = 0;
    for (int i = w->first; i < w->last && (!gain || (reference >= 0 && reference != entry)); i++) {
        const struct trial *own = a->members[i];
        const struct trial *other = gain ? winner_trial(a, reference, own) : own;
        double value = curve_at(own, m, CURVE_STEP, step);
        if (own->state != TRIAL_OK || !other || other->state != TRIAL_OK) continue;
        if (gain) value = gain_of(m, value, curve_at(other, m, CURVE_STEP, step));
        if (isnan(value)) continue;
        v = (struct value){v.at + value, fmin(v.low, value), fmax(v.high, value), n + 1};
        values[n++] = value;
    }
    struct estimate e = stats_paired(values, n, a->level);
    free(values);
    v.at /= n;
    return !n ? exactly(NAN) : gain ? drawn_gain(m, &e) : v;
}

/* Points at the steps of the winner's first run that ended. */
static void add_curve(struct chart *c, const struct request *r, int entry, int panel, bool gain)
{
    const struct analysis *a = r->analysis;
    int winner = a->entries[entry].winner, i = winner < 0 ? 0 : a->candidates[winner].first;
    int last = winner < 0 ? 0 : a->candidates[winner].last;
    while (i < last && a->members[i]->state != TRIAL_OK) i++;
    for (int k = 0; i < last && k < a->members[i]->point_count; k++) {
        const struct point *p = &a->members[i]->points[k];
        const double along[] = {p->step, p->tokens, p->flop, p->seconds};
        struct value v = value_at(r, entry, p->step, gain);
        if (!isnan(v.at)) add_of_entry(c, r, entry, panel, exactly(along[r->choice]), v);
    }
}

static void add_means(struct chart *c, const struct request *r, int entry, int panel)
{
    add_curve(c, r, entry, panel, false);
}

static void add_gains(struct chart *c, const struct request *r, int entry, int panel)
{
    add_curve(c, r, entry, panel, true);
}

/* ---- the sweep of the tuned axis ---- */

bool sweep_has_place(const struct candidate *c) { return strtod(c->value, NULL) > 0; }

/* Of all its trainings, those that chose it too. */
static bool lost_a_run(const struct analysis *a, const struct candidate *c)
{
    for (int i = c->first; i < c->end; i++)
        if (a->members[i]->state == TRIAL_DIVERGED) return true;
    return false;
}

static void add_sweep(struct chart *c, const struct request *r, int entry, int panel)
{
    const struct entry *e = &r->analysis->entries[entry];
    for (int k = e->first; k < e->last && r->question->tuned >= 0; k++) {
        const struct candidate *tried = &r->analysis->candidates[k];
        if (!sweep_has_place(tried)) continue;
        struct value x = exactly(strtod(tried->value, NULL));
        struct value y = {tried->tuning, tried->low, tried->high, tried->tuning_seeds};
        chart_rank(&c->columns, tried->value, x.at);
        if (isfinite(y.at)) {
            add_of_entry(c, r, entry, panel, x, y);
            if (k == e->winner) add_of_entry(c, r, entry, panel, x, exactly(y.at))->mark = "winner";
        }
        if (lost_a_run(r->analysis, tried))
            add_of_entry(c, r, entry, panel, x, exactly(NAN))->mark = "diverged";
    }
}

static const char no_gain[] = "a gain over a baseline";
const struct figure_kind kinds_trained[] = {
    {"dots", no_gain, .x_of = gain_of_entry, .finish = set_far_aside, .find = find_gains,
     .title = "{change} {reading}, {against}", .x_label = "{change}, better to the right",
     .x_says = "{gain}", .units = "g--", .layout = ROWS | LABELS},
    {"gain", no_gain, .y_of = gain_of_entry, .finish = add_margin, .find = find_gains, .x = "",
     .title = "{change} {reading}, {against}", .y_label = "{change}, better upward",
     .y_says = "{gain}", .units = "-g-"},
    {"heatmap", no_gain, .cell_of = gain_of_entry, .finish = set_gains, .find = find_gains, .x = "",
     .y = "", .title = "{change} {reading}, {against}; more is better", .cell_says = "{gain}",
     .units = "--g"},
    {"pareto", no_gain, cost_of, gain_of_entry, .finish = add_front, .find = find_gains,
     .option = "cost", .choices = costs, .words = cost_words,
     .title = "{change} {reading}, {against}, by {choice}", .x_label = "{choice} / the baseline's",
     .x_says = "{choice} over the baseline's", .y_label = "{change}, better upward",
     .y_says = "{gain}", .units = "rg-", .log = "x", .layout = LABELS},
    {"loss_compute", "a place among the sizes of `scaling`", .add = add_losses,
     .find = find_multipliers, .option = "cost", .choices = scaling_costs,
     .words = scaling_cost_words,
     .title = "loss against {choice}, a point a size, with the law that fits them",
     .x_label = "{choice}", .x_says = "{choice}", .y_label = "loss, less is better",
     .y_says = "loss", .log = "xy", .layout = LABELS | SIZES},
    {"compute_multiplier", "a compute multiplier (`scaling`, at three sizes or more that count)",
     .add = add_multipliers, .finish = add_break_even, .find = find_multipliers, .option = "cost",
     .choices = scaling_costs, .words = scaling_cost_words,
     .title = "{choice} that the baseline needs for the same loss, over the arm's",
     .x_label = "parameters (diamonds: foretold by the dotted trend, nobody trained them)",
     .x_says = "parameters", .y_label = "compute multiplier, better upward",
     .y_says = "compute multiplier", .units = "-r-", .log = "xy", .layout = LABELS | SIZES},
    {"curves", "a learning curve", .add = add_means, .find = find_curves, .option = "along",
     .choices = places, .words = place_words, .title = "{metric} on the validation split{chosen}",
     .x_label = "{choice}", .x_says = "{choice}", .y_label = "{validation}", .y_says = "{metric}",
     .layout = LABELS | OWN_RANGES},
    {"gain_over_training", no_gain, .add = add_gains, .finish = add_margin, .find = find_last_gains,
     .option = "along", .choices = places, .words = place_words,
     .title = "{change} at the same step, {against}", .x_label = "{choice}", .x_says = "{choice}",
     .y_label = "{change}, better upward", .y_says = "{gain}", .units = "-g-",
     .layout = LABELS | OWN_RANGES},
    {"lr_curves", "a tuned axis with a value that was run", .add = add_sweep,
     .find = find_best_values,
     .title = "validation loss at each value of {tuned}; a circle: the "
              "value that was chosen",
     .x_label = "{tuned}", .x_says = "{tuned}", .y_label = "{tuning_loss}",
     .y_says = "validation loss", .log = "x", .layout = LABELS},
    {0}};
