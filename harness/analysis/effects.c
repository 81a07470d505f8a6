/* SPDX-License-Identifier: MIT
 * Effects: each entry against its reference, paired by seed or by round, as run and at equal
 * parameters, FLOP and time; what it costs; and what the pairs allow to say. */
#include "harness/analysis/analysis.h"
#include "base/mem.h"

#include <math.h>
#include <stdlib.h>

const char *const reading_names[READINGS] = {"steps", "parameters", "flop", "time"};

/* ---- budgets ---- */

/* The least that any of the condition's winners with this seed has used at its end; NaN when one
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
    double *gains, *log_times, budget_sum;
    int gain_count, time_count, budget_count;
};

/* Of two that ended; NaN where one has no value. */
static double gain_of_ended(struct pairing *p, const struct trial *own, const struct trial *other)
{
    const struct effect *e = p->effect;
    const struct metric *m = p->question->metric;
    if (e->reading != READ_FLOP && e->reading != READ_TIME)
        return gain_of(m, trial_result(p->question, own), trial_result(p->question, other));
    enum curve_axis axis = e->reading == READ_FLOP ? CURVE_FLOP : CURVE_SECONDS;
    double budget = budget_of(p->analysis, p->analysis->entries[e->entry].condition, own, axis);
    p->budget_sum += budget / curve_end(own, axis);
    p->budget_count++;
    return gain_of(m, curve_at(own, m, axis, budget), curve_at(other, m, axis, budget));
}

/* A run that diverged is worse than any that ended; two that did are equal. */
static void add_pair(struct pairing *p, const struct trial *own, const struct trial *other)
{
    struct effect *e = p->effect;
    bool lost = own->state == TRIAL_DIVERGED, other_lost = other->state == TRIAL_DIVERGED;
    if (own->state > TRIAL_DIVERGED || other->state > TRIAL_DIVERGED) return;
    double gain = lost || other_lost ? other_lost - lost : gain_of_ended(p, own, other);
    if (isnan(gain)) return;
    e->pairs++;
    e->wins += gain > 0 ? 1 : gain == 0 ? 0.5 : 0;
    e->lost_runs += lost;
    e->reference_lost_runs += other_lost;
    if (lost || other_lost) return;
    double rate = own->measured[TOKENS_PER_S], its = other->measured[TOKENS_PER_S];
    p->gains[p->gain_count++] = gain;
    if (rate > 0 && its > 0) p->log_times[p->time_count++] = log(its / rate);
}

static int trial_count(const struct candidate *c) { return c ? c->last - c->first : 0; }

/* Of these, how many were run. */
static int row_count(const struct analysis *a, const struct candidate *c)
{
    int count = 0;
    for (int i = 0; i < trial_count(c); i++) count += a->members[c->first + i]->row >= 0;
    return count;
}

/* ---- one effect ---- */

static double ratio(const struct analysis *a, const struct effect *e, enum measured what)
{
    return winner_measured(a, e->entry, what) / winner_measured(a, e->reference, what);
}

/* A time of a formula says nothing of a variant, so nothing is asked of it, and it has no part in
 * what is corrected for; the ratio is printed all the same. */
static bool has_no_test(const struct question *q, const struct effect *e)
{
    return e->cost.by_formula && (!q->trains || e->reading == READ_TIME);
}

static struct effect effect_of(const struct analysis *a, const struct question *q, int entry,
                               int reference, enum reading reading)
{
    struct effect e = {
        .entry = entry, .reference = reference, .reading = reading, .p_corrected = NAN};
    const struct candidate *own = entry_winner(a, entry);
    int count = trial_count(own), rows = row_count(a, own);
    int others = row_count(a, entry_winner(a, reference));
    struct pairing p = {.analysis = a,
                        .question = q,
                        .effect = &e,
                        .gains = xarray((size_t)count, sizeof *p.gains),
                        .log_times = xarray((size_t)count, sizeof *p.log_times)};
    for (int i = 0; i < count; i++) {
        const struct trial *t = a->members[own->first + i], *other = winner_trial(a, reference, t);
        if (other) add_pair(&p, t, other);
    }
    e.unpaired = (rows > others ? rows : others) - e.pairs;
    e.tuning_variance = a->entries[entry].tuning_variance + a->entries[reference].tuning_variance;
    e.gain = q->trains ? stats_paired(p.gains, p.gain_count, a->level)
                       : stats_hodges_lehmann(p.gains, p.gain_count, a->level);
    if (q->trains) stats_widen(&e.gain, e.tuning_variance, a->level);
    e.share = stats_share_interval(e.wins, e.pairs, a->level);
    e.budget_share = p.budget_count ? p.budget_sum / p.budget_count : (double)NAN;
    e.cost = (struct cost){.parameters = ratio(a, &e, PARAMETERS),
                           .flop_per_token = ratio(a, &e, FLOP_PER_TOKEN),
                           .memory = ratio(a, &e, q->trains ? PEAK_RSS_BYTES : WORKING_BYTES),
                           .log_time = stats_paired(p.log_times, p.time_count, a->level),
                           .by_formula =
                               a->entries[entry].by_formula || a->entries[reference].by_formula};
    if (has_no_test(q, &e)) e.gain.p = e.gain.p_flip = NAN;
    free(p.gains);
    free(p.log_times);
    return e;
}

/* Of times the interval alone decides. A mean over the runs that ended flatters the side of which
 * more diverged: then nothing is said in its favour. */
enum outcome gain_outcome(const struct question *q, const struct estimate *gain, double p_corrected,
                          int lost_runs, int reference_lost_runs)
{
    enum outcome o = stats_outcome(gain->interval, q->trains ? p_corrected : 0, q->margin);
    if (lost_runs > reference_lost_runs && o != OUTCOME_WORSE) return OUTCOME_UNRESOLVED;
    if (reference_lost_runs > lost_runs && o != OUTCOME_BETTER) return OUTCOME_UNRESOLVED;
    return o;
}

static enum outcome outcome_of_effect(const struct question *q, const struct effect *e)
{
    if (!e->pairs) return OUTCOME_NONE;
    if (has_no_test(q, e)) return OUTCOME_BY_FORMULA;
    return gain_outcome(q, &e->gain, e->p_corrected, e->lost_runs, e->reference_lost_runs);
}

/* ---- all effects of a question ---- */

void correct_family(void *items, int count, size_t size, size_t p, size_t corrected)
{
    double *from = xarray((size_t)count, sizeof *from), *to = xarray((size_t)count, sizeof *to);
    char *const item = items;
    for (int i = 0; i < count; i++) from[i] = *(double *)(item + (size_t)i * size + p);
    stats_holm(from, to, count);
    for (int i = 0; i < count; i++) *(double *)(item + (size_t)i * size + corrected) = to[i];
    free(from);
    free(to);
}

/* Those of a reading are one family. */
static void add_reading(struct analysis *a, const struct question *q, enum reading reading)
{
    int first = a->effect_count;
    for (int i = q->entries.first; i < q->entries.last; i++) {
        const struct entry *e = &a->entries[i];
        int reference = reading == READ_PARAMETERS ? e->control : e->reference;
        if (reference < 0 || reference == i) continue;
        a->effects = xgrow(a->effects, (size_t)a->effect_count + 1, sizeof *a->effects);
        a->effects[a->effect_count++] = effect_of(a, q, i, reference, reading);
    }
    correct_family(a->effects + first, a->effect_count - first, sizeof *a->effects,
                   offsetof(struct effect, gain.p), offsetof(struct effect, p_corrected));
    for (int i = first; i < a->effect_count; i++)
        a->effects[i].outcome = a->effects[i].ungated = outcome_of_effect(q, &a->effects[i]);
}

void find_effects(struct analysis *a, struct question *q)
{
    q->effects.first = a->effect_count;
    for (enum reading r = 0; r < READINGS; r++)
        if (q->trains || r == READ_STEPS) add_reading(a, q, r);
    q->effects.last = a->effect_count;
}
