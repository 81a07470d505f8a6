/* SPDX-License-Identifier: MIT
 * The figure of a folder of runs: gain against training time of every arm of every question, in
 * percent of its baseline's metric. The script is plots/questions_pareto.gp. */
#include "harness/render/figures/figure_kinds.h"

#include <math.h>
#include <stdlib.h>

/* An arm in a condition: its gain in percent of the baseline, its time per token over that's. */
struct worth {
    const struct analysis *analysis;
    const struct effect *effect;
    struct value gain, time;
};

/* Metrics differ from question to question, so gains are told in percent of the baseline's value:
 * of a metric of which less is better by how much it falls, of others by how much it rises. */
static double percent(const struct metric *m, double gain, double reference)
{
    if (!m->higher_is_better) return -100 * expm1(-gain);
    return reference > 0 ? 100 * gain / reference : (double)NAN;
}

static struct worth worth_of(const struct analysis *a, const struct effect *e)
{
    const struct metric *m = a->questions[a->entries[e->entry].question].metric;
    int winner = a->entries[e->reference].winner;
    double value = winner < 0 ? (double)NAN : a->candidates[winner].mean;
    struct worth w = {a, e, exactly(percent(m, e->gain.centre, value)), time_ratio(&e->cost)};
    if (e->gain.interval.enough) {
        w.gain.low = percent(m, e->gain.interval.low, value);
        w.gain.high = percent(m, e->gain.interval.high, value);
    }
    if (!e->cost.log_time.interval.enough) w.time = exactly(w.time.at);
    return w;
}

/* Whether it has something over its baseline: better, or as good in less time, by its intervals. A
 * time by formula is no time of the arm. */
static bool pays(const struct worth *w)
{
    enum outcome outcome = w->effect->outcome;
    bool faster = w->time.high < 1 && w->effect->cost.log_time.interval.enough;
    if (w->effect->cost.by_formula) return false;
    return outcome == OUTCOME_BETTER || (outcome == OUTCOME_EQUIVALENT && faster);
}

/* A point of one data set or size beats none of another: only those of one question and condition
 * have a metric and a baseline in common. */
static bool beats(const struct worth *a, const struct worth *b)
{
    double more = a->gain.at - b->gain.at, less = b->time.at - a->time.at;
    return a->analysis == b->analysis && a->effect->reference == b->effect->reference && pays(a) &&
           more >= 0 && less >= 0 && (more > 0 || less > 0);
}

/* Verdicts in their own order, unresolved in the background: a series each. Numbered: of those that
 * pay, what no other beats. */
static void add_worth(struct chart *c, const struct worth *all, int count, const struct worth *w)
{
    static const int styles[OUTCOMES] = {
        [OUTCOME_EQUIVALENT] = 1, [OUTCOME_WORSE] = 2, [OUTCOME_BETTER] = 3};
    const struct entry *e = &w->analysis->entries[w->effect->entry];
    const char *shape = w->analysis->conditions[e->condition].label;
    int style = styles[w->effect->outcome];
    bool front = pays(w);
    for (int k = 0; k < count && front; k++) front = !beats(&all[k], w);
    struct chart_point *p =
        chart_add(c, 0, style, outcome_names[w->effect->outcome], w->time, w->gain);
    p->name = xformat("%s (%s%s%s)", e->label, entry_spec(w->analysis, w->effect->entry)->name,
                      *shape ? ", " : "", shape); /* "neural, d' = 2 (its question, n = 128)" */
    if (!front || c->notes.count == 100) return;
    p->mark = "numbered";
    p->value.at = chart_place(&c->notes, p->name);
}

int fill_folder_pareto(struct chart *c, const struct analysis *const *runs, int count)
{
    struct worth *all = NULL;
    int n = 0;
    for (int i = 0; i < count; i++)
        for (int k = 0; k < runs[i]->effect_count; k++) {
            const struct effect *e = &runs[i]->effects[k];
            bool trains = runs[i]->questions[runs[i]->entries[e->entry].question].trains;
            if (!trains || runs[i]->entries[e->entry].damaged || e->reading != READ_STEPS ||
                e->entry == e->reference || !e->gain.n || !e->cost.log_time.n)
                continue;
            all = xgrow(all, (size_t)n + 1, sizeof *all);
            all[n] = worth_of(runs[i], e);
            n += isfinite(all[n].gain.at);
        }
    chart_rank(&c->panels, "", 1);
    chart_text(c, "y_label", "gain over the baseline (% of its metric)");
    bool formulas = false;
    for (int i = 0; i < n; i++) add_worth(c, all, n, &all[i]);
    for (int i = 0; i < n; i++) formulas |= all[i].effect->cost.by_formula;
    chart_add(c, 0, 4, "baseline", exactly(1), exactly(0))->mark = "baseline";
    chart_text(c, "x_label", "training time per token / the baseline's");
    c->log = "x";
    c->across = 1;
    c->remark = xformat("Gains are in percent of the baseline's own metric, which differs from "
                        "question to question. Numbered: of the arms that are better, or as good "
                        "in less time, those that no other of the same question and condition "
                        "beats in both.%s",
                        formulas ? " An arm whose time, or whose baseline's, is that of a formula "
                                   "has no number and beats none."
                                 : "");
    free(all);
    return n;
}
