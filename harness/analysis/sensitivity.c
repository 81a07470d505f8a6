/* SPDX-License-Identifier: MIT
 * Learning-rate sensitivity: the mean over the swept values of the validation loss there, less the
 * least of them (Wortsman et al. 2023, arXiv 2309.14322, section 2.2). An arm of which only one
 * value trains well has a great one, whatever the loss at that value. There a loss is cut at that
 * of the initial model; here a run that is lost, that diverged or learned nothing, counts as the
 * worst of its condition that did learn, since no row holds the former.
 *
 * The mean depends on which values were swept, so it compares arms of one question and no more. */
#include "harness/analysis/analysis.h"
#include "base/mem.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* The greatest validation loss of a condition's runs that learned. */
static double worst_of(const struct analysis *a, const struct question *q, int condition)
{
    double worst = -INFINITY;
    const struct condition *c = &a->conditions[condition];
    int first = a->candidates[a->entries[c->first].first].first;
    int last = a->candidates[a->entries[c->last - 1].last - 1].end;
    for (int i = first; i < last; i++) {
        double loss = trial_tuning(q, a->members[i]);
        if (a->members[i]->state == TRIAL_OK && isfinite(loss)) worst = fmax(worst, loss);
    }
    return worst;
}

/* NaN unless the seed ran all values. worst: what a run that is lost counts as, also where it ended
 * with a loss of its own. */
static double one_seed(const struct analysis *a, int entry, const char *seed, double worst,
                       int *diverged)
{
    const struct entry *e = &a->entries[entry];
    double sum = 0, least = INFINITY;
    for (int k = e->first; k < e->last; k++) {
        int i = a->candidates[k].first, last = a->candidates[k].last;
        while (i < last && strcmp(trial_value(a->run, a->members[i], a->seed), seed)) i++;
        if (i == last || a->members[i]->state > TRIAL_DIVERGED) return NAN;
        bool lost = a->members[i]->state == TRIAL_DIVERGED;
        double own = trial_tuning(entry_question(a, entry), a->members[i]);
        double loss = lost ? worst : fmin(own, worst);
        *diverged += lost;
        sum += loss;
        least = fmin(least, loss);
    }
    return sum / (e->last - e->first) - least;
}

static struct sensitivity sensitivity_of(const struct analysis *a, const struct question *q,
                                         int entry)
{
    const struct entry *e = &a->entries[entry];
    const struct candidate *first = &a->candidates[e->first];
    struct sensitivity result = {.entry = entry};
    size_t most = (size_t)(first->last - first->first);
    double *own = xarray(most, sizeof *own), *gains = xarray(most, sizeof *gains);
    double worst = worst_of(a, q, e->condition);
    int seeds = 0, pairs = 0;
    for (int i = first->first; i < first->last; i++) {
        const char *seed = trial_value(a->run, a->members[i], a->seed);
        int diverged = 0, ignored = 0;
        double mine = one_seed(a, entry, seed, worst, &diverged), theirs = NAN;
        if (isnan(mine)) continue;
        result.diverged += diverged;
        own[seeds++] = mine;
        if (e->reference >= 0 && e->reference != entry)
            theirs = one_seed(a, e->reference, seed, worst, &ignored);
        if (!isnan(theirs)) gains[pairs++] = theirs - mine;
    }
    result.runs = seeds * (e->last - e->first);
    result.loss = stats_paired(own, seeds, a->level);
    result.gain = stats_paired(gains, pairs, a->level);
    free(own);
    free(gains);
    return result;
}

void find_sensitivities(struct analysis *a, struct question *q)
{
    int first = a->sensitivity_count;
    for (int i = q->entries.first; i < q->entries.last && q->tuned >= 0; i++) {
        bool swept = a->entries[i].last - a->entries[i].first > 1;
        struct sensitivity one = swept ? sensitivity_of(a, q, i) : (struct sensitivity){0};
        if (one.loss.n < 2) continue;
        a->sensitivities = xgrow(a->sensitivities, (size_t)a->sensitivity_count + 1, sizeof one);
        a->sensitivities[a->sensitivity_count++] = one;
    }
    q->sensitivities = (struct span){first, a->sensitivity_count};
    correct_family(a->sensitivities + first, a->sensitivity_count - first, sizeof *a->sensitivities,
                   offsetof(struct sensitivity, gain.p), offsetof(struct sensitivity, p_corrected));
    for (int i = first; i < a->sensitivity_count; i++) {
        struct sensitivity *s = &a->sensitivities[i];
        if (s->gain.n) s->outcome = stats_outcome(s->gain.interval, s->p_corrected, a->level, 0);
    }
}
