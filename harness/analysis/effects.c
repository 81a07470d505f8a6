/* SPDX-License-Identifier: MIT
 * Effects: each entry against its reference, paired by seed or by round, as run and at equal
 * parameters, FLOP and time; what it costs; and what the pairs allow to say. */
#include "harness/analysis/analysis.h"
#include "base/mem.h"

#include <math.h>
#include <stdlib.h>

const char *const reading_names[READINGS] = {"steps", "parameters", "flop", "time"};

static const enum curve_axis budget_axis[READINGS] = {
    [READ_FLOP] = CURVE_FLOP, [READ_TIME] = CURVE_SECONDS};

static bool at_budget(enum reading r) { return r == READ_FLOP || r == READ_TIME; }

/* ---- budgets ---- */

/* What the first of the condition's winners with this seed has used up at its end; NaN when one
 * that ended has no curve. */
static double budget_of(const struct analysis *a, int condition, const struct trial *like,
                        enum curve_axis axis)
{
    double least = INFINITY;
    for (int i = a->conditions[condition].first; i < a->conditions[condition].last; i++) {
        const struct trial *t = winner_trial(a, i, like);
        if (t && t->state == TRIAL_OK) least = fmin(least, curve_end(t, axis));
    }
    return least;
}

/* ---- pairs ---- */

struct pairing {
    const struct analysis *analysis;
    const struct question *question;
    struct effect *effect;
    double *gains, *log_times;
    int gain_count, time_count, budget_count;
    double budget_sum;
};

static double value_of(const struct pairing *p, const struct trial *t, double budget)
{
    enum reading r = p->effect->reading;
    return at_budget(r) ? curve_at(t, p->question->metric, budget_axis[r], budget)
                        : trial_result(p->question, t);
}

static void add_ended(struct pairing *p, const struct trial *own, const struct trial *other)
{
    struct effect *e = p->effect;
    double budget = NAN;
    if (at_budget(e->reading)) {
        enum curve_axis axis = budget_axis[e->reading];
        budget = budget_of(p->analysis, p->analysis->entries[e->entry].condition, own, axis);
        p->budget_sum += budget / curve_end(own, axis);
        p->budget_count++;
    }
    double gain =
        gain_of(p->question->metric, value_of(p, own, budget), value_of(p, other, budget));
    if (isnan(gain)) return;
    p->gains[p->gain_count++] = gain;
    e->wins += gain > 0 ? 1 : gain == 0 ? 0.5 : 0;
    e->pairs++;
    double mine = own->measured[TOKENS_PER_S], theirs = other->measured[TOKENS_PER_S];
    if (mine > 0 && theirs > 0) p->log_times[p->time_count++] = log(theirs / mine);
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

static int winner_trials(const struct analysis *a, int entry)
{
    int winner = a->entries[entry].winner;
    return winner < 0 ? 0 : a->candidates[winner].last - a->candidates[winner].first;
}

/* Of these, how many were run. */
static int winner_rows(const struct analysis *a, int entry)
{
    int count = 0, trials = winner_trials(a, entry);
    for (int i = 0; i < trials; i++)
        count += a->members[a->candidates[a->entries[entry].winner].first + i]->row >= 0;
    return count;
}

static void pair(struct pairing *p)
{
    const struct analysis *a = p->analysis;
    int own = winner_trials(a, p->effect->entry);
    int rows = winner_rows(a, p->effect->entry), others = winner_rows(a, p->effect->reference);
    const struct trial **first =
        own ? a->members + a->candidates[a->entries[p->effect->entry].winner].first : NULL;
    for (int i = 0; i < own; i++) {
        const struct trial *other = winner_trial(a, p->effect->reference, first[i]);
        if (other) add_pair(p, first[i], other);
    }
    p->effect->unpaired = (rows > others ? rows : others) - p->effect->pairs;
}

/* ---- one effect ---- */

static double ratio(const struct analysis *a, const struct effect *e, enum measured what)
{
    return winner_measured(a, e->entry, what) / winner_measured(a, e->reference, what);
}

static struct effect effect_of(const struct analysis *a, int entry, int reference,
                               enum reading reading)
{
    const struct question *q = &a->questions[a->entries[entry].question];
    struct effect e = {.entry = entry, .reference = reference, .reading = reading};
    size_t most = (size_t)winner_trials(a, entry);
    struct pairing p = {.analysis = a,
                        .question = q,
                        .effect = &e,
                        .gains = xarray(most, sizeof *p.gains),
                        .log_times = xarray(most, sizeof *p.log_times)};
    pair(&p);
    e.gain = q->trains ? stats_paired(p.gains, p.gain_count, a->level)
                       : stats_hodges_lehmann(p.gains, p.gain_count, a->level);
    e.share = stats_share_interval(e.wins, e.pairs, a->level);
    e.p_corrected = NAN;
    e.budget_share = p.budget_count ? p.budget_sum / p.budget_count : (double)NAN;
    e.cost = (struct cost){.parameters = ratio(a, &e, PARAMETERS),
                           .flop_per_token = ratio(a, &e, FLOP_PER_TOKEN),
                           .memory = ratio(a, &e, q->trains ? PEAK_RSS_BYTES : WORKING_BYTES),
                           .log_time = stats_paired(p.log_times, p.time_count, a->level)};
    free(p.gains);
    free(p.log_times);
    return e;
}

/* Of times the interval alone decides. A mean over the runs that ended flatters the side of which
 * more diverged: then nothing is said in its favour. */
static enum outcome outcome_of(const struct question *q, const struct effect *e)
{
    if (!e->pairs) return OUTCOME_NONE;
    enum outcome o = stats_outcome(e->gain.interval, q->trains ? e->p_corrected : 0, q->margin);
    bool own = e->lost_runs > e->reference_lost_runs, other = e->reference_lost_runs > e->lost_runs;
    if (own && o != OUTCOME_WORSE) return OUTCOME_UNRESOLVED;
    if (other && o != OUTCOME_BETTER) return OUTCOME_UNRESOLVED;
    return o;
}

/* ---- all effects of a question ---- */

/* One family of tests. */
static void correct(struct effect *effects, int count)
{
    double *p = xarray((size_t)count, sizeof *p), *corrected = xarray((size_t)count, sizeof *p);
    for (int i = 0; i < count; i++) p[i] = effects[i].gain.p;
    stats_holm(p, corrected, count);
    for (int i = 0; i < count; i++) effects[i].p_corrected = corrected[i];
    free(p);
    free(corrected);
}

static void add_reading(struct analysis *a, const struct question *q, enum reading reading)
{
    int first = a->effect_count;
    for (int i = q->entries.first; i < q->entries.last; i++) {
        const struct entry *e = &a->entries[i];
        int reference = reading == READ_PARAMETERS ? e->control : e->reference;
        if (reference < 0 || reference == i) continue;
        a->effects = xgrow(a->effects, (size_t)a->effect_count + 1, sizeof *a->effects);
        a->effects[a->effect_count++] = effect_of(a, i, reference, reading);
    }
    correct(a->effects + first, a->effect_count - first);
    for (int i = first; i < a->effect_count; i++)
        a->effects[i].outcome = outcome_of(q, &a->effects[i]);
}

void find_effects(struct analysis *a)
{
    for (int k = 0; k < a->question_count; k++) {
        struct question *q = &a->questions[k];
        q->effects.first = a->effect_count;
        for (enum reading r = 0; r < READINGS; r++)
            if (q->trains || r == READ_STEPS) add_reading(a, q, r);
        q->effects.last = a->effect_count;
    }
}
