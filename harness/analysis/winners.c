/* SPDX-License-Identifier: MIT
 * Computes the results of each candidate, and finds the best value of the tuned axis for each
 * entry. The rule is in tuning_rule.h, which the run loop also uses. If no value was trained with
 * all tuning seeds, the value that diverged least often wins. */
#include "harness/analysis/analysis.h"
#include "base/mem.h"
#include "harness/plan/tuning/tuning_rule.h"

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
                           [TRIAL_UNSTABLE] = &c->unstable,
                           [TRIAL_MISSING] = &c->not_run};
    for (int i = c->first; i < c->last; i++) {
        const struct trial *t = a->members[i];
        ++*states[t->state];
        c->unstable += t->state == TRIAL_OK && t->lost_share > 0;
        c->untrained += t->untrained != NULL;
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

/* Lists the tuning trials of a value and returns their number. No value is chosen while a trial is
 * missing, as in the run loop. */
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
        /* as in the run loop, a value with a skipped trial cannot win */
        if (isnan(loss) && t->state == TRIAL_SKIPPED && t->cell->tuning) loss = HUGE_VAL;
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

/* Returns the only measured value of an entry without tuning trials. Returns -1 if none or several
 * values were measured. */
static int only_measured(const struct analysis *a, const struct entry *e)
{
    int only = -1;
    for (int i = e->first; i < e->last; i++) {
        if (!(a->candidates[i].n + a->candidates[i].diverged)) continue;
        if (only >= 0) return -1;
        only = i;
    }
    return only;
}

static int winner_of(const struct analysis *a, const struct entry *e, const struct choice *choice)
{
    if (choice->winner >= 0) return e->first + choice->winner;
    if (choice->waiting) return -1;
    return choice->trials ? least_diverged(a, e) : only_measured(a, e);
}

static bool is_at_edge(const struct entry *e)
{
    return e->winner >= 0 && e->last - e->first > 1 &&
           (e->winner == e->first || e->winner == e->last - 1);
}

static void choose_trained(struct analysis *a, const struct question *q, struct entry *e)
{
    int first = a->candidates[e->first].first, n = 0;
    size_t most = (size_t)(a->candidates[e->last - 1].end - first);
    struct choice_trial *trials = xarray(most, sizeof *trials);
    for (int i = e->first; i < e->last; i++)
        n += add_trials(a, q, &a->candidates[i], trials + n, i - e->first);
    const struct choice choice = choose_value(trials, n);
    e->winner = winner_of(a, e, &choice);
    e->waits_for_tuning = choice.waiting;
    e->median = e->q1 = e->q3 = e->min = NAN;
    e->time = (struct interval){NAN, NAN, 0, false};
    e->at_edge = is_at_edge(e);
    if (q->spec->tune_apart) e->tuning_variance = tuning_variance(a, q, e, q->metric);
    free(trials);
}

static void sum_up_times(const struct analysis *a, const struct question *q, struct entry *e)
{
    const struct candidate *c = &a->candidates[e->first];
    size_t most = (size_t)(c->last - c->first);
    double *times = xarray(most, sizeof *times), *least = xarray(most, sizeof *least);
    int n = 0;
    for (int i = c->first; i < c->last; i++) {
        if (a->members[i]->state != TRIAL_OK) continue;
        times[n] = trial_result(q, a->members[i]);
        least[n] = times[n] * (1 - a->members[i]->lost_share);
        n++;
    }
    stats_sort(times, n);
    stats_sort(least, n);
    e->winner = n ? e->first : -1;
    e->median = stats_quantile(times, n, 0.5);
    e->q1 = stats_quantile(times, n, 0.25);
    e->q3 = stats_quantile(times, n, 0.75);
    e->min = n ? times[0] : (double)NAN;
    e->time = stats_median_interval(times, n, a->level);
    e->time.low = stats_median_interval(least, n, a->level).low;
    free(least);
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
