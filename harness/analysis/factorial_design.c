/* SPDX-License-Identifier: MIT
 * From the winners of a condition to a factorial design (factorial_design.h). */
#include "harness/analysis/factorial_design.h"
#include "base/mem.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

int combination_level(const struct design_factor *f, int combination)
{
    return combination / f->stride % f->levels;
}

bool design_holds(const struct design *d, int entry)
{
    for (int f = 0; f < d->factors; f++)
        if (!*entry_value(d->analysis, entry, d->factor[f].axis)) return false;
    return true;
}

/* ---- levels ---- */

static void insert_level(struct design_factor *f, const struct axis *axis, const char *text)
{
    int at = 0;
    while (at < f->levels && axis_compare(axis, f->level[at], text) < 0) at++;
    if (at < f->levels && !strcmp(f->level[at], text)) return;
    memmove(f->level + at + 1, f->level + at, (size_t)(f->levels++ - at) * sizeof *f->level);
    f->level[at] = text;
}

/* Why the factors form no design; NULL: they form one. */
static char *find_levels(struct design *d)
{
    const struct axes *axes = &d->analysis->run->axes;
    const struct condition *c = d->condition;
    d->combinations = 1;
    for (struct design_factor *f = d->factor + d->factors - 1; f >= d->factor; f--) {
        f->level = xarray((size_t)(c->last - c->first), sizeof *f->level);
        for (int i = c->first; i < c->last; i++)
            if (design_holds(d, i))
                insert_level(f, &axes->list[f->axis], entry_value(d->analysis, i, f->axis));
        f->stride = d->combinations;
        d->combinations *= f->levels;
    }
    if (!d->combinations) return xstrdup("no arm has all of these axes");
    for (int f = 0; f < d->factors; f++)
        if (d->factor[f].levels < 2)
            return xformat("%s has one level only", axes->list[d->factor[f].axis].name);
    return NULL;
}

int design_combination(const struct design *d, int entry)
{
    int index = 0;
    for (int f = 0; f < d->factors; f++) {
        const struct design_factor *factor = &d->factor[f];
        const char *value = entry_value(d->analysis, entry, factor->axis);
        for (int i = 0; strcmp(factor->level[i], value); i++) index += factor->stride;
    }
    return index;
}

/* ---- scores: differences of them are gains ---- */

/* Of each seed (those of the design's last entry) and combination: the mean over the entries that
 * share it. */
static void score_all(struct design *d)
{
    const struct analysis *a = d->analysis;
    const struct candidate *c = NULL;
    for (int i = d->condition->first; i < d->condition->last; i++)
        if (design_holds(d, i)) c = entry_winner(a, i);
    d->seeds = c ? c->last - c->first : 0;
    d->seed_like = c ? &a->members[c->first] : NULL;
    size_t scores = (size_t)d->seeds * (size_t)d->combinations;
    int *count = xarray(scores, sizeof *count);
    d->score = xarray(scores, sizeof *d->score);
    for (int seed = 0; seed < d->seeds; seed++)
        for (int i = d->condition->first; i < d->condition->last; i++) {
            const struct trial *t = winner_trial(a, i, d->seed_like[seed]);
            double value = trial_result(d->question, t);
            if (isnan(value) || !design_holds(d, i)) continue;
            int k = seed * d->combinations + design_combination(d, i);
            bool more = d->question->metric->higher_is_better;
            d->score[k] += more ? value : value > 0 ? -log(value) : (double)NAN;
            count[k]++;
        }
    for (size_t k = 0; k < scores; k++) d->score[k] /= count[k]; /* 0 / 0: not measured */
    free(count);
}

/* Of that mean, if each entry's value was chosen by itself. */
static void find_variances(struct design *d)
{
    int *count = xarray((size_t)d->combinations, sizeof *count);
    d->variance = xarray((size_t)d->combinations, sizeof *d->variance);
    for (int i = d->condition->first; i < d->condition->last; i++)
        if (design_holds(d, i)) {
            int k = design_combination(d, i);
            d->variance[k] += d->analysis->entries[i].tuning_variance;
            count[k]++;
        }
    for (int k = 0; k < d->combinations; k++)
        if (count[k]) d->variance[k] /= count[k] * count[k];
    free(count);
}

/* ---- the whole ---- */

char *design_find(struct design *d, const struct analysis *a, const struct question *q,
                  const struct condition *condition)
{
    int factors = q->spec->factorial_count;
    *d = (struct design){.analysis = a,
                         .question = q,
                         .condition = condition,
                         .factor = xarray((size_t)factors, sizeof *d->factor),
                         .factors = factors};
    for (int f = 0; f < factors; f++) d->factor[f].axis = q->spec->factorial[f].axis;
    char *fault = find_levels(d);
    if (fault) return fault;
    score_all(d);
    find_variances(d);
    return NULL;
}

void design_free(struct design *d)
{
    for (int f = 0; f < d->factors; f++) free(d->factor[f].level);
    free(d->factor);
    free(d->score);
    free(d->variance);
}
