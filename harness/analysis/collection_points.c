/* SPDX-License-Identifier: MIT
 * pareto.csv: gain against time of every arm of every question. See collection.h.
 *
 * Metrics differ from question to question, so gains are told in percent of the baseline's value:
 * of a metric of which less is better by how much it falls, of the others by how much it rises. */
#include "harness/render/collection.h"
#include "harness/analysis/study_csv.h"

#include <math.h>
#include <stdlib.h>

struct point {
    const struct study *study;
    const struct effect *effect;
    double gain, gain_low, gain_high; /* percent; NaN: no interval */
    double time, time_low, time_high; /* ratio of training time per token */
    bool front;
};
struct points {
    struct point *list;
    int count;
};

/* The mean of the question's metric over the runs of the reference. */
static double reference_value(const struct study *s, const struct study_question *q, int reference)
{
    char *column = xformat("%s_%s", q->test ? "test" : "valid", q->metric->name);
    double value = winner_mean(s, reference, column);
    free(column);
    return value;
}

static double percent(const struct metric *m, double gain, double reference)
{
    if (!m->higher_is_better) return -100 * expm1(-gain);
    return reference > 0 ? 100 * gain / reference : (double)NAN;
}

static void add_point(struct points *all, const struct study *s, const struct effect *e)
{
    const struct study_question *q = &s->questions[s->contenders[e->contender].question];
    const struct paired *time = &e->cost.log_time;
    double value = reference_value(s, q, e->reference);
    bool range = e->gain.interval.enough, time_range = time->interval.enough;
    struct point p = {
        .study = s,
        .effect = e,
        .gain = percent(q->metric, e->gain.mean, value),
        .gain_low = range ? percent(q->metric, e->gain.interval.low, value) : (double)NAN,
        .gain_high = range ? percent(q->metric, e->gain.interval.high, value) : (double)NAN,
        .time = exp(time->mean),
        .time_low = time_range ? exp(time->interval.low) : (double)NAN,
        .time_high = time_range ? exp(time->interval.high) : (double)NAN};
    if (!e->gain.n || !time->n || !isfinite(p.gain)) return;
    all->list = xgrow(all->list, (size_t)all->count + 1, sizeof *all->list);
    all->list[all->count++] = p;
}

/* Whether it has something over its baseline: better, or as good in less time, by its intervals. */
static bool pays(const struct point *p)
{
    enum outcome outcome = p->effect->outcome;
    return outcome == OUTCOME_BETTER || (outcome == OUTCOME_EQUIVALENT && p->time_high < 1);
}

/* A point of one data set or size beats none of another: only those of one question and condition
 * have a metric and a baseline in common. */
static bool beats(const struct point *a, const struct point *b)
{
    return a->study == b->study && a->effect->reference == b->effect->reference && pays(a) &&
           a->gain >= b->gain && a->time <= b->time && (a->gain > b->gain || a->time < b->time);
}

/* Of those that pay: none other gains as much in as little time. */
static void find_front(struct points *all)
{
    for (int i = 0; i < all->count; i++) {
        struct point *p = &all->list[i];
        p->front = pays(p);
        for (int k = 0; k < all->count && p->front; k++) p->front = !beats(&all->list[k], p);
    }
}

static void point_line(struct csv *out, const struct point *p)
{
    const struct contender *c = &p->study->contenders[p->effect->contender];
    const struct study_question *q = &p->study->questions[c->question];
    const double values[] = {p->gain, p->gain_low, p->gain_high,
                             p->time, p->time_low, p->time_high};
    csv_text(out, q->name);
    csv_text(out, c->arm);
    label_cell(out, c->label);
    label_cell(out, c->shape);
    csv_text(out, q->metric->name);
    csv_integer(out, p->effect->gain.n);
    csv_numbers(out, values, sizeof values / sizeof *values);
    csv_text(out, outcome_names[p->effect->outcome]);
    csv_integer(out, p->effect->outcome);
    csv_integer(out, p->front);
    csv_end_line(out);
}

bool collection_points(const struct collection *c, const char *path, int *count)
{
    static const char *const columns[] = {"ablation",  "arm",           "label",    "shape",
                                          "metric",    "pairs",         "gain",     "gain_low",
                                          "gain_high", "time_ratio",    "time_low", "time_high",
                                          "verdict",   "verdict_index", "front",    NULL};
    struct points all = {0};
    struct csv out = {0};
    for (int i = 0; i < c->count; i++) {
        const struct study *s = &c->runs[i].study;
        for (int k = 0; k < s->effect_count; k++)
            if (s->effects[k].reading == READ_STEPS &&
                s->effects[k].contender != s->effects[k].reference)
                add_point(&all, s, &s->effects[k]);
    }
    find_front(&all);
    csv_header(&out, columns);
    csv_end_line(&out);
    for (int i = 0; i < all.count; i++) point_line(&out, &all.list[i]);
    *count = all.count;
    free(all.list);
    return csv_save(&out, path);
}
