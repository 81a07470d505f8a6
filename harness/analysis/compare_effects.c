/* SPDX-License-Identifier: MIT
 * Effects of two runs side by side. See compare.h. */
#include "harness/analysis/compare.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

static void put(struct comparison *c, struct agreement a)
{
    c->agreements = xgrow(c->agreements, (size_t)c->agreement_count + 1, sizeof *c->agreements);
    c->agreements[c->agreement_count++] = a;
    c->agrees += a.says == EFFECT_AGREES;
    c->disagrees += a.says == EFFECT_DISAGREES;
}

/* ---- trained ---- */

static bool compared(const struct comparison *c, int row)
{
    enum match_state state = c->matches[row].state;
    return state == MATCH_BITS || state == MATCH_INTERVAL;
}

/* The question's metric of a trial of the reference in the rerun; NaN: not measured there. */
static double value_again(const struct comparison *c, const struct study_question *q,
                          const struct trial *t)
{
    const struct table *rows = &c->run->rows;
    int row = t && compared(c, t->row) ? c->matches[t->row].row : -1;
    if (row < 0 || strcmp(table_text(rows, row, "status"), "ok")) return NAN;
    char *column = xformat("%s_%s", q->test ? "test" : "valid", q->metric->name);
    double value = table_number(rows, row, column);
    free(column);
    return value;
}

struct again {
    struct paired gain;
    bool same; /* each pair's gain is the reference's to the last bit */
};

/* The gain of an effect of the reference in the rerun: the same seeds, the same values of the tuned
 * axis. */
static struct again gain_again(const struct comparison *c, const struct effect *e, double level)
{
    const struct study *s = &c->reference->study;
    const struct study_question *q = &s->questions[s->contenders[e->contender].question];
    int winner = s->contenders[e->contender].winner, count = 0;
    const struct candidate *own = winner < 0 ? NULL : &s->candidates[winner];
    struct again again = {.same = true};
    double *gains = xarray(own ? (size_t)(own->last - own->first) : 0, sizeof *gains);
    for (int i = own ? own->first : 0; own && i < own->last; i++) {
        const struct trial *mine = &s->trials[i];
        const struct trial *theirs = winner_trial(s, e->reference, mine->seed);
        double gain = study_gain(q->metric, value_again(c, q, mine), value_again(c, q, theirs));
        if (!isfinite(gain)) continue;
        gains[count++] = gain;
        again.same &= gain == study_gain(q->metric, mine->value, theirs->value);
    }
    again.gain = stats_paired(gains, count, level);
    free(gains);
    return again;
}

/* Student's interval for the mean of `again` more pairs, from the mean and spread of n. */
static bool predicted(const struct paired *g, int again, double mean, double level)
{
    double t = stats_t_quantile(0.5 + level / 2, g->n - 1);
    return fabs(mean - g->mean) <= t * g->sd * sqrt(1.0 / g->n + 1.0 / again);
}

static enum agreeing gains_agree(const struct paired *a, const struct again *again, double level)
{
    const struct paired *b = &again->gain;
    if (again->same) return EFFECT_AGREES;
    if (!a->interval.enough) return EFFECT_OPEN;
    if (b->n < a->n) return predicted(a, b->n, b->mean, level) ? EFFECT_AGREES : EFFECT_DISAGREES;
    bool overlap = a->interval.low <= b->interval.high && b->interval.low <= a->interval.high;
    return overlap ? EFFECT_AGREES : EFFECT_DISAGREES;
}

static bool is_effect(const struct effect *e)
{
    return e->reading == READ_STEPS && e->contender != e->reference && e->gain.n > 0;
}

static void trained(struct comparison *c, double level)
{
    const struct study *s = &c->reference->study;
    int count = 0;
    for (int i = 0; i < s->effect_count; i++)
        if (is_effect(&s->effects[i])) count += gain_again(c, &s->effects[i], level).gain.n > 0;
    for (int i = 0; i < s->effect_count; i++) {
        const struct effect *e = &s->effects[i];
        struct again again = {0};
        if (is_effect(e)) again = gain_again(c, e, level);
        if (!again.gain.n) continue;
        const struct study_question *q = &s->questions[s->contenders[e->contender].question];
        put(c, (struct agreement){.ablation = q->name,
                                  .label = contender_name(s, e->contender),
                                  .reference = gain_text(q->metric, &e->gain),
                                  .run = gain_text(q->metric, &again.gain),
                                  .pairs = e->gain.n,
                                  .run_pairs = again.gain.n,
                                  .says = gains_agree(&e->gain, &again, 1 - (1 - level) / count)});
    }
}

/* ---- timed ---- */

/* The cell of the rerun's summary that measured a cell of the reference again, -1: none. */
static int cell_again(const struct comparison *c, const struct summary_cell *cell)
{
    const struct summary *s = &c->reference->summary;
    for (int i = cell->first; i < cell->last; i++) {
        const struct match *m = &c->matches[s->order[i]];
        if (m->state == MATCH_TIMED)
            return summary_find(&c->run->summary, cell->ablation,
                                table_text(&c->run->rows, m->row, "cell"));
    }
    return -1;
}

static enum agreeing ratios_agree(const struct interval *a, const struct interval *b, double margin)
{
    double wider = log1p(margin);
    if (!a->enough || !b->enough) return EFFECT_OPEN;
    bool overlap = a->low - wider <= b->high && b->low <= a->high + wider;
    return overlap ? EFFECT_AGREES : EFFECT_DISAGREES;
}

/* "neural (n = 128)", with the pass where the question times several. */
static char *cell_name(const struct report *r, int cell)
{
    const struct summary_cell *cells = r->summary.cells;
    const struct label *l = &r->labels[cell];
    bool passes = false;
    for (int i = 0; i < r->summary.count; i++)
        passes |= !strcmp(cells[i].ablation, cells[cell].ablation) &&
                  strcmp(cells[i].pass, cells[cell].pass);
    const char *pass = passes ? cells[cell].pass : "";
    return xformat("%s%s%s%s%s%s", l->label, *pass || *l->shape ? " (" : "", pass,
                   *pass && *l->shape ? ", " : "", l->shape, *pass || *l->shape ? ")" : "");
}

static void timed(struct comparison *c)
{
    const struct summary *s = &c->reference->summary;
    for (int i = 0; i < s->count; i++) {
        const struct summary_cell *cell = &s->cells[i];
        int again = cell->log_ratio.n ? cell_again(c, cell) : -1;
        const struct estimate *e = again < 0 ? NULL : &c->run->summary.cells[again].log_ratio;
        if (!e || !e->n) continue;
        put(c, (struct agreement){
                   .ablation = cell->ablation,
                   .label = cell_name(c->reference, i),
                   .reference = ratio_interval_text(&cell->log_ratio),
                   .run = ratio_interval_text(e),
                   .pairs = cell->log_ratio.n,
                   .run_pairs = e->n,
                   .says = ratios_agree(&cell->log_ratio.interval, &e->interval, s->margin)});
    }
}

void compare_effects(struct comparison *c, double level)
{
    trained(c, level);
    timed(c);
}
