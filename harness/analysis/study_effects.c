/* SPDX-License-Identifier: MIT
 * Effects: each contender against its reference, paired by seed, as run and at equal parameters,
 * FLOP and time; what it costs; and what the pairs allow to say. See study.h. */
#include "harness/analysis/study.h"
#include "base/mem.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

const char *const reading_names[READINGS] = {"steps", "parameters", "flop", "time"};

static const enum curve_axis budget_axis[READINGS] = {
    [READ_FLOP] = CURVE_FLOP, [READ_TIME] = CURVE_SECONDS};

static bool at_budget(enum reading r) { return r == READ_FLOP || r == READ_TIME; }

/* ---- budgets ---- */

/* What the first of the condition's winners with this seed has used up at its end; NaN when one
 * that ended has no curve. */
static double budget_of(const struct study *s, const struct contender *c, const char *seed,
                        enum curve_axis axis)
{
    double least = INFINITY;
    const struct study_question *q = &s->questions[c->question];
    for (int i = q->first; i < q->last; i++) {
        if (s->contenders[i].condition != c->condition) continue;
        const struct trial *t = winner_trial(s, i, seed);
        if (t && t->state == TRIAL_OK) least = fmin(least, curve_end(s, t, axis));
    }
    return least;
}

/* ---- pairs ---- */

struct pairing {
    const struct study *study;
    struct effect *effect;
    double *gains, *log_times;
    int gain_count, time_count, budget_count;
    double budget_sum;
};

static double value_of(struct pairing *p, const struct trial *t, double budget)
{
    const struct effect *e = p->effect;
    if (!at_budget(e->reading)) return t->value;
    return curve_at(p->study, t, study_metric(p->study, e->contender), budget_axis[e->reading],
                    budget);
}

static void add_times(struct pairing *p, const struct trial *own, const struct trial *other)
{
    double mine = table_number(p->study->rows, own->row, "tokens_per_s");
    double theirs = table_number(p->study->rows, other->row, "tokens_per_s");
    if (mine > 0 && theirs > 0) p->log_times[p->time_count++] = log(theirs / mine);
}

static void add_ended(struct pairing *p, const struct trial *own, const struct trial *other)
{
    struct effect *e = p->effect;
    const struct study *s = p->study;
    double budget = NAN;
    if (at_budget(e->reading)) {
        enum curve_axis axis = budget_axis[e->reading];
        budget = budget_of(s, &s->contenders[e->contender], own->seed, axis);
        p->budget_sum += budget / curve_end(s, own, axis);
        p->budget_count++;
    }
    double gain = study_gain(study_metric(s, e->contender), value_of(p, own, budget),
                             value_of(p, other, budget));
    if (isnan(gain)) return;
    p->gains[p->gain_count++] = gain;
    e->wins += gain > 0 ? 1 : gain == 0 ? 0.5 : 0;
    e->pairs++;
    add_times(p, own, other);
}

/* A run that diverged is worse than any that ended; two that did are equal. */
static void add_pair(struct pairing *p, const struct trial *own, const struct trial *other)
{
    struct effect *e = p->effect;
    bool lost = own->state == TRIAL_DIVERGED, other_lost = other->state == TRIAL_DIVERGED;
    bool both = own->state <= TRIAL_DIVERGED && other->state <= TRIAL_DIVERGED;
    if (own->state == TRIAL_OK && other->state == TRIAL_OK) add_ended(p, own, other);
    if (!both || (!lost && !other_lost)) return;
    e->lost_runs += lost;
    e->reference_lost_runs += other_lost;
    e->wins += lost && other_lost ? 0.5 : other_lost ? 1 : 0;
    e->pairs++;
}

static void pair(struct pairing *p)
{
    const struct study *s = p->study;
    int winner = s->contenders[p->effect->contender].winner;
    if (winner < 0) return;
    const struct candidate *c = &s->candidates[winner];
    for (int i = c->first; i < c->last; i++) {
        const struct trial *other = winner_trial(s, p->effect->reference, s->trials[i].seed);
        if (other) add_pair(p, &s->trials[i], other);
    }
}

/* ---- one effect ---- */

static double mean_ratio(const struct study *s, const struct effect *e, const char *column)
{
    return winner_mean(s, e->contender, column) / winner_mean(s, e->reference, column);
}

static struct effect effect_of(const struct study *s, int contender, int reference,
                               enum reading reading)
{
    struct effect e = {.contender = contender, .reference = reference, .reading = reading};
    int winner = s->contenders[contender].winner;
    size_t most =
        winner < 0 ? 0 : (size_t)(s->candidates[winner].last - s->candidates[winner].first);
    struct pairing p = {s, &e, xarray(most, sizeof(double)), xarray(most, sizeof(double)), 0, 0,
                        0, 0};
    pair(&p);
    e.gain = stats_paired(p.gains, p.gain_count, s->level);
    e.share = stats_share_interval(e.wins, e.pairs, s->level);
    e.p_corrected = NAN;
    e.budget_share = p.budget_count ? p.budget_sum / p.budget_count : (double)NAN;
    e.cost = (struct cost){mean_ratio(s, &e, "parameters"), mean_ratio(s, &e, "flop_per_token"),
                           mean_ratio(s, &e, "peak_rss_bytes"),
                           stats_paired(p.log_times, p.time_count, s->level)};
    free(p.gains);
    free(p.log_times);
    return e;
}

/* A mean over the runs that ended flatters the side of which more diverged: then nothing is said
 * in its favour. */
static enum outcome outcome_of_effect(const struct effect *e, double margin)
{
    enum outcome o = stats_outcome(e->gain.interval, e->p_corrected, margin);
    bool own = e->lost_runs > e->reference_lost_runs, other = e->reference_lost_runs > e->lost_runs;
    if (own && o != OUTCOME_WORSE) return OUTCOME_UNRESOLVED;
    if (other && o != OUTCOME_BETTER) return OUTCOME_UNRESOLVED;
    return e->pairs ? o : OUTCOME_NONE;
}

/* ---- all effects of a question ---- */

static void add_reading(struct study *s, struct study_question *q, enum reading reading)
{
    int first = s->effect_count;
    for (int i = q->first; i < q->last; i++) {
        const struct contender *c = &s->contenders[i];
        int reference = reading == READ_PARAMETERS ? c->control : c->reference;
        if (reference < 0 || reference == i) continue;
        s->effects = xgrow(s->effects, (size_t)s->effect_count + 1, sizeof *s->effects);
        s->effects[s->effect_count++] = effect_of(s, i, reference, reading);
    }
    int count = s->effect_count - first;
    double *p = xarray((size_t)count, sizeof *p), *corrected = xarray((size_t)count, sizeof *p);
    for (int i = 0; i < count; i++) p[i] = s->effects[first + i].gain.p;
    stats_holm(p, corrected, count);
    for (int i = 0; i < count; i++) {
        struct effect *e = &s->effects[first + i];
        e->p_corrected = corrected[i];
        e->outcome = outcome_of_effect(e, q->margin);
    }
    free(p);
    free(corrected);
}

void study_effects(struct study *s)
{
    for (int k = 0; k < s->question_count; k++) {
        struct study_question *q = &s->questions[k];
        q->effect_first = s->effect_count;
        for (enum reading r = 0; r < READINGS; r++) add_reading(s, q, r);
        q->effect_last = s->effect_count;
    }
}

const struct effect *study_effect(const struct study *s, int contender, enum reading reading)
{
    for (int i = 0; i < s->effect_count; i++)
        if (s->effects[i].contender == contender && s->effects[i].reading == reading)
            return &s->effects[i];
    return NULL;
}
