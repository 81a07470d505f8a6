/* SPDX-License-Identifier: MIT
 * Main effects and interactions of a factorial design (Box, Hunter & Hunter 2005, ch. 5), from the
 * winners of a condition.
 *
 * Factors may have more than two levels: each level is set against the first, which is the first
 * of the axis's choices that was run (the least, for numbers). A main effect is the mean gain from
 * that change over all combinations of the other factors; an interaction of two is how much more
 * the one gains where the other has changed too (the difference of differences, not halved). Each
 * is formed per seed, so its interval is Student's over seeds like all others. A seed counts only
 * when every combination was measured with it. */
#include "harness/analysis/analysis.h"
#include "base/mem.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

struct factor {
    int axis, levels;
    const char **level; /* in their order */
};
struct design {
    struct analysis *analysis;
    const struct question *question;
    int condition, entry; /* entry: the last that has a place in the design; -1: none */
    struct factor *factor;
    int factors, combinations;
    double *score; /* (seeds, combinations); NaN: not measured */
    int seeds;
};

/* An entry to which a factor does not apply has no place in the design. */
static bool belongs(const struct design *d, int entry)
{
    for (int f = 0; f < d->factors; f++)
        if (!*entry_value(d->analysis, entry, d->factor[f].axis)) return false;
    return true;
}

/* ---- levels ---- */

static void insert_level(struct factor *f, const struct axis *axis, const char *text)
{
    int at = 0;
    while (at < f->levels && axis_compare(axis, f->level[at], text) < 0) at++;
    if (at < f->levels && !strcmp(f->level[at], text)) return;
    memmove(f->level + at + 1, f->level + at, (size_t)(f->levels++ - at) * sizeof *f->level);
    f->level[at] = text;
}

static void find_levels(struct design *d)
{
    const struct analysis *a = d->analysis;
    const struct condition *c = &a->conditions[d->condition];
    d->combinations = 1;
    d->entry = -1;
    for (int f = 0; f < d->factors; f++) {
        struct factor *factor = &d->factor[f];
        factor->level = xarray((size_t)(c->last - c->first), sizeof *factor->level);
        for (int i = c->first; i < c->last; i++) {
            if (!belongs(d, i)) continue;
            d->entry = i;
            insert_level(factor, &a->run->axes.list[factor->axis], entry_value(a, i, factor->axis));
        }
        d->combinations *= factor->levels;
    }
}

static int combination_of(const struct design *d, int entry)
{
    int index = 0;
    for (int f = 0; f < d->factors; f++) {
        const struct factor *factor = &d->factor[f];
        const char *value = entry_value(d->analysis, entry, factor->axis);
        int level = 0;
        while (strcmp(factor->level[level], value)) level++;
        index = index * factor->levels + level;
    }
    return index;
}

/* ---- scores: differences of them are gains ---- */

/* Means over the entries that share a combination, for one seed. */
static void score_seed(const struct design *d, const struct trial *like, double *score)
{
    const struct condition *c = &d->analysis->conditions[d->condition];
    const struct metric *m = d->question->metric;
    int *count = xarray((size_t)d->combinations, sizeof *count);
    for (int i = c->first; i < c->last; i++) {
        double value = trial_result(d->question, winner_trial(d->analysis, i, like));
        if (isnan(value) || !belongs(d, i)) continue;
        int k = combination_of(d, i);
        score[k] += m->higher_is_better ? value : value > 0 ? -log(value) : (double)NAN;
        count[k]++;
    }
    for (int k = 0; k < d->combinations; k++) score[k] /= count[k]; /* 0 / 0: not measured */
    free(count);
}

static void score_all(struct design *d)
{
    const struct analysis *a = d->analysis;
    int winner = a->entries[d->entry].winner;
    d->seeds = winner < 0 ? 0 : a->candidates[winner].last - a->candidates[winner].first;
    d->score = xarray((size_t)d->seeds * (size_t)d->combinations, sizeof *d->score);
    for (int i = 0; i < d->seeds; i++)
        score_seed(d, a->members[a->candidates[winner].first + i],
                   d->score + (size_t)i * (size_t)d->combinations);
}

/* ---- contrasts ---- */

/* One or two factors, each with the level set against its first. */
struct contrast {
    int factor[2], level[2], order;
};

/* Weight of a combination: +-1 by the levels of the contrast's factors, averaged over the others;
 * 0 at a level that the contrast is not about. */
static double weight(const struct design *d, const struct contrast *c, int combination)
{
    double w = 1;
    for (int f = d->factors - 1; f >= 0; f--) {
        int level = combination % d->factor[f].levels, at = -1;
        combination /= d->factor[f].levels;
        for (int i = 0; i < c->order; i++)
            if (c->factor[i] == f) at = i;
        if (at < 0)
            w /= d->factor[f].levels;
        else
            w *= level == c->level[at] ? 1 : level == 0 ? -1 : 0;
    }
    return w;
}

static void add_contrast(const struct design *d, const struct contrast *c)
{
    struct analysis *a = d->analysis;
    double *gains = xarray((size_t)d->seeds, sizeof *gains);
    struct text effect = {0}, levels = {0};
    int n = 0;
    for (int i = 0; i < d->seeds; i++) {
        const double *score = d->score + (size_t)i * (size_t)d->combinations;
        for (int k = 0; k < d->combinations; k++) gains[n] += weight(d, c, k) * score[k];
        if (isnan(gains[n]))
            gains[n] = 0;
        else
            n++;
    }
    for (int i = 0; i < c->order; i++) {
        const struct factor *f = &d->factor[c->factor[i]];
        text_add(&effect, "%s%s", i ? " x " : "", a->run->axes.list[f->axis].name);
        text_add(&levels, "%s%s against %s", i ? ", " : "", f->level[c->level[i]], f->level[0]);
    }
    a->factors = xgrow(a->factors, (size_t)a->factor_count + 1, sizeof *a->factors);
    a->factors[a->factor_count++] = (struct factor_effect){
        d->condition, effect.data, levels.data, c->order, stats_paired(gains, n, a->level)};
    free(gains);
}

static void add_contrasts(const struct design *d)
{
    for (int f = 0; f < d->factors; f++)
        for (int a = 1; a < d->factor[f].levels; a++)
            add_contrast(d, &(struct contrast){{f, 0}, {a, 0}, 1});
    for (int f = 0; f < d->factors; f++)
        for (int g = f + 1; g < d->factors; g++)
            for (int a = 1; a < d->factor[f].levels; a++)
                for (int b = 1; b < d->factor[g].levels; b++)
                    add_contrast(d, &(struct contrast){{f, g}, {a, b}, 2});
}

/* ---- a question ---- */

/* Why a condition has no effects; NULL: it has. */
static char *fault_of(const struct design *d)
{
    if (d->entry < 0) return xstrdup("no arm has all of these axes");
    for (int f = 0; f < d->factors; f++)
        if (d->factor[f].levels < 2)
            return xformat("%s has one level only",
                           d->analysis->run->axes.list[d->factor[f].axis].name);
    return NULL;
}

static char *add_condition(struct analysis *a, const struct question *q, int condition)
{
    struct design d = {.analysis = a,
                       .question = q,
                       .condition = condition,
                       .factors = q->spec->factorial_count,
                       .factor = xarray((size_t)q->spec->factorial_count, sizeof *d.factor)};
    for (int f = 0; f < d.factors; f++)
        d.factor[f].axis = axes_find(&a->run->axes, q->spec->factorial[f]);
    find_levels(&d);
    char *fault = fault_of(&d);
    if (!fault) score_all(&d);
    if (!fault) add_contrasts(&d);
    for (int f = 0; f < d.factors; f++) free(d.factor[f].level);
    free(d.factor);
    free(d.score);
    return fault;
}

void find_factors(struct analysis *a)
{
    for (int k = 0; k < a->question_count; k++) {
        struct question *q = &a->questions[k];
        q->factors.first = a->factor_count;
        for (int i = q->conditions.first; i < q->conditions.last && !q->factor_fault; i++)
            if (q->trains && q->spec->factorial_count) q->factor_fault = add_condition(a, q, i);
        q->factors.last = a->factor_count;
    }
}
