/* SPDX-License-Identifier: MIT
 * What one factor of a timed question costs, whatever the others are: the time at one level over
 * that at another, pooled over all pairs of arms that differ in this factor alone. Within a round
 * the mean over the pairs, over the rounds Hodges and Lehmann's centre and its exact interval.
 *
 * A number is set against the level before it, a choice against the first one. */
#include "harness/analysis/analysis.h"
#include "base/mem.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

struct pooling {
    struct analysis *a;
    const struct question *q;
    struct span conditions; /* of one pass */
    int axis;
    const char *from, *to;
    int (*pairs)[2]; /* entries at both levels */
    int count;
};

static bool is_other_alike(const struct pooling *p, int i, int k)
{
    const struct spec *s = p->q->spec;
    if (p->a->entries[i].arm != p->a->entries[k].arm) return false;
    for (int v = 0; v < s->varied_count; v++) {
        int axis = s->varied[v].axis;
        if (axis != p->axis && strcmp(entry_value(p->a, i, axis), entry_value(p->a, k, axis)))
            return false;
    }
    return true;
}

static bool is_at(const struct pooling *p, int entry, const char *level)
{
    return !p->a->entries[entry].by_formula && !strcmp(entry_value(p->a, entry, p->axis), level);
}

static void find_pairs(struct pooling *p)
{
    for (int c = p->conditions.first; c < p->conditions.last; c++)
        for (int i = p->a->conditions[c].first; i < p->a->conditions[c].last; i++)
            for (int k = p->a->conditions[c].first; k < p->a->conditions[c].last; k++) {
                if (!is_at(p, i, p->from) || !is_at(p, k, p->to) || !is_other_alike(p, i, k))
                    continue;
                p->pairs = xgrow(p->pairs, (size_t)p->count + 1, sizeof *p->pairs);
                p->pairs[p->count][0] = i;
                p->pairs[p->count++][1] = k;
            }
}

/* The mean gain in the round of a trial; NaN: a pair lacks it. */
static double gain_in_round(const struct pooling *p, const struct trial *like)
{
    double sum = 0;
    for (int i = 0; i < p->count; i++) {
        const struct trial *from = winner_trial(p->a, p->pairs[i][0], like),
                           *to = winner_trial(p->a, p->pairs[i][1], like);
        if (!from || !to || from->machine != to->machine) return NAN;
        sum += gain_of(NULL, trial_result(p->q, to), trial_result(p->q, from));
    }
    return sum / p->count;
}

static struct estimate pooled_gain(const struct pooling *p)
{
    const struct candidate *c = entry_winner(p->a, p->pairs[0][0]);
    int rounds = c ? c->last - c->first : 0, n = 0;
    double *gains = xarray((size_t)rounds, sizeof *gains);
    for (int i = 0; i < rounds; i++) {
        double gain = gain_in_round(p, p->a->members[c->first + i]);
        if (!isnan(gain)) gains[n++] = gain;
    }
    struct estimate pooled = stats_hodges_lehmann(gains, n, p->a->level);
    free(gains);
    return pooled;
}

/* Geometric mean over the pairs of what `of` gives. */
static double pooled_ratio(const struct pooling *p, double (*of)(const struct analysis *, int))
{
    double sum = 0;
    for (int i = 0; i < p->count; i++)
        sum += log(of(p->a, p->pairs[i][1]) / of(p->a, p->pairs[i][0]));
    return exp(sum / p->count);
}

static double memory_of(const struct analysis *a, int entry)
{
    return winner_measured(a, entry, WORKING_BYTES);
}

static char *level_said(const struct pooling *p, int pair_side)
{
    int entry = p->pairs[0][pair_side];
    const struct candidate *c = &p->a->candidates[p->a->entries[entry].first];
    return spec_said(p->q->spec, &p->a->run->axes, p->axis, p->a->members[c->first]->cell->values,
                     pair_side ? p->to : p->from);
}

static void add_pooled(struct pooling *p)
{
    struct analysis *a = p->a;
    find_pairs(p);
    if (p->count) {
        char *from = level_said(p, 0), *to = level_said(p, 1);
        a->factors = xgrow(a->factors, (size_t)a->factor_count + 1, sizeof *a->factors);
        a->factors[a->factor_count++] =
            (struct factor_effect){.condition = p->conditions.first,
                                   .effect = xstrdup(a->run->axes.list[p->axis].name),
                                   .levels = xformat("%s against %s", p->to, p->from),
                                   .said = xformat("%s → %s", from, to),
                                   .order = 1,
                                   .gain = pooled_gain(p),
                                   .flops = pooled_ratio(p, entry_flops),
                                   .memory = pooled_ratio(p, memory_of),
                                   .pairs = p->count};
        free(from);
        free(to);
    }
    free(p->pairs);
}

/* The levels of an axis in the question, in order; their count. */
static int levels_of(const struct analysis *a, const struct question *q, int axis,
                     const char **levels)
{
    const struct axis *x = &a->run->axes.list[axis];
    int count = 0;
    for (int i = q->entries.first; i < q->entries.last; i++) {
        const char *value = entry_value(a, i, axis);
        int at = 0;
        while (at < count && axis_compare(x, levels[at], value) < 0) at++;
        if (!*value || (at < count && !strcmp(levels[at], value))) continue;
        memmove(levels + at + 1, levels + at, (size_t)(count++ - at) * sizeof *levels);
        levels[at] = value;
    }
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
            .a = a, .q = q, .conditions = conditions, .axis = axis, .from = from, .to = levels[i]};
        add_pooled(&p);
    }
}

/* How many factors arms are built of: of one alone the rows themselves tell. */
static int factor_count(const struct analysis *a, const struct question *q, const char **levels)
{
    int count = 0;
    for (int i = 0; i < q->spec->varied_count; i++)
        count += q->spec->varied[i].of_arm && levels_of(a, q, q->spec->varied[i].axis, levels) > 1;
    return count;
}

void pool_times(struct analysis *a, const struct question *q)
{
    const char **levels = xarray((size_t)(q->entries.last - q->entries.first) + 1, sizeof *levels);
    bool factorial = factor_count(a, q, levels) > 1;
    for (int first = q->conditions.first, last; factorial && first < q->conditions.last;
         first = last) {
        for (last = first; last < q->conditions.last; last++)
            if (strcmp(a->conditions[last].pass, a->conditions[first].pass)) break;
        for (int i = 0; i < q->spec->varied_count; i++)
            if (q->spec->varied[i].of_arm)
                add_axis(a, q, (struct span){first, last}, q->spec->varied[i].axis, levels);
    }
    free(levels);
}
