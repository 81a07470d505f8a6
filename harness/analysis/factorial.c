/* SPDX-License-Identifier: MIT
 * Main effects and interactions of a factorial design (Box, Hunter & Hunter 2005, ch. 5), from the
 * scores of its combinations (factorial_design.h).
 *
 * Factors may have more than two levels: each level is set against the first, which is the first
 * of the axis's choices that was run (the least, for numbers). A main effect is the mean gain from
 * that change over all combinations of the other factors; an interaction of two is how much more
 * the one gains where the other has changed too (the difference of differences, not halved). Each
 * is formed per seed, so its interval is Student's over seeds like all others. A seed counts only
 * when every combination was measured with it. */
#include "harness/analysis/factorial_design.h"
#include "base/mem.h"

#include <ctype.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

/* A contrast is written as the combination that has the levels set against the first, and the first
 * level of the factors it is not about. The weight of another in it: +-1 by the levels of its
 * factors, averaged over the others; 0 at a level that it is not about. */
static double weight(const struct design *d, int contrast, int combination)
{
    double w = 1;
    for (int f = d->factors - 1; f >= 0; f--) {
        int wanted = combination_level(&d->factor[f], contrast),
            level = combination_level(&d->factor[f], combination);
        if (!wanted)
            w /= d->factor[f].levels;
        else
            w *= level == wanted ? 1 : level == 0 ? -1 : 0;
    }
    return w;
}

/* Of a contrast over these seeds (their places), what the sample of records adds; 0: not known, as
 * where an entry that shares a combination was not measured with one of them. */
static double records_of(const struct design *d, int contrast, const int *seeds, int count)
{
    const struct analysis *a = d->analysis;
    const struct condition *in = d->condition;
    size_t entries = (size_t)(in->last - in->first);
    const struct trial **trials = xarray((size_t)count * entries + 1, sizeof *trials);
    double *weights = xarray(entries, sizeof *weights);
    int *sharing = xarray((size_t)d->combinations, sizeof *sharing);
    struct contrast c = {trials, weights, count, 0};
    bool whole = true;
    for (int i = in->first; i < in->last; i++)
        if (design_holds(d, i)) sharing[design_combination(d, i)]++, c.sides++;
    for (int i = in->first, side = 0; i < in->last; i++) {
        if (!design_holds(d, i)) continue;
        int k = design_combination(d, i);
        weights[side] = weight(d, contrast, k) / sharing[k];
        for (int s = 0; s < count; s++) {
            const struct trial *t = winner_trial(a, i, d->seed_like[seeds[s]]);
            whole = whole && t && t->state == TRIAL_OK;
            trials[s * c.sides + side] = t;
        }
        side++;
    }
    double variance = whole ? contrast_records_variance(&c) : (double)NAN;
    free(trials);
    free(weights);
    free(sharing);
    return isnan(variance) ? 0 : variance;
}

/* Widened by what was tuned, and the records. */
static struct estimate estimate_contrast(const struct design *d, int contrast)
{
    double *gains = xarray((size_t)d->seeds, sizeof *gains), variance = 0;
    int *seeds = xarray((size_t)d->seeds, sizeof *seeds);
    int n = 0;
    for (int i = 0; i < d->seeds; i++) {
        const double *score = d->score + (size_t)i * (size_t)d->combinations;
        double gain = 0;
        for (int k = 0; k < d->combinations; k++) gain += weight(d, contrast, k) * score[k];
        if (isnan(gain)) continue;
        seeds[n] = i;
        gains[n++] = gain;
    }
    for (int k = 0; k < d->combinations; k++)
        variance += weight(d, contrast, k) * weight(d, contrast, k) * d->variance[k];
    struct estimate gain = stats_paired(gains, n, d->analysis->level);
    stats_widen(&gain, variance + records_of(d, contrast, seeds, n), d->analysis->level);
    free(seeds);
    free(gains);
    return gain;
}

/* The slot that an axis belongs to, "q" of "q_act"; -1: none. */
static int slot_of(const struct axes *axes, int axis)
{
    const char *name = axes->list[axis].name;
    for (int i = 0; i < axes->slot_count; i++) {
        size_t length = strlen(axes->slots[i]);
        if (!strncmp(name, axes->slots[i], length) && (name[length] == '_' || !name[length]))
            return i;
    }
    return -1;
}

/* Whether the factors are of several slots, so that a level alone says too little. */
static bool slots_differ(const struct design *d)
{
    const struct axes *axes = &d->analysis->run->axes;
    for (int f = 1; f < d->factors; f++)
        if (slot_of(axes, d->factor[f].axis) != slot_of(axes, d->factor[0].axis)) return true;
    return false;
}

/* A level as labels say it, by the first entry that has it. To be freed. */
static char *level_said(const struct design *d, const struct design_factor *f, const char *level)
{
    const struct analysis *a = d->analysis;
    char *const *values = NULL;
    for (int i = d->condition->first; i < d->condition->last && !values; i++)
        if (design_holds(d, i) && !strcmp(entry_value(a, i, f->axis), level))
            values = a->members[a->candidates[a->entries[i].first].first]->cell->values;
    return spec_said(d->question->spec, &a->run->axes, f->axis, values, level);
}

/* "Q: 1 linear map → 2 linear maps". */
static void say_change(struct text *out, const struct design *d, const struct design_factor *f,
                       int level)
{
    const struct axes *axes = &d->analysis->run->axes;
    char *from = level_said(d, f, f->level[0]), *to = level_said(d, f, f->level[level]);
    int slot = slots_differ(d) ? slot_of(axes, f->axis) : -1;
    bool letter = slot >= 0 && !axes->slots[slot][1];
    text_add(out, "%s", out->length ? ", and " : "");
    if (slot >= 0)
        text_add(out,
                 "%c%s: ", letter ? toupper((unsigned char)*axes->slots[slot]) : *axes->slots[slot],
                 axes->slots[slot] + 1);
    text_add(out, "%s → %s", from, to);
    free(from);
    free(to);
}

static void add_contrast(struct analysis *a, const struct design *d, int contrast, int order)
{
    struct text effect = {0}, levels = {0}, said = {0};
    for (int i = 0; i < d->factors; i++) {
        const struct design_factor *f = &d->factor[i];
        int level = combination_level(f, contrast);
        if (!level) continue;
        text_add(&effect, "%s%s", effect.length ? " x " : "", a->run->axes.list[f->axis].name);
        text_add(&levels, "%s%s against %s", levels.length ? ", " : "", f->level[level],
                 f->level[0]);
        say_change(&said, d, f, level);
    }
    a->factors = xgrow(a->factors, (size_t)a->factor_count + 1, sizeof *a->factors);
    a->factors[a->factor_count++] =
        (struct factor_effect){.condition = (int)(d->condition - a->conditions),
                               .effect = effect.data,
                               .levels = levels.data,
                               .said = said.data,
                               .order = order,
                               .gain = estimate_contrast(d, contrast),
                               .flops = NAN,
                               .memory = NAN};
}

/* Main effects, then interactions of two. */
static void add_contrasts(struct analysis *a, const struct design *d)
{
    for (const struct design_factor *f = d->factor, *end = f + d->factors; f < end; f++)
        for (int i = 1; i < f->levels; i++) add_contrast(a, d, i * f->stride, 1);
    for (const struct design_factor *f = d->factor, *end = f + d->factors; f < end; f++)
        for (const struct design_factor *g = f + 1; g < end; g++)
            for (int i = 1; i < f->levels; i++)
                for (int k = 1; k < g->levels; k++)
                    add_contrast(a, d, i * f->stride + k * g->stride, 2);
}

/* Returns why there are no effects; NULL: there are. */
static char *add_condition(struct analysis *a, const struct question *q, int condition)
{
    struct design d;
    char *fault = design_find(&d, a, q, &a->conditions[condition]);
    if (!fault) add_contrasts(a, &d);
    design_free(&d);
    return fault;
}

/* What a condition lacks keeps no other from being told; it is said beside its name, unless all
 * lack the same. */
static void add_conditions(struct analysis *a, struct question *q)
{
    struct text all = {0};
    char *first = NULL;
    bool alike = true;
    for (int i = q->conditions.first; i < q->conditions.last; i++) {
        char *fault = add_condition(a, q, i);
        alike = alike && fault && (!first || !strcmp(first, fault));
        if (fault) text_add(&all, "%s%s (%s)", first ? "; " : "", fault, a->conditions[i].label);
        if (first)
            free(fault);
        else
            first = fault;
    }
    q->factor_fault = alike || !first ? first : xstrdup(all.data);
    if (q->factor_fault != first) free(first);
    text_free(&all);
}

void find_factors(struct analysis *a, struct question *q)
{
    q->factors.first = a->factor_count;
    if (q->trains && q->spec->factorial_count) add_conditions(a, q);
    if (!q->trains) pool_times(a, q);
    q->factors.last = a->factor_count;
}
