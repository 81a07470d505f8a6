/* SPDX-License-Identifier: MIT
 * Effects of two runs side by side. */
#include "harness/analysis/compare.h"
#include "base/mem.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* ---- for people ---- */

/* Times, and metrics of which less is better, in percent of the reference. */
static double told(bool percent, double gain) { return percent ? -100 * expm1(-gain) : gain; }

static char *gain_words(const struct question *q, const struct estimate *e)
{
    bool percent = !q->trains || !q->metric->higher_is_better;
    int digits = percent || strstr(q->metric->unit, "0 to 100") ? 2 : 4;
    char *range = e->n > 1 ? xformat(" [%+.*f, %+.*f]", digits, told(percent, e->interval.low),
                                     digits, told(percent, e->interval.high))
                           : xstrdup("");
    char *all = xformat("%+.*f%s%s", digits, told(percent, e->centre), percent ? " %" : "", range);
    free(range);
    return all;
}

static void put(struct comparison *c, const struct effect *e, const struct estimate *again,
                enum agreeing says)
{
    const struct question *q = &c->reference->questions[c->reference->entries[e->entry].question];
    c->agreements = xgrow(c->agreements, (size_t)c->agreement_count + 1, sizeof *c->agreements);
    c->agreements[c->agreement_count++] =
        (struct agreement){.question = q->spec->name,
                           .label = entry_name(c->reference, e->entry),
                           .reference = gain_words(q, &e->gain),
                           .run = gain_words(q, again),
                           .pairs = e->gain.n,
                           .run_pairs = again->n,
                           .says = says};
    c->agrees += says == EFFECT_AGREES;
    c->disagrees += says == EFFECT_DISAGREES;
}

/* ---- trained ---- */

/* What a trial of the reference measured in the rerun; NaN: nothing that can be compared. */
static double result_again(const struct comparison *c, const struct question *q,
                           const struct trial *own)
{
    const struct match *m = match_of(c, own);
    bool compared = m && (m->state == MATCH_BITS || m->state == MATCH_INTERVAL);
    return compared ? trial_result(q, m->again) : (double)NAN;
}

struct again {
    struct estimate gain;
    bool same; /* each pair's gain is the reference's to the last bit */
};

/* The gain of an effect of the reference in the rerun: the same seeds, the same values of the tuned
 * axis. */
static struct again gain_again(const struct comparison *c, const struct effect *e)
{
    const struct analysis *a = c->reference;
    const struct question *q = &a->questions[a->entries[e->entry].question];
    const struct candidate *own = &a->candidates[a->entries[e->entry].winner];
    struct again again = {.same = true};
    double *gains = xarray((size_t)(own->last - own->first), sizeof *gains);
    int count = 0;
    for (int i = own->first; i < own->last; i++) {
        const struct trial *mine = a->members[i], *theirs = winner_trial(a, e->reference, mine);
        double gain = gain_of(q->metric, result_again(c, q, mine), result_again(c, q, theirs));
        if (!isfinite(gain)) continue;
        gains[count++] = gain;
        again.same &= gain == gain_of(q->metric, trial_result(q, mine), trial_result(q, theirs));
    }
    again.gain = stats_paired(gains, count, a->level);
    free(gains);
    return again;
}

/* Student's interval for the mean of `again` more pairs, from the mean and spread of n. */
static bool predicted(const struct estimate *g, int again, double mean, double level)
{
    double t = stats_t_quantile(0.5 + level / 2, g->n - 1);
    return fabs(mean - g->centre) <= t * g->sd * sqrt(1.0 / g->n + 1.0 / again);
}

static bool overlap(struct interval a, struct interval b, double wider)
{
    return a.low - wider <= b.high && b.low <= a.high + wider;
}

static enum agreeing trained_agree(const struct estimate *a, const struct again *again,
                                   double level)
{
    const struct estimate *b = &again->gain;
    if (again->same) return EFFECT_AGREES;
    if (!a->interval.enough) return EFFECT_OPEN;
    bool agree =
        b->n < a->n ? predicted(a, b->n, b->centre, level) : overlap(a->interval, b->interval, 0);
    return agree ? EFFECT_AGREES : EFFECT_DISAGREES;
}

/* ---- timed ---- */

/* The rerun's effect of the entry that measured an entry of the reference again; NULL: none. */
static const struct effect *effect_again(const struct comparison *c, const struct effect *e)
{
    const struct analysis *a = c->reference, *run = c->run;
    const struct candidate *own = &a->candidates[a->entries[e->entry].winner];
    for (int i = own->first; i < own->last; i++) {
        const struct match *m = match_of(c, a->members[i]);
        if (!m || m->state != MATCH_TIMED) continue;
        for (int k = 0; k < run->effect_count; k++) {
            const struct effect *other = &run->effects[k];
            if (winner_trial(run, other->entry, m->again) == m->again) return other;
        }
        return NULL;
    }
    return NULL;
}

static enum agreeing timed_agree(const struct interval *a, const struct interval *b, double margin)
{
    if (!a->enough || !b->enough) return EFFECT_OPEN;
    return overlap(*a, *b, margin) ? EFFECT_AGREES : EFFECT_DISAGREES;
}

/* ---- all ---- */

static void compare_trained(struct comparison *c, const struct effect *const *effects, int count)
{
    struct again *again = xarray((size_t)count, sizeof *again);
    int compared = 0;
    for (int i = 0; i < count; i++) {
        again[i] = gain_again(c, effects[i]);
        compared += again[i].gain.n > 0;
    }
    double level = 1 - (1 - c->reference->level) / compared;
    for (int i = 0; i < count; i++)
        if (again[i].gain.n)
            put(c, effects[i], &again[i].gain, trained_agree(&effects[i]->gain, &again[i], level));
    free(again);
}

static void compare_timed(struct comparison *c, const struct effect *const *effects, int count)
{
    for (int i = 0; i < count; i++) {
        const struct effect *e = effects[i], *again = effect_again(c, e);
        double margin = log1p(c->reference->time_margin);
        if (again && again->gain.n)
            put(c, e, &again->gain, timed_agree(&e->gain.interval, &again->gain.interval, margin));
    }
}

void compare_effects(struct comparison *c)
{
    const struct analysis *a = c->reference;
    const struct effect **list = xarray((size_t)a->effect_count, sizeof *list);
    for (int trains = 1; trains >= 0; trains--) {
        int count = 0;
        for (int i = 0; i < a->effect_count; i++) {
            const struct effect *e = &a->effects[i];
            bool here = a->questions[a->entries[e->entry].question].trains == (trains == 1);
            if (here && e->reading == READ_STEPS && e->gain.n) list[count++] = e;
        }
        (trains ? compare_trained : compare_timed)(c, list, count);
    }
    free(list);
}
