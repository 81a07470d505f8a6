/* SPDX-License-Identifier: MIT
 * Quality against cost: `pareto` of a question, and that of a folder of runs, where every arm of
 * every question stands, in percent of its baseline's metric. */
#include "harness/render/figures/figure_costs.h"
#include "harness/render/figures/figure_gains.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* ---- pareto ---- */

enum { COST_TIME, COST_FLOP, COST_PARAMETERS, COST_MEMORY };
static const char *const cost_names[] = {"time", "flop", "parameters", "memory", NULL};
static const char *const cost_words[] = {"training time per token / the baseline's",
                                         "FLOP per token / the baseline's",
                                         "parameters / the baseline's", "memory / the baseline's"};

static struct gain cost_of(const struct cost *c, int which)
{
    const struct estimate *t = &c->log_time;
    double time = t->n ? exp(t->centre) : (double)NAN;
    bool range = t->n > 1 && !isnan(t->interval.low);
    const double values[] = {time, c->flop_per_token, c->parameters, c->memory};
    struct gain g = {values[which], values[which], values[which]};
    if (which == COST_TIME && range)
        g = (struct gain){time, exp(t->interval.low), exp(t->interval.high)};
    return g;
}

static int by_cost(const void *a, const void *b)
{
    const struct chart_point *p = a, *q = b;
    if (p->x < q->x || p->x > q->x) return p->x < q->x ? -1 : 1;
    return p->y < q->y ? 1 : p->y > q->y ? -1 : 0;
}

/* The front: what nothing is both cheaper and better than, from the cheapest on, to the edge. */
static void add_front(struct chart *c, int panel, double edge)
{
    struct chart_point *list = xarray((size_t)c->point_count + 1, sizeof *list);
    int count = 0;
    double best = -INFINITY;
    for (int i = 0; i < c->point_count; i++)
        if (c->points[i].panel == panel) list[count++] = c->points[i];
    list[count++] = (struct chart_point){.x = 1, .y = 0};
    qsort(list, (size_t)count, sizeof *list, by_cost);
    for (int i = 0; i < count; i++)
        if (list[i].y > best) chart_add(c, panel, -1, list[i].x, best = list[i].y)->mark = "front";
    chart_add(c, panel, -1, edge, best)->mark = "front";
    chart_add(c, panel, -1, 1, 0)->mark = "baseline";
    free(list);
}

struct range {
    double low, high;
};

static void stretch(struct range *r, double v)
{
    if (isnan(v)) return;
    r->low = fmin(r->low, v);
    r->high = fmax(r->high, v);
}

static double clip(double v, double low, double high) { return fmin(fmax(v, low), high); }

/* The range holds the intervals unless they dwarf the points. */
static void set_costs(struct chart *c)
{
    struct range x = {1, 1}, y = {0, 0};
    for (int i = 0; i < c->point_count; i++) {
        stretch(&x, c->points[i].x);
        stretch(&y, c->points[i].y);
    }
    double x_reach = x.high > x.low ? x.high - x.low : 0.1;
    double y_reach = y.high > y.low ? y.high - y.low : 1;
    struct range in = {x.low - x_reach, x.high + x_reach}, up = {y.low - y_reach, y.high + y_reach};
    for (int i = 0; i < c->point_count; i++) {
        const struct chart_point *p = &c->points[i];
        stretch(&x, clip(p->x_low, in.low, in.high));
        stretch(&x, clip(p->x_high, in.low, in.high));
        stretch(&y, clip(p->y_low, up.low, up.high));
        stretch(&y, clip(p->y_high, up.low, up.high));
    }
    double pad = 0.06 * (x.high - x.low);
    chart_number(c, "x_low", x.low - pad);
    chart_number(c, "x_high", x.high + pad);
    for (int p = 0; p < c->panel_count; p++) {
        c->panels[p].low = y.low - 0.06 * (y.high - y.low);
        c->panels[p].high = y.high + 0.06 * (y.high - y.low);
        add_front(c, p, x.high + pad);
    }
}

static char *fill_pareto(struct chart *c, const struct request *all)
{
    struct gains g;
    char *fault = NULL;
    int cost = request_choice(all, "cost", cost_names, &fault);
    if (fault) return fault;
    fault = gains_begin(&g, c, all, false, false);
    if (!fault) {
        const struct analysis *a = all->analysis;
        shape_panels(c, &g.facets, cost_words[cost], g.words);
        for (int i = 0; i < g.request.count; i++) {
            const struct entry *e = &a->entries[g.request.entries[i]];
            struct gain price = cost_of(&gain_effect(&g, i)->cost, cost), gain = gain_drawn(&g, i);
            if (g.facets.shape_of[i] < 0 || isnan(price.value)) continue;
            struct chart_point *p =
                chart_add(c, g.facets.shape_of[i], chart_series(c, e->label, e->row), price.value,
                          gain.value);
            chart_interval(p, gain.low, gain.high);
            p->x_low = price.low;
            p->x_high = price.high;
        }
        set_costs(c);
    }
    gains_end(&g);
    return fault;
}

const struct figure_kind figures_of_costs[] = {{"pareto", true, fill_pareto}, {0}};

/* ---- of a folder of runs ---- */

/* An arm in a condition: its gain in percent of the baseline, its time per token over that's. */
struct worth {
    const struct analysis *analysis;
    const struct effect *effect;
    struct gain gain, time;
    bool range; /* of time */
    bool front;
};
struct worths {
    struct worth *list;
    int count;
};

/* Metrics differ from question to question, so gains are told in percent of the baseline's value:
 * of a metric of which less is better by how much it falls, of others by how much it rises. */
static double percent(const struct metric *m, double gain, double reference)
{
    if (!m->higher_is_better) return -100 * expm1(-gain);
    return reference > 0 ? 100 * gain / reference : (double)NAN;
}

static void add_worth(struct worths *all, const struct analysis *a, const struct effect *e)
{
    const struct question *q = &a->questions[a->entries[e->entry].question];
    int winner = a->entries[e->reference].winner;
    double value = winner < 0 ? (double)NAN : a->candidates[winner].mean;
    const struct interval *i = &e->gain.interval;
    if (!e->gain.n || !e->cost.log_time.n) return;
    struct worth w = {.analysis = a,
                      .effect = e,
                      .gain = {percent(q->metric, e->gain.centre, value), NAN, NAN},
                      .time = cost_of(&e->cost, COST_TIME),
                      .range = e->cost.log_time.interval.enough};
    if (i->enough) w.gain.low = percent(q->metric, i->low, value);
    if (i->enough) w.gain.high = percent(q->metric, i->high, value);
    if (!w.range) w.time.low = w.time.high = w.time.value;
    if (!isfinite(w.gain.value)) return;
    all->list = xgrow(all->list, (size_t)all->count + 1, sizeof *all->list);
    all->list[all->count++] = w;
}

/* Whether it has something over its baseline: better, or as good in less time, by its intervals. */
static bool pays(const struct worth *w)
{
    enum outcome outcome = w->effect->outcome;
    return outcome == OUTCOME_BETTER ||
           (outcome == OUTCOME_EQUIVALENT && w->range && w->time.high < 1);
}

/* A point of one data set or size beats none of another: only those of one question and condition
 * have a metric and a baseline in common. */
static bool beats(const struct worth *a, const struct worth *b)
{
    double more = a->gain.value - b->gain.value, less = b->time.value - a->time.value;
    return a->analysis == b->analysis && a->effect->reference == b->effect->reference && pays(a) &&
           more >= 0 && less >= 0 && (more > 0 || less > 0);
}

/* Of those that pay: none other gains as much in as little time. */
static void find_front(struct worths *all)
{
    for (int i = 0; i < all->count; i++) {
        struct worth *w = &all->list[i];
        w->front = pays(w);
        for (int k = 0; k < all->count && w->front; k++) w->front = !beats(&all->list[k], w);
    }
}

/* "neural, d' = 2 (its question, n = 128)" */
static char *worth_name(const struct worth *w)
{
    const struct entry *e = &w->analysis->entries[w->effect->entry];
    const char *shape = w->analysis->conditions[e->condition].label;
    return xformat("%s (%s%s%s)", e->label, entry_spec(w->analysis, w->effect->entry)->name,
                   *shape ? ", " : "", shape);
}

static const char *tics_of_time(double span)
{
    return span > 12    ? "0.12 0.25 0.5 1 2 4 8 16 32 64"
           : span > 3   ? "0.25 0.35 0.5 0.7 1 1.4 2 3 4 6 8"
           : span > 1.6 ? "0.5 0.6 0.7 0.8 0.9 1 1.2 1.4 1.7 2 2.5"
                        : "0.7 0.8 0.9 0.95 1 1.05 1.1 1.2 1.3 1.4";
}

/* The range holds the points, and of an interval at most as much again. */
static void set_worths(struct chart *c)
{
    struct range x = {1, 1}, y = {0, 0};
    for (int i = 0; i < c->point_count; i++) {
        stretch(&x, c->points[i].x);
        stretch(&y, asinh(c->points[i].y));
    }
    double reach = 0.35 * fmax(y.high - y.low, 1);
    struct range in = {x.low / 1.3, x.high * 1.3}, up = {y.low - reach, y.high + reach};
    for (int i = 0; i < c->point_count; i++) {
        const struct chart_point *p = &c->points[i];
        stretch(&x, clip(p->x_low, in.low, in.high));
        stretch(&x, clip(p->x_high, in.low, in.high));
        stretch(&y, clip(asinh(p->y_low), up.low, up.high));
        stretch(&y, clip(asinh(p->y_high), up.low, up.high));
    }
    double pad = 0.06 * (y.high - y.low), x_pad = fmax(1.02, pow(x.high / x.low, 0.05));
    char *tics = chart_tics(tics_of_time(x.high / x.low * x_pad * x_pad));
    chart_text(c, "x_tics", tics);
    free(tics);
    chart_number(c, "x_low", x.low / x_pad);
    chart_number(c, "x_high", x.high * x_pad);
    c->panels[0].low = sinh(y.low - pad);
    c->panels[0].high = sinh(y.high + pad);
}

/* Verdicts in their own order, unresolved in the background: a series each. */
static void add_worths(struct chart *c, const struct worths *all)
{
    static const enum outcome order[] = {OUTCOME_UNRESOLVED, OUTCOME_EQUIVALENT, OUTCOME_WORSE,
                                         OUTCOME_BETTER};
    for (int o = 0; o < 4; o++)
        for (int i = 0; i < all->count; i++) {
            const struct worth *w = &all->list[i];
            if (w->effect->outcome != order[o]) continue;
            struct chart_point *p = chart_add(c, 0, chart_series(c, outcome_names[order[o]], o),
                                              w->time.value, w->gain.value);
            chart_interval(p, w->gain.low, w->gain.high);
            p->x_low = w->time.low;
            p->x_high = w->time.high;
            p->name = worth_name(w);
            if (w->front) p->mark = "numbered";
        }
    for (int i = 0; i < all->count && c->notes.count < 100; i++) {
        if (!all->list[i].front) continue;
        char *name = worth_name(&all->list[i]);
        chart_note(c, all->list[i].time.value, all->list[i].gain.value, name);
        free(name);
    }
}

int fill_folder_pareto(struct chart *c, const struct analysis *const *runs, int count)
{
    struct worths all = {0};
    for (int i = 0; i < count; i++)
        for (int k = 0; k < runs[i]->effect_count; k++) {
            const struct effect *e = &runs[i]->effects[k];
            bool trains = runs[i]->questions[runs[i]->entries[e->entry].question].trains;
            if (trains && e->reading == READ_STEPS && e->entry != e->reference)
                add_worth(&all, runs[i], e);
        }
    find_front(&all);
    chart_panel(c, "");
    add_worths(c, &all);
    if (all.count) set_worths(c);
    chart_add(c, 0, chart_series(c, "baseline", 4), 1, 0)->mark = "baseline";
    chart_labels_of_panel(c, 0, "training time per token / the baseline's",
                          "gain over the baseline (% of its metric)");
    c->remark = xstrdup("Gains are in percent of the baseline's own metric, which differs from "
                        "question to question. Numbered: of the arms that are better, or as good "
                        "in less time, those that no other of the same question and condition "
                        "beats in both.");
    free(all.list);
    return all.count;
}
