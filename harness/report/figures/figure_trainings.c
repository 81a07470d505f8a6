/* SPDX-License-Identifier: MIT
 * Writes the tables of figures about training runs. */
#include "harness/analysis/scaling.h"
#include "harness/report/figures/figure_kinds.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* ---- gains: dots, gain, pareto ---- */

struct value drawn_gain(const struct metric *m, const struct estimate *e)
{
    struct value v = {gain_shown(m, e->centre), gain_shown(m, e->interval.low),
                      gain_shown(m, e->interval.high), e->n};
    if (!(e->interval.level > 0)) v.low = v.high = NAN;
    return v;
}

static struct value gain_of_entry(const struct request *r, int entry)
{
    const struct effect *e = entry_effect(r->analysis, entry, r->comparison);
    bool there = e && e->gain.n && e->reference != entry;
    return there ? drawn_gain(r->question->metric, &e->gain) : (struct value){NAN, NAN, NAN, 0};
}

/* Sets the title, and a subtitle such as "Change in loss (%) at equal steps, compared with softmax
 * attention". */
static void title_gain(struct figure_table *t, const struct request *r, const char *direction)
{
    char *change = change_words(r->question->metric);
    t->title = finding_of_verdicts(r);
    t->subtitle = xformat("C%s at equal %s, compared with %s; %s", change + 1,
                          r->comparison == COMPARE_STEPS ? "steps" : "parameters",
                          baseline_words(r), direction);
    t->y_label = change;
}

static void add_gain_margin(struct figure_table *t, const struct request *r)
{
    const struct question *q = r->question;
    if (t->count)
        add_margin(t, gain_shown(q->metric, -q->margin), gain_shown(q->metric, q->margin));
    figure_sort(t);
}

static const char *control_mark(const struct request *r, int entry)
{
    return r->analysis->entries[entry].negative_control ? "control" : NULL;
}

void write_gain_rows(struct figure_table *t, struct request *r)
{
    title_gain(t, r, "right of 0 is better");
    t->x_label = t->y_label;
    t->y_label = NULL;
    for (int i = 0; i < r->count; i++) {
        struct value v = gain_of_entry(r, r->entries[i]);
        if (!isnan(v.at)) add_of_entry(t, r, r->entries[i], NAN, v, control_mark(r, r->entries[i]));
    }
    figure_sort_by_value(t, true);
    add_gain_margin(t, r);
}

void write_gains_along(struct figure_table *t, struct request *r)
{
    title_gain(t, r, "above 0 is better");
    t->x_label = axis_words(&r->analysis->run->axes, r->x);
    add_places(t, r, gain_of_entry);
    add_gain_margin(t, r);
}

void write_gains_by_cost(struct figure_table *t, struct request *r)
{
    static const char *const words[] = {"FLOPs per token", "parameters", "memory"};
    title_gain(t, r, "above 0 is better, left of 1 is cheaper");
    t->x_label = xformat("%s / the baseline's", words[r->choice]);
    for (int i = 0; i < r->count; i++) {
        const struct effect *e = entry_effect(r->analysis, r->entries[i], COMPARE_STEPS);
        struct value v = gain_of_entry(r, r->entries[i]);
        if (!e || isnan(v.at)) continue;
        double cost[] = {e->cost.flops, e->cost.parameters, e->cost.memory};
        if (cost[r->choice] > 0)
            add_of_entry(t, r, r->entries[i], cost[r->choice], v, control_mark(r, r->entries[i]));
    }
    add_gain_margin(t, r);
}

/* ---- learning curves ---- */

/* Returns the mean, minimum and maximum of a metric over the seeds at a step, or NaN if no seed has
 * a value. */
static struct value value_at(const struct request *r, int entry, double step)
{
    const struct candidate *w = entry_winner(r->analysis, entry);
    struct value v = {0, INFINITY, -INFINITY, 0};
    for (int i = w->first; i < w->last; i++) {
        const struct trial *t = r->analysis->members[i];
        double value = curve_at(t, r->question->metric, step);
        if (t->state != TRIAL_OK || isnan(value)) continue;
        v = (struct value){v.at + value, fmin(v.low, value), fmax(v.high, value), v.n + 1};
    }
    v.at /= v.n;
    return v;
}

/* Adds the points of a learning curve. The steps are those of the first run that finished. */
static void add_curve(struct figure_table *t, const struct request *r, int entry)
{
    const struct trial *const *all = r->analysis->members;
    const struct candidate *w = entry_winner(r->analysis, entry);
    int i = w ? w->first : 0, last = w ? w->last : 0;
    while (i < last && all[i]->state != TRIAL_OK) i++;
    for (int k = 0; i < last && k < all[i]->point_count; k++) {
        struct value v = value_at(r, entry, all[i]->points[k].step);
        if (!isnan(v.at)) add_of_entry(t, r, entry, all[i]->points[k].step, v, NULL);
    }
}

static struct value last_of_curve(const struct request *r, int entry)
{
    const struct candidate *w = entry_winner(r->analysis, entry);
    double step = 0;
    for (int i = w ? w->first : 0; w && i < w->last; i++)
        for (int k = 0; k < r->analysis->members[i]->point_count; k++)
            step = fmax(step, r->analysis->members[i]->points[k].step);
    return w ? value_at(r, entry, step) : (struct value){NAN, NAN, NAN, 0};
}

static char *validation_words(const struct metric *m)
{
    const char *unit = metric_unit_said(m);
    return xformat("validation %s%s%s%s", metric_said(m), *unit ? " (" : "", unit,
                   *unit ? ")" : "");
}

void write_curves(struct figure_table *t, struct request *r)
{
    char *last = xformat("Last %s", metric_said(r->question->metric));
    t->title = finding_of_range(r, last_of_curve, last);
    free(last);
    t->subtitle =
        xformat("Learning curves: mean %s on the validation split. Bands: range over seeds",
                metric_said(r->question->metric));
    t->x_label = xstrdup("optimiser steps");
    t->y_label = validation_words(r->question->metric);
    for (int i = 0; i < r->count; i++) add_curve(t, r, r->entries[i]);
    figure_sort(t);
}

/* ---- the sweep of the tuned axis ---- */

static bool lost_a_run(const struct analysis *a, const struct candidate *c)
{
    for (int i = c->first; i < c->end; i++)
        if (a->members[i]->state == TRIAL_DIVERGED) return true;
    return false;
}

/* Adds the results of each tuned value. A value of 0 is skipped, because a logarithmic axis cannot
 * show 0. */
static void add_sweep(struct figure_table *t, const struct request *r, int entry)
{
    const struct entry *e = &r->analysis->entries[entry];
    for (int k = e->first; k < e->last; k++) {
        const struct candidate *tried = &r->analysis->candidates[k];
        double x = strtod(tried->value, NULL);
        struct value v = {tried->tuning, tried->low, tried->high, tried->tuning_seeds};
        if (!(x > 0)) continue;
        if (isfinite(v.at)) add_of_entry(t, r, entry, x, v, k == e->winner ? "best" : NULL);
        if (lost_a_run(r->analysis, tried))
            add_of_entry(t, r, entry, x, (struct value){NAN, NAN, NAN, 0}, "diverged");
    }
}

/* Returns true if several values of the tuned axis were tried. One value needs no figure. */
static bool tried_several(const struct request *r)
{
    for (int i = 0; i < r->count; i++)
        if (entry_values_tried(r->analysis, &r->analysis->entries[r->entries[i]]) > 1) return true;
    return false;
}

void write_sweeps(struct figure_table *t, struct request *r)
{
    if (r->question->tuned < 0 || !tried_several(r)) return;
    t->x_label = axis_words(&r->analysis->run->axes, r->question->tuned);
    t->y_label = validation_words(metric_find("loss"));
    t->title = finding_of_sweeps(r);
    t->subtitle = xformat("Validation loss at each %s, with the range over seeds. Circle: chosen "
                          "value. Cross: failed run",
                          t->x_label);
    for (int i = 0; i < r->count; i++) add_sweep(t, r, r->entries[i]);
    figure_sort(t);
}

/* ---- scaling: loss_compute, compute_multiplier ---- */

/* Adds the scaling law fitted to the losses of a reference, from the smallest to the largest size.
 */
static void add_law(struct figure_table *t, const struct request *r, const struct scaling_fit *f)
{
    enum { STEPS = 24 };
    double low = INFINITY, high = 0;
    for (int i = f->points.first; i < f->points.last; i++) {
        const struct scaling_point *p = &r->analysis->scaling_points[i];
        if (p->left_out || isnan(p->flops)) continue;
        low = fmin(low, p->flops);
        high = fmax(high, p->flops);
    }
    for (int i = 0; i <= STEPS && low < high; i++) {
        double flops = low * pow(high / low, (double)i / STEPS);
        double loss = exp(law_log_loss(&f->law, log(flops)));
        add_of_entry(t, r, f->entry, flops, (struct value){loss, NAN, NAN, 0}, "law");
    }
}

void write_losses(struct figure_table *t, struct request *r)
{
    t->title = finding_of_savings(r);
    t->subtitle =
        xstrdup("Loss against training FLOPs, one point per size. Line: the baseline's fitted law");
    t->x_label = xstrdup("training FLOPs");
    t->y_label = xstrdup("loss");
    for (int i = 0; i < r->count; i++) {
        const struct scaling_point *p = entry_scaling_point(r->analysis, r->entries[i]);
        const struct scaling_fit *f = entry_scaling(r->analysis, r->entries[i]);
        if (!p) continue;
        if (f->entry == r->entries[i] && f->entry == f->reference && !f->fault) add_law(t, r, f);
        if (!(p->flops > 0) || !(p->loss > 0)) continue;
        add_of_entry(t, r, r->entries[i], p->flops, (struct value){p->loss, NAN, NAN, p->seeds},
                     p->left_out ? "left out" : NULL);
    }
    figure_sort(t);
}

void write_multipliers(struct figure_table *t, struct request *r)
{
    t->title = finding_of_savings(r);
    t->subtitle = xstrdup("Compute of the baseline divided by the arm's compute, at the same loss; "
                          "above 1 is better");
    t->x_label = xstrdup("parameters");
    t->y_label = xstrdup("compute multiplier");
    for (int i = 0; i < r->count; i++) {
        const struct scaling_point *p = entry_scaling_point(r->analysis, r->entries[i]);
        const struct scaling_fit *f = entry_scaling(r->analysis, r->entries[i]);
        if (!p || isnan(p->multiplier.centre) || f->entry == f->reference) continue;
        const struct interval *bounds = &p->multiplier.interval;
        struct value v = {exp(p->multiplier.centre), exp(bounds->low), exp(bounds->high), p->seeds};
        add_of_entry(t, r, r->entries[i], p->parameters, v, p->left_out ? "left out" : NULL);
    }
    figure_sort(t);
}
