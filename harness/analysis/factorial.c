/* SPDX-License-Identifier: MIT
 * Computes what each factor of a factorial design changes (Box, Hunter & Hunter 2005, ch. 5).
 *
 * Main effect: the mean gain from a change of level, over all settings of the other factors in
 * which both levels were measured. Interaction of two factors: how much the gain from one factor
 * changes when the level of the other factor changes (not halved).
 *
 * Trained questions: the factors are the axes in `factorial`, within each condition. Each level is
 * compared with the first. Entries that lack a factor are skipped; entries that agree in all
 * factors are averaged. Timed questions: the factors are the axes that distinguish arms, pooled
 * over the conditions of a pass. A number is compared with the next smaller number, a choice with
 * the first choice. There are no interactions. */
#include "harness/analysis/analysis.h"
#include "base/mem.h"

#include <ctype.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

struct factor {
    int axis, count;
    const char **levels; /* levels in order: choices as declared, numbers ascending */
};
struct design {
    struct analysis *a;
    const struct question *q;
    struct factor *factors;
    int count;
    struct span entries; /* entries of the pooled conditions */
};
struct change {
    int axis;
    const char *from, *to;
};

/* ---- levels ---- */

static void insert_level(struct factor *f, const struct axis *axis, const char *value)
{
    int at = 0;
    while (at < f->count && axis_compare(axis, f->levels[at], value) < 0) at++;
    if (at < f->count && !strcmp(f->levels[at], value)) return;
    memmove(f->levels + at + 1, f->levels + at, (size_t)(f->count++ - at) * sizeof *f->levels);
    f->levels[at] = value;
}

static bool is_in_design(const struct design *d, int entry)
{
    if (!d->q->trains) return !d->a->entries[entry].by_formula;
    for (int i = 0; i < d->count; i++)
        if (!*entry_value(d->a, entry, d->factors[i].axis)) return false;
    return true;
}

/* Adds an axis as a factor, if it has several levels. */
static void add_factor(struct design *d, int axis)
{
    const struct span all = d->q->entries;
    struct factor *f = &d->factors[d->count];
    *f = (struct factor){axis, 0, xarray((size_t)(all.last - all.first) + 1, sizeof *f->levels)};
    for (int i = all.first; i < all.last; i++)
        if (*entry_value(d->a, i, axis))
            insert_level(f, &d->a->run->axes.list[axis], entry_value(d->a, i, axis));
    if (f->count > 1)
        d->count++;
    else
        free(f->levels);
}

/* ---- contrasts ---- */

/* Returns the levels of an entry as bits: bit i is 0 if change i is at `to`, and 1 if it is at
 * `from`. Returns -1 if an axis has a different level. */
static int levels_of(const struct design *d, const struct change *c, int changes, int entry)
{
    int bits = 0;
    for (int i = 0; i < changes; i++) {
        const char *value = entry_value(d->a, entry, c[i].axis);
        bool from = !strcmp(value, c[i].from);
        if (!from && strcmp(value, c[i].to)) return -1;
        bits |= from << i;
    }
    return is_in_design(d, entry) ? bits : -1;
}

/* Returns true if two entries have the same value of an axis, or if the axis is one of the changed
 * axes. */
static bool agrees(const struct design *d, const struct change *c, int changes, int axis, int i,
                   int k)
{
    for (int n = 0; n < changes; n++)
        if (c[n].axis == axis) return true;
    return !strcmp(entry_value(d->a, i, axis), entry_value(d->a, k, axis));
}

static bool agree_otherwise(const struct design *d, const struct change *c, int changes, int i,
                            int k)
{
    const struct spec *s = d->q->spec;
    bool agree = d->q->trains || d->a->entries[i].arm == d->a->entries[k].arm;
    for (int n = 0; agree && d->q->trains && n < d->count; n++)
        agree = agrees(d, c, changes, d->factors[n].axis, i, k);
    for (int n = 0; agree && !d->q->trains && n < s->varied_count; n++)
        agree = agrees(d, c, changes, s->varied[n].axis, i, k);
    return agree;
}

/* Adds the weights of all entries that differ from `entry` only in the changed axes. Returns 1 /
 * (number of entries with the levels of `entry`), or 0 if a combination of levels is missing. */
static double add_weights(const struct design *d, const struct change *c, int changes, int entry,
                          double *weights)
{
    const struct condition *in = &d->a->conditions[d->a->entries[entry].condition];
    int entries[4] = {0}; /* number of entries with each combination of levels */
    for (int pass = 0; pass < 2; pass++) {
        for (int k = in->first; k < in->last; k++) {
            int levels = levels_of(d, c, changes, k);
            if (levels < 0 || !agree_otherwise(d, c, changes, entry, k)) continue;
            double sign = levels == 1 || levels == 2 ? -1 : 1;
            if (pass)
                weights[k - d->entries.first] += sign / (entries[0] * entries[levels]);
            else
                entries[levels]++;
        }
        for (int levels = 0; levels < 1 << changes; levels++)
            if (!entries[levels]) return 0;
    }
    return 1.0 / entries[0];
}

static double memory_of(const struct analysis *a, int entry)
{
    return winner_measured(a, entry, WORKING_BYTES);
}

/* Returns the geometric mean of a ratio over the pairs of a contrast; NaN for trained models. */
static double pooled_ratio(const struct design *d, const int *entries, const double *weights,
                           int count, double (*of)(const struct analysis *, int))
{
    double sum = d->q->trains ? (double)NAN : 0;
    for (int i = 0; i < count; i++) sum += weights[i] * log(of(d->a, entries[i]));
    return exp(sum);
}

/* ---- words ---- */

/* Returns the slot of an axis, such as "q" for "q_act", or "" if the axis belongs to no slot. */
static const char *slot_of(const struct axes *axes, int axis)
{
    const char *name = axes->list[axis].name;
    for (int i = 0; i < axes->slot_count; i++) {
        size_t length = strlen(axes->slots[i]);
        if (!strncmp(name, axes->slots[i], length) && (name[length] == '_' || !name[length]))
            return axes->slots[i];
    }
    return "";
}

/* Returns a level in the words of labels. The caller frees the text. */
static char *level_words(const struct design *d, int axis, const char *level)
{
    const struct analysis *a = d->a;
    int i = d->entries.first;
    while (!is_in_design(d, i) || strcmp(entry_value(a, i, axis), level)) i++;
    const struct candidate *c = &a->candidates[a->entries[i].first];
    return axes_value_label(&a->run->axes, axis, a->members[c->first]->cell->values, level);
}

/* Appends a change in words, such as "Q: 1 linear map → 2 linear maps". The slot is written only if
 * the factors belong to several slots. */
static void add_words(struct text *out, const struct design *d, const struct change *c)
{
    const struct axes *axes = &d->a->run->axes;
    const char *slot = slot_of(axes, c->axis);
    bool several = false;
    for (int i = 0; i < d->count; i++) several |= slot_of(axes, d->factors[i].axis) != slot;
    char *from = level_words(d, c->axis, c->from), *to = level_words(d, c->axis, c->to);
    text_add(out, "%s", out->length ? ", and " : "");
    if (several && *slot)
        text_add(out, "%c%s: ", slot[1] ? *slot : toupper((unsigned char)*slot), slot + 1);
    text_add(out, "%s → %s", from, to);
    free(from);
    free(to);
}

/* ---- effects ---- */

/* Adds the effect of one change, or the interaction of two changes. Adds nothing if every setting
 * of the other factors lacks a combination of levels. */
static void add_effect(const struct design *d, const struct change *c, int changes)
{
    struct analysis *a = d->a;
    int most = d->entries.last - d->entries.first, count = 0;
    double *weights = xarray((size_t)most, sizeof *weights), settings = 0;
    int *entries = xarray((size_t)most, sizeof *entries);
    for (int i = d->entries.first; i < d->entries.last; i++)
        if (!levels_of(d, c, changes, i)) settings += add_weights(d, c, changes, i, weights);
    for (int i = 0; i < most; i++) {
        if (weights[i] == 0) continue;
        weights[count] = weights[i] / settings;
        entries[count++] = d->entries.first + i;
    }
    if (count) {
        struct text effect = {0}, levels = {0}, text = {0};
        for (int i = 0; i < changes; i++) {
            text_add(&effect, "%s%s", i ? " x " : "", a->run->axes.list[c[i].axis].name);
            text_add(&levels, "%s%s against %s", i ? ", " : "", c[i].to, c[i].from);
            add_words(&text, d, &c[i]);
        }
        a->factors = xgrow(a->factors, (size_t)a->factor_count + 1, sizeof *a->factors);
        a->factors[a->factor_count++] =
            (struct factor_effect){.condition = a->entries[d->entries.first].condition,
                                   .effect = effect.data,
                                   .levels = levels.data,
                                   .text = text.data,
                                   .order = changes,
                                   .gain = contrast_gain(a, d->q, entries, weights, count).gain,
                                   .flops = pooled_ratio(d, entries, weights, count, entry_flops),
                                   .memory = pooled_ratio(d, entries, weights, count, memory_of),
                                   .pairs = (int)lround(settings)};
    }
    free(weights);
    free(entries);
}

static bool is_number(const char *text)
{
    char *end;
    strtod(text, &end);
    return *text && !*end;
}

/* Returns the change of a factor to the given level, from the level with which it is compared. */
static struct change change_to(const struct design *d, const struct factor *f, int level)
{
    bool step = !d->q->trains && is_number(f->levels[level]);
    return (struct change){f->axis, f->levels[step ? level - 1 : 0], f->levels[level]};
}

static void add_effects(const struct design *d)
{
    for (const struct factor *f = d->factors; f < d->factors + d->count; f++)
        for (int i = 1; i < f->count; i++)
            add_effect(d, (const struct change[]){change_to(d, f, i)}, 1);
    for (const struct factor *f = d->factors; d->q->trains && f < d->factors + d->count; f++)
        for (const struct factor *g = f + 1; g < d->factors + d->count; g++)
            for (int i = 1; i < f->count; i++)
                for (int k = 1; k < g->count; k++)
                    add_effect(d, (const struct change[]){change_to(d, f, i), change_to(d, g, k)},
                               2);
}

void find_factors(struct analysis *a, struct question *q)
{
    const struct spec *s = q->spec;
    size_t most = (size_t)(s->factorial_count + s->varied_count) + 1;
    struct design d = {.a = a, .q = q, .factors = xarray(most, sizeof *d.factors)};
    q->factors.first = a->factor_count;
    for (int i = 0; q->trains && i < s->factorial_count; i++) add_factor(&d, s->factorial[i].axis);
    for (int i = 0; !q->trains && i < s->varied_count; i++)
        if (s->varied[i].of_arm) add_factor(&d, s->varied[i].axis);
    /* the rows of a timed table already show the ratios of a single factor */
    bool asked = q->trains || d.count > 1;
    for (int first = q->conditions.first, last; asked && first < q->conditions.last; first = last) {
        for (last = first + 1; !q->trains && last < q->conditions.last; last++)
            if (strcmp(a->conditions[last].pass, a->conditions[first].pass)) break;
        d.entries = (struct span){a->conditions[first].first, a->conditions[last - 1].last};
        add_effects(&d);
    }
    q->factors.last = a->factor_count;
    for (int i = 0; i < d.count; i++) free(d.factors[i].levels);
    free(d.factors);
}
