/* SPDX-License-Identifier: MIT
 * Kinds of figures of questions that train models.
 *
 * Of a metric of which less is better a gain is drawn in percent of the baseline's value. */
#include "harness/render/figures/figure_kinds.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* ---- gains: dots, gain, heatmap, pareto ---- */

static double scaled(const struct metric *m, double gain)
{
    return m->higher_is_better ? gain : -100 * expm1(-gain);
}

static struct value scaled_estimate(const struct metric *m, const struct estimate *e)
{
    struct value v = {scaled(m, e->centre), scaled(m, e->interval.low),
                      scaled(m, e->interval.high)};
    return e->interval.level > 0 && !isnan(v.low) && !isnan(v.high) ? v : exactly(v.at);
}

static struct value gain_of_entry(const struct request *r, int entry)
{
    const struct effect *e = entry_effect(r->analysis, entry, r->reading);
    bool there = e && e->gain.n && e->reference != entry;
    return there ? scaled_estimate(r->question->metric, &e->gain) : exactly(NAN);
}

static void add_margin(struct chart *c, const struct request *r)
{
    const struct question *q = r->question;
    chart_band(c, 0, scaled(q->metric, -q->margin), scaled(q->metric, q->margin));
}

/* Noise of the last digits is no gain. */
static double tidy(double v) { return fabs(v) < 1e-12 ? 0 : v; }

static struct value tidy_gain(const struct request *r, int entry)
{
    struct value v = gain_of_entry(r, entry);
    return (struct value){tidy(v.at), tidy(v.low), tidy(v.high)};
}

static void set_gains(struct chart *c, const struct request *r)
{
    const struct metric *m = r->question->metric;
    double reach = 0;
    for (int i = 0; i < c->point_count; i++) reach = fmax(reach, fabs(c->points[i].value.at));
    chart_text(c, "cell_format", m->higher_is_better ? "%+.4g" : "%+.2f %%");
    chart_text(c, "interval_format", m->higher_is_better ? "[%.4g, %.4g]" : "[%.2f, %.2f]");
    chart_number(c, "value_low", reach > 0 ? -reach : -1);
    chart_number(c, "value_high", reach > 0 ? reach : 1);
}

static const char *const costs[] = {"time", "flop", "parameters", "memory", NULL};
static const char *const cost_words[] = {"training time per token / the baseline's",
                                         "FLOP per token / the baseline's",
                                         "parameters / the baseline's", "memory / the baseline's"};

struct value time_ratio(const struct cost *c)
{
    const struct estimate *t = &c->log_time;
    if (!t->n) return exactly(NAN);
    if (t->n < 2 || isnan(t->interval.low)) return exactly(exp(t->centre));
    return (struct value){exp(t->centre), exp(t->interval.low), exp(t->interval.high)};
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
        if (e && e->cost.by_formula && r->analysis->entries[e->entry].row == p->style) return true;
    }
    return false;
}

/* The baseline; and the front: what nothing is both cheaper and better than. */
static void add_front(struct chart *c, const struct request *r)
{
    for (int p = 0; p < c->panels.count; p++)
        chart_add(c, p, -1, NULL, exactly(1), exactly(0))->mark = "baseline";
    for (int i = 0, count = c->point_count; i < count; i++) {
        const struct chart_point p = c->points[i];
        bool beaten = is_by_formula(r, &p);
        for (int k = 0; k < count; k++) {
            const struct chart_point *q = &c->points[k];
            beaten |= !is_by_formula(r, q) && q->panel == p.panel && q->x.at <= p.x.at &&
                      q->y.at >= p.y.at && (q->x.at < p.x.at || q->y.at > p.y.at);
        }
        if (!beaten)
            chart_add(c, p.panel, -1, NULL, exactly(p.x.at), exactly(p.y.at))->mark = "front";
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
    struct value v = {0, INFINITY, -INFINITY};
    double *values = xarray((size_t)(w->last - w->first), sizeof *values);
    int reference = a->entries[entry].reference, n = 0;
    for (int i = w->first; i < w->last && (!gain || (reference >= 0 && reference != entry)); i++) {
        const struct trial *own = a->members[i];
        const struct trial *other = gain ? winner_trial(a, reference, own) : own;
        double value = curve_at(own, m, CURVE_STEP, step);
        if (own->state != TRIAL_OK || !other || other->state != TRIAL_OK) continue;
        if (gain) value = gain_of(m, value, curve_at(other, m, CURVE_STEP, step));
        if (isnan(value)) continue;
        v = (struct value){v.at + value, fmin(v.low, value), fmax(v.high, value)};
        values[n++] = value;
    }
    struct estimate e = stats_paired(values, n, a->level);
    free(values);
    v.at /= n;
    return !n ? exactly(NAN) : gain ? scaled_estimate(m, &e) : v;
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
        if (!isnan(v.at)) add_of_label(c, r, entry, panel, exactly(along[r->choice]), v);
    }
    if (r->choice == 2) chart_text(c, "x_format", "%.1s %c");
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

static void add_sweep(struct chart *c, const struct request *r, int entry, int panel)
{
    const struct entry *e = &r->analysis->entries[entry];
    for (int k = e->first; k < e->last && r->question->tuned >= 0; k++) {
        const struct candidate *tried = &r->analysis->candidates[k];
        struct value x = exactly(strtod(tried->value, NULL));
        struct value y = {tried->tuning, tried->low, tried->high};
        chart_rank(&c->columns, tried->value, x.at);
        if (isfinite(y.at)) {
            add_of_label(c, r, entry, panel, x, y);
            if (k == e->winner) add_of_label(c, r, entry, panel, x, exactly(y.at))->mark = "winner";
        }
        if (tried->diverged) add_of_label(c, r, entry, panel, x, exactly(NAN))->mark = "diverged";
    }
}

static const char no_gain[] = "a gain over a baseline";
const struct figure_kind kinds_trained[] = {
    {"dots", no_gain, .x_of = gain_of_entry, .finish = add_margin, .x_label = "{gain}",
     .layout = ROWS | LABELS},
    {"gain", no_gain, .y_of = gain_of_entry, .finish = add_margin, .x = "", .y_label = "{gain}"},
    {"heatmap", no_gain, .cell_of = tidy_gain, .finish = set_gains, .x = "", .y = "",
     .heading = "{gain}"},
    {"pareto", no_gain, cost_of, gain_of_entry, .finish = add_front, .option = "cost",
     .choices = costs, .words = cost_words, .x_label = "{choice}", .y_label = "{gain}",
     .layout = LABELS},
    {"curves", "a learning curve", .add = add_means, .option = "along", .choices = places,
     .words = place_words, .x_label = "{choice}", .y_label = "{metric}", .layout = OWN_RANGES},
    {"gain_over_training", no_gain, .add = add_gains, .finish = add_margin, .option = "along",
     .choices = places, .words = place_words, .x_label = "{choice}", .y_label = "{gain}",
     .layout = OWN_RANGES},
    {"lr_curves", "a tuned axis with a value that was run", .add = add_sweep, .x_label = "{tuned}",
     .y_label = "validation loss", .log = "x"},
    {0}};
