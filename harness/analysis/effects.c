/* SPDX-License-Identifier: MIT
 * Computes effects with their costs and verdicts. Each entry is compared with its reference and its
 * control, paired by seed or round. */
#include "harness/analysis/analysis.h"
#include "base/mem.h"

#include <math.h>
#include <stdlib.h>

const char *const comparison_names[COMPARISONS] = {"steps", "parameters"};

const char *effect_comparison(const struct analysis *a, const struct effect *e)
{
    const struct spec_arm *arm = &entry_spec(a, e->entry)->arms[a->entries[e->entry].arm];
    return arm->match_flops && e->comparison == COMPARE_STEPS ? "flops"
                                                              : comparison_names[e->comparison];
}

/* ---- pairs ---- */

struct pairing {
    const struct question *question;
    struct effect *effect;
    const struct trial **ended;
    /* low, high: bounds of each gain of timed layers; the bounds differ only for pairs that other
     * programs disturbed */
    double *gains, *low, *high, *log_times;
    int gain_count, time_count;
};

/* Adds a pair of trials. A diverged run loses to any run that ended; two diverged runs tie. */
static void add_pair(struct pairing *p, const struct trial *own, const struct trial *other)
{
    struct effect *e = p->effect;
    bool lost = own->state == TRIAL_DIVERGED, other_lost = other->state == TRIAL_DIVERGED;
    if (own->state > TRIAL_DIVERGED || other->state > TRIAL_DIVERGED) return;
    if (!p->question->trains && own->machine != other->machine) return;
    if (records_differ(own, other)) {
        e->other_records++;
        return;
    }
    double gain = lost || other_lost ? other_lost - lost
                                     : gain_of(p->question->metric, trial_result(p->question, own),
                                               trial_result(p->question, other));
    if (isnan(gain)) return;
    e->pairs++;
    e->wins += gain > 0 ? 1 : gain == 0 ? 0.5 : 0;
    e->lost_runs += lost;
    e->reference_lost_runs += other_lost;
    if (lost || other_lost) return;
    double rate = own->measured[TOKENS_PER_S], its = other->measured[TOKENS_PER_S];
    p->ended[2 * p->gain_count] = own;
    p->ended[2 * p->gain_count + 1] = other;
    p->low[p->gain_count] = gain + log1p(-other->lost_share);
    p->high[p->gain_count] = gain - log1p(-own->lost_share);
    p->gains[p->gain_count++] = gain;
    if (rate > 0 && its > 0 && own->machine == other->machine)
        p->log_times[p->time_count++] = log(its / rate);
}

static int trial_count(const struct candidate *c) { return c ? c->last - c->first : 0; }

static int row_count(const struct analysis *a, const struct candidate *c)
{
    int count = 0;
    for (int i = 0; i < trial_count(c); i++) count += a->members[c->first + i]->row >= 0;
    return count;
}

/* ---- one effect ---- */

/* Estimates a gain over seeds. The interval includes the variance from tuning and from the sample
 * of records. */
static struct estimate trained_gain(const struct pairing *p, double level)
{
    struct estimate gain = stats_paired(p->gains, p->gain_count, level);
    double records = contrast_records_variance(
        &(struct contrast){p->ended, (const double[]){1, -1}, p->gain_count, 2});
    p->effect->records_variance = records;
    stats_widen(&gain, p->effect->tuning_variance + (isnan(records) ? 0 : records), level);
    return gain;
}

/* Estimates a gain over rounds. The interval and the p-value are valid for every gain between the
 * bounds of a pair. */
static struct estimate timed_gain(const struct pairing *p, double level)
{
    struct estimate gain = stats_hodges_lehmann(p->gains, p->gain_count, level),
                    low = stats_hodges_lehmann(p->low, p->gain_count, level),
                    high = stats_hodges_lehmann(p->high, p->gain_count, level);
    gain.interval.low = low.interval.low;
    gain.interval.high = high.interval.high;
    gain.p = low.centre > 0             ? low.p
             : high.centre < 0          ? high.p
             : low.centre < high.centre ? 1
                                        : gain.p;
    return gain;
}

static double ratio(const struct analysis *a, const struct effect *e, enum measured what)
{
    return winner_measured(a, e->entry, what) / winner_measured(a, e->reference, what);
}

/* Returns the FLOPs of an entry, which are the same in every round. */
double entry_flops(const struct analysis *a, int entry)
{
    const struct candidate *c = entry_winner(a, entry);
    for (int i = c ? c->first : 0; c && i < c->last; i++)
        if (!isnan(a->members[i]->flops)) return a->members[i]->flops;
    return NAN;
}

static double flop_ratio(const struct analysis *a, const struct effect *e)
{
    double per_token = ratio(a, e, FLOP_PER_TOKEN);
    return isnan(per_token) ? entry_flops(a, e->entry) / entry_flops(a, e->reference) : per_token;
}

/* Returns true if an effect has no test, such as a time by formula. Such effects do not count in
 * corrections. */
static bool has_no_test(const struct question *q, const struct effect *e)
{
    return e->cost.by_formula && !q->trains;
}

struct effect effect_between(const struct analysis *a, const struct question *q, int entry,
                             int reference, enum comparison comparison)
{
    struct effect e = {.entry = entry,
                       .reference = reference,
                       .comparison = comparison,
                       .p_corrected = NAN,
                       .records_variance = NAN};
    const struct candidate *own = entry_winner(a, entry);
    int count = trial_count(own), rows = row_count(a, own);
    int others = row_count(a, entry_winner(a, reference));
    struct pairing p = {.question = q,
                        .effect = &e,
                        .ended = xarray(2 * (size_t)count, sizeof *p.ended),
                        .gains = xarray((size_t)count, sizeof *p.gains),
                        .low = xarray((size_t)count, sizeof *p.low),
                        .high = xarray((size_t)count, sizeof *p.high),
                        .log_times = xarray((size_t)count, sizeof *p.log_times)};
    for (int i = 0; i < count; i++) {
        const struct trial *t = a->members[own->first + i], *other = winner_trial(a, reference, t);
        if (other) add_pair(&p, t, other);
    }
    e.unpaired = (rows > others ? rows : others) - e.pairs;
    e.tuning_variance = a->entries[entry].tuning_variance + a->entries[reference].tuning_variance;
    e.gain = (q->trains ? trained_gain : timed_gain)(&p, a->level);
    e.cost = (struct cost){.parameters = ratio(a, &e, PARAMETERS),
                           .flops = flop_ratio(a, &e),
                           .memory = ratio(a, &e, q->trains ? PEAK_RSS_BYTES : WORKING_BYTES),
                           .log_time = stats_student(p.log_times, p.time_count, a->level),
                           .by_formula =
                               a->entries[entry].by_formula || a->entries[reference].by_formula};
    if (has_no_test(q, &e)) e.gain.p = e.gain.p_flip = NAN;
    free(p.ended);
    free(p.gains);
    free(p.low);
    free(p.high);
    free(p.log_times);
    return e;
}

enum outcome outcome_with_lost_runs(enum outcome o, double centre, int lost_runs,
                                    int reference_lost_runs)
{
    bool apart = o != OUTCOME_EQUIVALENT && o != OUTCOME_INCONCLUSIVE;
    bool better = apart && centre > 0, worse = apart && centre < 0;
    if (lost_runs > reference_lost_runs && !worse) return OUTCOME_INCONCLUSIVE;
    if (reference_lost_runs > lost_runs && !better) return OUTCOME_INCONCLUSIVE;
    return o;
}

enum outcome gain_outcome(const struct analysis *a, const struct question *q,
                          const struct estimate *gain, double p_corrected, int lost_runs,
                          int reference_lost_runs)
{
    enum outcome o = stats_outcome(gain->interval, p_corrected, a->level, q->margin);
    return outcome_with_lost_runs(o, gain->centre, lost_runs, reference_lost_runs);
}

static enum outcome outcome_of_effect(const struct analysis *a, const struct question *q,
                                      const struct effect *e)
{
    if (!e->pairs) return OUTCOME_NONE;
    if (has_no_test(q, e)) return OUTCOME_BY_FORMULA;
    return gain_outcome(a, q, &e->gain, e->p_corrected, e->lost_runs, e->reference_lost_runs);
}

/* ---- all effects of a question ---- */

static void add_comparison(struct analysis *a, const struct question *q, enum comparison comparison)
{
    int first = a->effect_count;
    for (int i = q->entries.first; i < q->entries.last; i++) {
        const struct entry *e = &a->entries[i];
        int reference = comparison == COMPARE_PARAMETERS ? e->control : e->reference;
        if (reference < 0 || reference == i) continue;
        a->effects = xgrow(a->effects, (size_t)a->effect_count + 1, sizeof *a->effects);
        a->effects[a->effect_count++] = effect_between(a, q, i, reference, comparison);
    }
    correct_effects(a, q, first);
    for (int i = first; i < a->effect_count; i++)
        a->effects[i].outcome = a->effects[i].unchecked = outcome_of_effect(a, q, &a->effects[i]);
}

void find_effects(struct analysis *a, struct question *q)
{
    q->effects.first = a->effect_count;
    for (enum comparison r = 0; r < COMPARISONS; r++)
        if (q->trains || r == COMPARE_STEPS) add_comparison(a, q, r);
    q->effects.last = a->effect_count;
}
