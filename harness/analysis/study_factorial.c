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
#include "harness/analysis/study.h"
#include "base/mem.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { MOST_FACTORS = 6, MOST_LEVELS = 16 };

struct factor {
    const char *name;
    int column;
    const char *level[MOST_LEVELS];
    int levels;
};
struct design {
    const struct study *study;
    const struct study_question *question;
    int condition, contender; /* contender: any that is in it */
    struct factor factor[MOST_FACTORS];
    int factors, combinations;
    double *score; /* (seeds, combinations); NaN: not measured */
    int seeds;
    char *names; /* owned: factor names, cut up */
};

static const char *value(const struct design *d, int contender, int column)
{
    const struct study *s = d->study;
    int row = s->trials[s->candidates[s->contenders[contender].first].first].row;
    return table_at(s->rows, row, column);
}

/* A contender to which a factor does not apply has no place in the design. */
static bool belongs(const struct design *d, int contender)
{
    bool in = d->study->contenders[contender].condition == d->condition;
    for (int f = 0; f < d->factors; f++) in = in && *value(d, contender, d->factor[f].column);
    return in;
}

/* ---- levels ---- */

static int level_of(const struct factor *f, const char *text)
{
    for (int i = 0; i < f->levels; i++)
        if (!strcmp(f->level[i], text)) return i;
    return -1;
}

static void insert_level(const struct study *s, struct factor *f, const char *text)
{
    int at = f->levels;
    if (level_of(f, text) >= 0 || f->levels == MOST_LEVELS) return;
    for (; at && study_compare(s, f->column, text, f->level[at - 1]) < 0; at--)
        f->level[at] = f->level[at - 1];
    f->level[at] = text;
    f->levels++;
}

static void find_levels(struct design *d)
{
    d->combinations = 1;
    for (int f = 0; f < d->factors; f++) {
        struct factor *factor = &d->factor[f];
        factor->levels = 0;
        for (int i = d->question->first; i < d->question->last; i++)
            if (belongs(d, i)) {
                insert_level(d->study, factor, value(d, i, factor->column));
                d->contender = i;
            }
        d->combinations *= factor->levels;
    }
}

static int combination_of(const struct design *d, int contender)
{
    int index = 0;
    for (int f = 0; f < d->factors; f++)
        index = index * d->factor[f].levels +
                level_of(&d->factor[f], value(d, contender, d->factor[f].column));
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

/* Means over the contenders that share a combination, for one seed. */
static void score_seed(const struct design *d, const char *seed, double *score)
{
    int *count = xarray((size_t)d->combinations, sizeof *count);
    for (int k = 0; k < d->combinations; k++) score[k] = 0;
    for (int i = d->question->first; i < d->question->last; i++) {
        const struct trial *t = winner_trial(d->study, i, seed);
        if (!t || t->state != TRIAL_OK || !belongs(d, i)) continue;
        int k = combination_of(d, i);
        score[k] += score_of(d->question->metric, t->value);
        count[k]++;
    }
    for (int k = 0; k < d->combinations; k++)
        score[k] = count[k] ? score[k] / count[k] : (double)NAN;
    free(count);
}

static void score_all(struct design *d)
{
    const struct study *s = d->study;
    int winner = s->contenders[d->contender].winner;
    d->seeds = 0;
    if (winner < 0) return;
    const struct candidate *c = &s->candidates[winner];
    d->score = xarray((size_t)(c->last - c->first) * (size_t)d->combinations, sizeof(double));
    for (int i = c->first; i < c->last; i++, d->seeds++)
        score_seed(d, s->trials[i].seed, d->score + (size_t)d->seeds * (size_t)d->combinations);
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

static void add_contrast(struct study *s, const struct design *d, const struct contrast *c)
{
    double *gains = xarray((size_t)d->seeds, sizeof *gains);
    struct text effect = {0}, levels = {0};
    int n = 0;
    for (int i = 0; i < d->seeds; i++) {
        double gain = contrast_of(d, c, d->score + (size_t)i * (size_t)d->combinations);
        if (!isnan(gain)) gains[n++] = gain;
    }
    for (int i = 0; i < c->order; i++) {
        const struct factor *f = &d->factor[c->factor[i]];
        text_add(&effect, "%s%s", i ? " x " : "", f->name);
        text_add(&levels, "%s%s against %s", i ? ", " : "", f->level[c->level[i]], f->level[0]);
    }
    s->factors = xgrow(s->factors, (size_t)s->factor_count + 1, sizeof *s->factors);
    s->factors[s->factor_count++] = (struct factorial_effect){(int)(d->question - s->questions),
                                                              d->condition,
                                                              d->contender,
                                                              effect.data,
                                                              levels.data,
                                                              c->order,
                                                              stats_paired(gains, n, s->level)};
    free(gains);
}

static void add_contrasts(struct study *s, const struct design *d)
{
    for (int f = 0; f < d->factors; f++)
        for (int a = 1; a < d->factor[f].levels; a++)
            add_contrast(s, d, &(struct contrast){{f, 0}, {a, 0}, 1});
    for (int f = 0; f < d->factors; f++)
        for (int g = f + 1; g < d->factors; g++)
            for (int a = 1; a < d->factor[f].levels; a++)
                for (int b = 1; b < d->factor[g].levels; b++)
                    add_contrast(s, d, &(struct contrast){{f, g}, {a, b}, 2});
}

/* ---- a question ---- */

static char *read_factors(struct design *d)
{
    const struct study *s = d->study;
    char *rest = d->names;
    for (char *name; (name = strsep(&rest, ";"));) {
        int column = *name ? table_column(s->rows, name) : -1;
        if (d->factors == MOST_FACTORS) return xformat("more than %d factors", MOST_FACTORS);
        if (column < 0) return xformat("\"%s\" is no axis of this run", name);
        d->factor[d->factors++] = (struct factor){.name = name, .column = column};
    }
    return NULL;
}

/* Why a condition has no effects; NULL: it has. */
static char *add_condition(struct study *s, struct design *d)
{
    d->contender = -1;
    find_levels(d);
    if (d->contender < 0) return xstrdup("no arm has all of these axes");
    for (int f = 0; f < d->factors; f++)
        if (d->factor[f].levels < 2) return xformat("%s has one level only", d->factor[f].name);
    score_all(d);
    add_contrasts(s, d);
    free(d->score);
    d->score = NULL;
    return NULL;
}

void study_factorials(struct study *s)
{
    for (int k = 0; k < s->question_count; k++) {
        struct study_question *q = &s->questions[k];
        const char *list = table_text(s->questions_table, q->row, "factorial");
        q->factorial_first = q->factorial_last = s->factor_count;
        if (!*list) continue;
        struct design d = {.study = s, .question = q, .names = xstrdup(list)};
        char *fault = read_factors(&d);
        for (; !fault && d.condition < q->conditions; d.condition++) fault = add_condition(s, &d);
        q->factorial_last = s->factor_count;
        q->factorial_fault = fault;
        free(d.names);
    }
}
