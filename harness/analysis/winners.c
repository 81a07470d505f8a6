/* SPDX-License-Identifier: MIT
 * What each candidate measured, and which value of the tuned axis speaks for an entry: the one that
 * plan/tuning/ chooses, by the rule of the run loop (tuned_value.h, race.h). Where no value could
 * be trained with all tuning seeds, the one that diverged least often. Choosing by validation and
 * comparing by the same validation favours every arm alike; a race, whose tuning seeds do not
 * judge, and a test split are free of it. */
#include "harness/analysis/analysis.h"
#include "base/mem.h"
#include "harness/plan/tuning/race.h"
#include "harness/plan/tuning/tuned_value.h"

#include <math.h>
#include <stdlib.h>

/* ---- one candidate ---- */

static void count(const struct analysis *a, const struct question *q, struct candidate *c)
{
    double sum = 0, square = 0;
    int *const states[] = {[TRIAL_OK] = &c->n,
                           [TRIAL_DIVERGED] = &c->diverged,
                           [TRIAL_NOT_NEEDED] = &c->not_needed,
                           [TRIAL_SKIPPED] = &c->failed,
                           [TRIAL_FAILED] = &c->failed,
                           [TRIAL_MISSING] = &c->failed};
    for (int i = c->first; i < c->last; i++) {
        const struct trial *t = a->members[i];
        ++*states[t->state];
        c->unstable += t->unstable;
        if (t->state == TRIAL_OK) sum += trial_result(q, t);
    }
    c->mean = c->n ? sum / c->n : (double)NAN;
    for (int i = c->first; i < c->last; i++) {
        double off = trial_result(q, a->members[i]) - c->mean;
        if (!isnan(off)) square += off * off;
    }
    c->sd = c->n > 1 ? sqrt(square / (c->n - 1)) : (double)NAN;
}

double trial_tuning(const struct question *q, const struct trial *t)
{
    const double *valid = t->metric[SPLIT_VALID];
    bool ran = t->state <= TRIAL_DIVERGED || t->state == TRIAL_FAILED;
    if (!ran) return NAN;
    return tuning_loss(t->state == TRIAL_OK || t->untrained, valid[metric_find("loss") - metrics],
                       valid[q->metric - metrics], q->metric->higher_is_better);
}

/* The trials that the choice is among; returns how many. Those of a race stand apart. As long as
 * one has not ended there is no choice, as in the run loop. */
static int add_trials(const struct analysis *a, const struct question *q, struct candidate *c,
                      struct choice_trial *trials, int value)
{
    int n = 0;
    c->low = INFINITY;
    c->high = -INFINITY;
    for (int i = c->first; i < c->end; i++) {
        const struct trial *t = a->members[i];
        double loss = trial_tuning(q, t);
        bool waits = t->state == TRIAL_MISSING && t->cell->tuning;
        if ((isnan(loss) && !waits) || (q->tuned >= 0 && !t->cell->tuning)) continue;
        trials[n++] = (struct choice_trial){value, !waits, loss};
        if (waits) continue;
        c->tuning_seeds++;
        c->low = fmin(c->low, loss);
        c->high = fmax(c->high, loss);
    }
    c->tuning = choice_mean(trials, n, value);
    return n;
}

/* ---- one entry ---- */

static int least_diverged(const struct analysis *a, const struct entry *e)
{
    int best = -1;
    for (int i = e->first; i < e->last; i++) {
        const struct candidate *c = &a->candidates[i];
        bool measured = c->tuning_seeds && c->n + c->diverged;
        if (measured && (best < 0 || c->diverged < a->candidates[best].diverged)) best = i;
    }
    return best;
}

/* As the run loop judged it: every row that has ended is known. A trial of a race that was not
 * needed is not; as long as the race called for none of those, it is decided. */
static struct choice race_choice(const struct analysis *a, const struct question *q,
                                 const struct entry *e)
{
    int first = a->candidates[e->first].first, n = 0;
    size_t most = (size_t)(a->candidates[e->last - 1].end - first);
    struct race_trial *trials = xarray(most, sizeof *trials);
    for (int k = e->first; k < e->last; k++)
        for (int i = a->candidates[k].last; i < a->candidates[k].end; i++) {
            const struct trial *t = a->members[i];
            double loss = trial_tuning(q, t);
            bool known = t->state != TRIAL_MISSING && t->state != TRIAL_NOT_NEEDED;
            trials[n++] = (struct race_trial){k - e->first, t->cell->tuning_place,
                                              known && isnan(loss) ? HUGE_VAL : loss, false};
        }
    struct race race = {.winner = -1};
    if (n) race = race_judge(trials, n);
    free(trials);
    return (struct choice){race.winner, race.loss, !race.decided, n};
}

static void choose_trained(struct analysis *a, const struct question *q, struct entry *e)
{
    int first = a->candidates[e->first].first, n = 0;
    size_t most = (size_t)(a->candidates[e->last - 1].end - first);
    struct choice_trial *trials = xarray(most, sizeof *trials);
    for (int i = e->first; i < e->last; i++)
        n += add_trials(a, q, &a->candidates[i], trials + n, i - e->first);
    struct choice choice = q->spec->tune_race ? race_choice(a, q, e) : choose_value(trials, n);
    e->winner = choice.winner >= 0 ? e->first + choice.winner
                : choice.waiting   ? -1
                                   : least_diverged(a, e);
    e->median = e->q1 = e->q3 = e->min = NAN;
    e->time = (struct interval){NAN, NAN, 0, false};
    e->at_edge = e->winner >= 0 && e->last - e->first > 1 &&
                 (e->winner == e->first || e->winner == e->last - 1);
    if (q->spec->tune_race) e->tuning_variance = tuning_variance(a, q, e);
    free(trials);
}

static void sum_up_times(const struct analysis *a, const struct question *q, struct entry *e)
{
    const struct candidate *c = &a->candidates[e->first];
    double *times = xarray((size_t)(c->last - c->first), sizeof *times);
    int n = 0;
    for (int i = c->first; i < c->last; i++)
        if (a->members[i]->state == TRIAL_OK) times[n++] = trial_result(q, a->members[i]);
    stats_sort(times, n);
    e->winner = n ? e->first : -1;
    e->median = stats_quantile(times, n, 0.5);
    e->q1 = stats_quantile(times, n, 0.25);
    e->q3 = stats_quantile(times, n, 0.75);
    e->min = n ? times[0] : (double)NAN;
    e->time = stats_median_interval(times, n, a->level);
    free(times);
}

void choose_winners(struct analysis *a, struct question *q)
{
    for (int i = q->entries.first; i < q->entries.last; i++) {
        struct entry *e = &a->entries[i];
        for (int k = e->first; k < e->last; k++) count(a, q, &a->candidates[k]);
        if (q->trains)
            choose_trained(a, q, e);
        else
            sum_up_times(a, q, e);
    }
}
