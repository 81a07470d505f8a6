/* SPDX-License-Identifier: MIT
 * Computes main effects and interactions of a factorial design from the entries of one condition
 * (Box, Hunter & Hunter 2005, ch. 5).
 *
 * Factor: an axis. Its levels are its choices in order, or its numbers by size. Each level is
 * compared with the first level.
 * Combination: one level per factor. The levels are the digits of its index; the digit of the last
 * factor varies fastest.
 * Main effect: the mean gain from a change of level, over all combinations of the other factors.
 * Interaction of two factors: how much the gain from one factor changes when the level of the other
 * factor changes (not halved).
 *
 * Entries that lack one of the factors are skipped. Entries of the same combination are averaged. A
 * seed is used only if every combination was measured with it. */
#include "harness/analysis/analysis.h"
#include "base/mem.h"

#include <ctype.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

struct factor {
    int axis, levels, stride; /* stride: difference between the indices of two combinations that
                                 differ by one level of this factor */
    const char **level;
};
struct design {
    const struct analysis *analysis;
    const struct question *question;
    const struct condition *condition;
    struct factor *factor;
    int factors, combinations;
    /* entries of the design, and the index of each entry's combination */
    int *entries, *combination, entry_count;
    int *sharing;
};

/* ---- the design ---- */

static bool has_factors(const struct design *d, int entry)
{
    for (int f = 0; f < d->factors; f++)
        if (!*entry_value(d->analysis, entry, d->factor[f].axis)) return false;
    return true;
}

static void insert_level(const char **levels, int *count, const struct axis *axis,
                         const char *value)
{
    int at = 0;
    while (at < *count && axis_compare(axis, levels[at], value) < 0) at++;
    if (at < *count && !strcmp(levels[at], value)) return;
    memmove(levels + at + 1, levels + at, (size_t)((*count)++ - at) * sizeof *levels);
    levels[at] = value;
}

static void place_entries(struct design *d)
{
    d->combination = xarray((size_t)d->entry_count + 1, sizeof *d->combination);
    d->sharing = xarray((size_t)d->combinations + 1, sizeof *d->sharing);
    for (int i = 0; i < d->entry_count; i++) {
        for (const struct factor *f = d->factor; f < d->factor + d->factors; f++) {
            const char *value = entry_value(d->analysis, d->entries[i], f->axis);
            for (int k = 0; strcmp(f->level[k], value); k++) d->combination[i] += f->stride;
        }
        d->sharing[d->combination[i]]++;
    }
}

/* Finds the design of a condition. Returns NULL on success. Otherwise returns the reason why there
 * is no design, which the caller frees. */
static char *find_design(struct design *d)
{
    const struct axes *axes = &d->analysis->run->axes;
    const struct condition *c = d->condition;
    d->entries = xarray((size_t)(c->last - c->first), sizeof *d->entries);
    for (int i = c->first; i < c->last; i++)
        if (has_factors(d, i)) d->entries[d->entry_count++] = i;
    d->combinations = 1;
    for (struct factor *f = d->factor + d->factors - 1; f >= d->factor; f--) {
        f->level = xarray((size_t)(d->entry_count + 1), sizeof *f->level);
        for (int i = 0; i < d->entry_count; i++)
            insert_level(f->level, &f->levels, &axes->list[f->axis],
                         entry_value(d->analysis, d->entries[i], f->axis));
        f->stride = d->combinations;
        d->combinations *= f->levels;
    }
    if (!d->combinations) return xstrdup("no arm has all of these axes");
    for (int f = 0; f < d->factors; f++)
        if (d->factor[f].levels < 2)
            return xformat("%s has only one level", axes->list[d->factor[f].axis].name);
    place_entries(d);
    return NULL;
}

static void free_design(struct design *d)
{
    for (int f = 0; f < d->factors; f++) free(d->factor[f].level);
    free(d->factor);
    free(d->entries);
    free(d->combination);
    free(d->sharing);
}

/* ---- contrasts ---- */

static int level_in(const struct factor *f, int combination)
{
    return combination / f->stride % f->levels;
}

/* Returns the weight of a combination in a contrast. Weights are +1 or -1 for the levels of the
 * changed factors, averaged over all other factors. A contrast has the index of the combination in
 * which all other factors have their first level. */
static double weight(const struct design *d, int contrast, int combination)
{
    double w = 1;
    for (const struct factor *f = d->factor; f < d->factor + d->factors; f++) {
        int changed = level_in(f, contrast), level = level_in(f, combination);
        if (!changed)
            w /= f->levels;
        else
            w *= level == changed ? 1 : level == 0 ? -1 : 0;
    }
    return w;
}

static struct estimate estimate_contrast(const struct design *d, int contrast)
{
    double *weights = xarray((size_t)d->entry_count, sizeof *weights);
    bool whole = true;
    for (int i = 0; i < d->combinations; i++) whole &= d->sharing[i] > 0;
    for (int i = 0; i < d->entry_count; i++)
        weights[i] = weight(d, contrast, d->combination[i]) / d->sharing[d->combination[i]];
    struct estimate gain =
        whole ? contrast_gain(d->analysis, d->question, d->entries, weights, d->entry_count).gain
              : stats_paired(NULL, 0, d->analysis->level);
    free(weights);
    return gain;
}

/* ---- words ---- */

/* Returns the slot of an axis, such as "q" for "q_act", or -1 if the axis belongs to no slot. */
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

/* Returns true if the factors belong to several slots. A level is then ambiguous without the name
 * of its slot. */
static bool slots_differ(const struct design *d)
{
    const struct axes *axes = &d->analysis->run->axes;
    for (int f = 1; f < d->factors; f++)
        if (slot_of(axes, d->factor[f].axis) != slot_of(axes, d->factor[0].axis)) return true;
    return false;
}

/* Describes a level with the words that labels use. The caller frees the text. */
static char *level_words(const struct design *d, const struct factor *f, const char *level)
{
    const struct analysis *a = d->analysis;
    int i = 0;
    while (strcmp(entry_value(a, d->entries[i], f->axis), level)) i++;
    const struct candidate *c = &a->candidates[a->entries[d->entries[i]].first];
    return axes_value_label(&a->run->axes, f->axis, a->members[c->first]->cell->values, level);
}

/* Appends a change of level in words, such as "Q: 1 linear map → 2 linear maps". */
static void add_change(struct text *out, const struct design *d, const struct factor *f, int level)
{
    const struct axes *axes = &d->analysis->run->axes;
    char *from = level_words(d, f, f->level[0]), *to = level_words(d, f, f->level[level]);
    int slot = slots_differ(d) ? slot_of(axes, f->axis) : -1;
    const char *name = slot < 0 ? "" : axes->slots[slot];
    text_add(out, "%s", out->length ? ", and " : "");
    if (*name) text_add(out, "%c%s: ", name[1] ? *name : toupper((unsigned char)*name), name + 1);
    text_add(out, "%s → %s", from, to);
    free(from);
    free(to);
}

/* ---- all of a question ---- */

static void add_factor_effect(struct analysis *a, struct factor_effect e)
{
    a->factors = xgrow(a->factors, (size_t)a->factor_count + 1, sizeof *a->factors);
    a->factors[a->factor_count++] = e;
}

static void add_contrast(struct analysis *a, const struct design *d, int contrast, int order)
{
    struct text effect = {0}, levels = {0}, said = {0};
    for (int i = 0; i < d->factors; i++) {
        const struct factor *f = &d->factor[i];
        int level = level_in(f, contrast);
        if (!level) continue;
        text_add(&effect, "%s%s", effect.length ? " x " : "", a->run->axes.list[f->axis].name);
        text_add(&levels, "%s%s against %s", levels.length ? ", " : "", f->level[level],
                 f->level[0]);
        add_change(&said, d, f, level);
    }
    add_factor_effect(a, (struct factor_effect){.condition = (int)(d->condition - a->conditions),
                                                .effect = effect.data,
                                                .levels = levels.data,
                                                .said = said.data,
                                                .order = order,
                                                .gain = estimate_contrast(d, contrast),
                                                .flops = NAN,
                                                .memory = NAN});
}

static void add_contrasts(struct analysis *a, const struct design *d)
{
    const struct factor *end = d->factor + d->factors;
    for (const struct factor *f = d->factor; f < end; f++)
        for (int i = 1; i < f->levels; i++) add_contrast(a, d, i * f->stride, 1);
    for (const struct factor *f = d->factor; f < end; f++)
        for (const struct factor *g = f + 1; g < end; g++)
            for (int i = 1; i < f->levels; i++)
                for (int k = 1; k < g->levels; k++)
                    add_contrast(a, d, i * f->stride + k * g->stride, 2);
}

/* Adds the factor effects of a condition. Returns NULL on success. Otherwise returns the reason why
 * there are no factor effects. */
static char *add_condition(struct analysis *a, const struct question *q, int condition)
{
    int factors = q->spec->factorial_count;
    struct design d = {.analysis = a,
                       .question = q,
                       .condition = &a->conditions[condition],
                       .factor = xarray((size_t)factors, sizeof *d.factor),
                       .factors = factors};
    for (int f = 0; f < factors; f++) d.factor[f].axis = q->spec->factorial[f].axis;
    char *fault = find_design(&d);
    if (!fault) add_contrasts(a, &d);
    free_design(&d);
    return fault;
}

/* Adds the factor effects of all conditions. Error messages name their condition, unless all
 * conditions have the same error. */
static void add_conditions(struct analysis *a, struct question *q)
{
    struct text all = {0};
    char *first = NULL;
    bool same = true;
    for (int i = q->conditions.first; i < q->conditions.last; i++) {
        char *fault = add_condition(a, q, i);
        same = same && fault && (!first || !strcmp(first, fault));
        if (fault) text_add(&all, "%s%s (%s)", first ? "; " : "", fault, a->conditions[i].label);
        if (first)
            free(fault);
        else
            first = fault;
    }
    q->factor_fault = same || !first ? first : xstrdup(all.data);
    if (q->factor_fault != first) free(first);
    text_free(&all);
}

/* Pools the factors of timed questions: takes the geometric mean of the ratio of times at two
 * levels over all pairs of arms that differ only in this factor. A number is compared with the next
 * smaller number, a choice with the first choice. */

struct pooling {
    const struct question *q;
    struct span conditions;
    int axis;
    const char *from, *to;
    int *entries, count; /* two entries per pair: first at level `to`, then at level `from` */
};

static bool is_equal_otherwise(const struct analysis *a, const struct pooling *p, int i, int k)
{
    const struct spec *s = p->q->spec;
    if (a->entries[i].arm != a->entries[k].arm) return false;
    for (int v = 0; v < s->varied_count; v++) {
        int axis = s->varied[v].axis;
        if (axis != p->axis && strcmp(entry_value(a, i, axis), entry_value(a, k, axis)))
            return false;
    }
    return true;
}

static bool is_at(const struct analysis *a, int entry, int axis, const char *level)
{
    return !a->entries[entry].by_formula && !strcmp(entry_value(a, entry, axis), level);
}

static void find_pairs(const struct analysis *a, struct pooling *p)
{
    for (int c = p->conditions.first; c < p->conditions.last; c++)
        for (int i = a->conditions[c].first; i < a->conditions[c].last; i++)
            for (int k = a->conditions[c].first; k < a->conditions[c].last; k++) {
                if (!is_at(a, i, p->axis, p->from) || !is_at(a, k, p->axis, p->to) ||
                    !is_equal_otherwise(a, p, i, k))
                    continue;
                p->entries = xgrow(p->entries, 2 * (size_t)p->count + 2, sizeof *p->entries);
                p->entries[2 * p->count] = k;
                p->entries[2 * p->count++ + 1] = i;
            }
}

/* Returns the geometric mean, over all pairs, of the ratio of the values that `of` returns. */
static double pooled_ratio(const struct analysis *a, const struct pooling *p,
                           double (*of)(const struct analysis *, int))
{
    double sum = 0;
    for (int i = 0; i < p->count; i++)
        sum += log(of(a, p->entries[2 * i]) / of(a, p->entries[2 * i + 1]));
    return exp(sum / p->count);
}

static double memory_of(const struct analysis *a, int entry)
{
    return winner_measured(a, entry, WORKING_BYTES);
}

static char *value_words(const struct analysis *a, const struct pooling *p, int entry)
{
    const struct candidate *c = &a->candidates[a->entries[entry].first];
    return axes_value_label(&a->run->axes, p->axis, a->members[c->first]->cell->values,
                            entry_value(a, entry, p->axis));
}

static void add_pooled(struct analysis *a, struct pooling *p)
{
    find_pairs(a, p);
    if (p->count) {
        double *weights = xarray(2 * (size_t)p->count, sizeof *weights);
        for (int i = 0; i < 2 * p->count; i++) weights[i] = (i % 2 ? -1.0 : 1.0) / p->count;
        char *to = value_words(a, p, p->entries[0]), *from = value_words(a, p, p->entries[1]);
        add_factor_effect(
            a, (struct factor_effect){
                   .condition = p->conditions.first,
                   .effect = xstrdup(a->run->axes.list[p->axis].name),
                   .levels = xformat("%s against %s", p->to, p->from),
                   .said = xformat("%s → %s", from, to),
                   .order = 1,
                   .gain = contrast_gain(a, p->q, p->entries, weights, 2 * p->count).gain,
                   .flops = pooled_ratio(a, p, entry_flops),
                   .memory = pooled_ratio(a, p, memory_of),
                   .pairs = p->count});
        free(weights);
        free(from);
        free(to);
    }
    free(p->entries);
}

/* Lists the levels of an axis in the question, in order. Returns the number of levels. */
static int levels_of(const struct analysis *a, const struct question *q, int axis,
                     const char **levels)
{
    int count = 0;
    for (int i = q->entries.first; i < q->entries.last; i++)
        if (*entry_value(a, i, axis))
            insert_level(levels, &count, &a->run->axes.list[axis], entry_value(a, i, axis));
    return count;
}

static bool is_number(const char *text)
{
    char *end;
    strtod(text, &end);
    return *text && !*end;
}

static void add_axis(struct analysis *a, const struct question *q, struct span conditions, int axis,
                     const char **levels)
{
    int count = levels_of(a, q, axis, levels);
    for (int i = 1; i < count; i++) {
        const char *from = levels[is_number(levels[i]) ? i - 1 : 0];
        struct pooling p = {
            .q = q, .conditions = conditions, .axis = axis, .from = from, .to = levels[i]};
        add_pooled(a, &p);
    }
}

/* Adds pooled time ratios of all factors. A single factor is skipped, because the rows of the table
 * already show its ratios. */
static void pool_times(struct analysis *a, const struct question *q)
{
    const char **levels = xarray((size_t)(q->entries.last - q->entries.first) + 1, sizeof *levels);
    const struct spec *s = q->spec;
    int factors = 0;
    for (int i = 0; i < s->varied_count; i++)
        factors += s->varied[i].of_arm && levels_of(a, q, s->varied[i].axis, levels) > 1;
    for (int first = q->conditions.first, last; factors > 1 && first < q->conditions.last;
         first = last) {
        for (last = first; last < q->conditions.last; last++)
            if (strcmp(a->conditions[last].pass, a->conditions[first].pass)) break;
        for (int i = 0; i < s->varied_count; i++)
            if (s->varied[i].of_arm)
                add_axis(a, q, (struct span){first, last}, s->varied[i].axis, levels);
    }
    free(levels);
}

void find_factors(struct analysis *a, struct question *q)
{
    q->factors.first = a->factor_count;
    if (q->trains && q->spec->factorial_count) add_conditions(a, q);
    if (!q->trains) pool_times(a, q);
    q->factors.last = a->factor_count;
}
