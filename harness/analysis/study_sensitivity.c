/* SPDX-License-Identifier: MIT
 * Learning-rate sensitivity: the mean over the swept values of the validation loss there, less the
 * least of them (Wortsman et al. 2023, arXiv 2309.14322, section 2.2). An arm of which only one
 * value trains well has a great one, whatever the loss at that value. There a loss is cut at that
 * of the initial model; here a run that diverged counts as the worst of its condition that ended,
 * since no row holds the former.
 *
 * The mean depends on which values were swept, so it compares arms of one question and no more. */
#include "harness/analysis/study.h"
#include "base/mem.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* The greatest validation loss of a condition's runs that ended. */
static double worst_of(const struct study *s, const struct contender *c)
{
    const struct study_question *q = &s->questions[c->question];
    double worst = -INFINITY;
    for (int i = q->first; i < q->last; i++)
        for (int k = s->contenders[i].first; k < s->contenders[i].last; k++)
            for (int t = s->candidates[k].first; t < s->candidates[k].last; t++)
                if (s->contenders[i].condition == c->condition && isfinite(s->trials[t].tuning))
                    worst = fmax(worst, s->trials[t].tuning);
    return worst;
}

static const struct trial *of_seed(const struct study *s, const struct candidate *c,
                                   const char *seed)
{
    for (int t = c->first; t < c->last; t++)
        if (!strcmp(s->trials[t].seed, seed)) return &s->trials[t];
    return NULL;
}

/* NaN unless the seed ran all values. worst: what a run that diverged counts as. */
static double one_seed(const struct study *s, const struct contender *c, const char *seed,
                       double worst, int *diverged)
{
    double sum = 0, least = INFINITY;
    for (int k = c->first; k < c->last; k++) {
        const struct trial *t = of_seed(s, &s->candidates[k], seed);
        if (!t || isnan(t->tuning)) return NAN;
        double loss = fmin(t->tuning, worst);
        *diverged += t->state == TRIAL_DIVERGED;
        sum += loss;
        least = fmin(least, loss);
    }
    return sum / (c->last - c->first) - least;
}

static struct sensitivity sensitivity_of(const struct study *s, int contender)
{
    const struct contender *c = &s->contenders[contender];
    const struct contender *other = c->reference < 0 ? NULL : &s->contenders[c->reference];
    const struct candidate *first = &s->candidates[c->first];
    struct sensitivity result = {.contender = contender, .p_corrected = NAN};
    size_t most = (size_t)(first->last - first->first);
    double *own = xarray(most, sizeof *own), *gains = xarray(most, sizeof *gains);
    double worst = worst_of(s, c);
    int seeds = 0, pairs = 0;
    for (int t = first->first; t < first->last; t++) {
        const char *seed = s->trials[t].seed;
        int diverged = 0, ignored = 0;
        double mine = one_seed(s, c, seed, worst, &diverged);
        if (isnan(mine)) continue;
        result.diverged += diverged;
        own[seeds++] = mine;
        double theirs = NAN;
        if (other && other != c) theirs = one_seed(s, other, seed, worst, &ignored);
        if (!isnan(theirs)) gains[pairs++] = theirs - mine;
    }
    result.runs = seeds * (c->last - c->first);
    result.loss = stats_paired(own, seeds, s->level);
    result.gain = stats_paired(gains, pairs, s->level);
    free(own);
    free(gains);
    return result;
}

static void add(struct study *s, const struct study_question *q)
{
    for (int i = q->first; i < q->last; i++) {
        const struct contender *c = &s->contenders[i];
        struct sensitivity one = sensitivity_of(s, i);
        if (c->last - c->first < 2 || one.loss.n < 2) continue;
        s->sensitivities =
            xgrow(s->sensitivities, (size_t)s->sensitivity_count + 1, sizeof *s->sensitivities);
        s->sensitivities[s->sensitivity_count++] = one;
    }
}

static void correct(struct sensitivity *list, int count)
{
    double *p = xarray((size_t)count, sizeof *p), *corrected = xarray((size_t)count, sizeof *p);
    for (int i = 0; i < count; i++) p[i] = list[i].gain.p;
    stats_holm(p, corrected, count);
    for (int i = 0; i < count; i++) {
        list[i].p_corrected = corrected[i];
        list[i].outcome =
            list[i].gain.n ? stats_outcome(list[i].gain.interval, corrected[i], 0) : OUTCOME_NONE;
    }
    free(p);
    free(corrected);
}

void study_sensitivities(struct study *s)
{
    for (int k = 0; k < s->question_count; k++) {
        struct study_question *q = &s->questions[k];
        q->sensitivity_first = s->sensitivity_count;
        if (q->tune_column >= 0) add(s, q);
        q->sensitivity_last = s->sensitivity_count;
        int count = q->sensitivity_last - q->sensitivity_first;
        if (count) correct(&s->sensitivities[q->sensitivity_first], count);
    }
}
