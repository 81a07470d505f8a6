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

enum { MOST_FACTORS = 6, MOST_LEVELS = 16 };

struct factor {
    int axis;
    const char *level[MOST_LEVELS];
    int levels;
};
struct design {
    struct analysis *analysis;
    const struct question *question;
    int condition, entry; /* entry: the last that has a place in the design */
    struct factor factor[MOST_FACTORS];
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

static int level_of(const struct factor *f, const char *text)
{
    for (int i = 0; i < f->levels; i++)
        if (!strcmp(f->level[i], text)) return i;
    return -1;
}

static void insert_level(struct factor *f, const struct axis *axis, const char *text)
{
    int at = f->levels;
    if (level_of(f, text) >= 0 || f->levels == MOST_LEVELS) return;
    for (; at && axis_compare(axis, text, f->level[at - 1]) < 0; at--)
        f->level[at] = f->level[at - 1];
    f->level[at] = text;
    f->levels++;
}

static void find_levels(struct design *d)
{
    const struct analysis *a = d->analysis;
    const struct condition *c = &a->conditions[d->condition];
    d->combinations = 1;
    d->entry = -1;
    for (int f = 0; f < d->factors; f++) {
        struct factor *factor = &d->factor[f];
        factor->levels = 0;
        for (int i = c->first; i < c->last; i++) {
            if (!belongs(d, i)) continue;
            insert_level(factor, &a->run->axes.list[factor->axis], entry_value(a, i, factor->axis));
            d->entry = i;
        }
        d->combinations *= factor->levels;
    }
}

static int combination_of(const struct design *d, int entry)
{
    int index = 0;
    for (int f = 0; f < d->factors; f++)
        index = index * d->factor[f].levels +
                level_of(&d->factor[f], entry_value(d->analysis, entry, d->factor[f].axis));
    return index;
}

static int level_in(const struct design *d, int combination, int factor)
{
    for (int f = d->factors - 1; f > factor; f--) combination /= d->factor[f].levels;
    return combination % d->factor[factor].levels;
}

/* ---- scores ---- */

/* On the scale of gains: differences of scores are gains. */
static double score_of(const struct metric *m, double v)
{
    return m->higher_is_better ? v : v > 0 ? -log(v) : (double)NAN;
}

/* Means over the entries that share a combination, for one seed. */
static void score_seed(const struct design *d, const struct trial *like, double *score)
{
    const struct condition *c = &d->analysis->conditions[d->condition];
    int *count = xarray((size_t)d->combinations, sizeof *count);
    for (int k = 0; k < d->combinations; k++) score[k] = 0;
    for (int i = c->first; i < c->last; i++) {
        const struct trial *t = winner_trial(d->analysis, i, like);
        if (!t || t->state != TRIAL_OK || !belongs(d, i)) continue;
        int k = combination_of(d, i);
        score[k] += score_of(d->question->metric, trial_result(d->question, t));
        count[k]++;
    }
    for (int k = 0; k < d->combinations; k++)
        score[k] = count[k] ? score[k] / count[k] : (double)NAN;
    free(count);
}

static void score_all(struct design *d)
{
    const struct analysis *a = d->analysis;
    int winner = a->entries[d->entry].winner;
    d->seeds = 0;
    if (winner < 0) return;
    const struct candidate *c = &a->candidates[winner];
    size_t combinations = (size_t)d->combinations;
    d->score = xarray((size_t)(c->last - c->first) * combinations, sizeof *d->score);
    for (int i = c->first; i < c->last; i++, d->seeds++)
        score_seed(d, a->members[i], d->score + (size_t)d->seeds * combinations);
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
    for (int f = 0; f < d->factors; f++) {
        int level = level_in(d, combination, f), at = -1;
        for (int i = 0; i < c->order; i++)
            if (c->factor[i] == f) at = i;
        if (at < 0)
            w /= d->factor[f].levels;
        else
            w *= level == c->level[at] ? 1 : level == 0 ? -1 : 0;
    }
    return w;
}

static double contrast_of(const struct design *d, const struct contrast *c, const double *score)
{
    double sum = 0;
    for (int k = 0; k < d->combinations; k++) {
        if (isnan(score[k])) return NAN;
        sum += weight(d, c, k) * score[k];
    }
    return sum;
}

static void add_contrast(const struct design *d, const struct contrast *c)
{
    struct analysis *a = d->analysis;
    double *gains = xarray((size_t)d->seeds, sizeof *gains);
    struct text effect = {0}, levels = {0};
    int n = 0;
    for (int i = 0; i < d->seeds; i++) {
        double gain = contrast_of(d, c, d->score + (size_t)i * (size_t)d->combinations);
        if (!isnan(gain)) gains[n++] = gain;
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

static char *read_factors(struct design *d)
{
    const struct spec *s = d->question->spec;
    if (s->factorial_count > MOST_FACTORS) return xformat("more than %d factors", MOST_FACTORS);
    for (int i = 0; i < s->factorial_count; i++)
        d->factor[d->factors++].axis = axes_find(&d->analysis->run->axes, s->factorial[i]);
    return NULL;
}

/* Why a condition has no effects; NULL: it has. */
static char *add_condition(struct design *d)
{
    find_levels(d);
    if (d->entry < 0) return xstrdup("no arm has all of these axes");
    for (int f = 0; f < d->factors; f++)
        if (d->factor[f].levels < 2)
            return xformat("%s has one level only",
                           d->analysis->run->axes.list[d->factor[f].axis].name);
    score_all(d);
    add_contrasts(d);
    free(d->score);
    d->score = NULL;
    return NULL;
}

void find_factors(struct analysis *a)
{
    for (int k = 0; k < a->question_count; k++) {
        struct question *q = &a->questions[k];
        struct design d = {.analysis = a, .question = q, .condition = q->conditions.first};
        q->factors.first = a->factor_count;
        if (q->spec->factorial_count) q->factor_fault = read_factors(&d);
        for (; d.factors && d.condition < q->conditions.last && !q->factor_fault; d.condition++)
            q->factor_fault = add_condition(&d);
        q->factors.last = a->factor_count;
    }
}
