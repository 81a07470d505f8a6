/* SPDX-License-Identifier: MIT
 * The sizes of a question: from entries to ladders (ladder.h), one for all arms that were trained
 * at the same sizes on the same data.
 *
 * A ladder is made of the conditions that differ in the axis of `scaling: {over: ...}` and in what
 * has one value at each of its values, as heads and layers of a zip. What is fitted is the loss on
 * the split that judges, against declared FLOP and against measured seconds of training. A size at
 * which the baseline does not beat what counts is left out: it has not learned what attention is
 * for, and what it would say of larger ones is not about attention. */
#include "harness/analysis/analysis.h"
#include "base/mem.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

static const enum curve_axis costs[] = {CURVE_FLOP, CURVE_SECONDS};
enum { COSTS = sizeof costs / sizeof *costs };

const char *scaling_cost(const struct scaling_fit *f)
{
    return reading_names[f->cost == CURVE_FLOP ? READ_FLOP : READ_TIME];
}

const struct scaling_fit *entry_scaling(const struct analysis *a, int entry, enum curve_axis cost)
{
    const struct span all = entry_question(a, entry)->scaling;
    for (int i = all.first; i < all.last; i++)
        for (int k = a->scaling_fits[i].points.first; k < a->scaling_fits[i].points.last; k++)
            if (a->scaling_fits[i].cost == cost && a->scaling_points[k].entry == entry)
                return &a->scaling_fits[i];
    return NULL;
}

/* ---- which entries stand in a ladder ---- */

struct climb {
    const struct question *q;
    char *name;
    int *conditions, sizes; /* one a size */
    int *rows, arms;        /* labels: one an arm */
    int *entries;           /* (arms, sizes); -1: not run */
    const struct trial **seeds;
    int seed_count; /* one trial of each seed */
};

/* Axes that tell ladders apart: of conditions, and not the size nor what goes with it. */
static bool parts_ladders(const struct analysis *a, const struct question *q,
                          const struct varied_axis *v)
{
    int over = q->spec->scaling.over.axis, count = q->entries.last - q->entries.first;
    if (v->of_arm || v->axis == over) return false;
    int *entries = xarray((size_t)count, sizeof *entries);
    for (int i = 0; i < count; i++) entries[i] = q->entries.first + i;
    bool follows = axis_follows(a, entries, count, v->axis, over);
    free(entries);
    return !follows;
}

/* "data = trec": what its conditions have in common and others do not; to be freed. */
static char *ladder_name(const struct analysis *a, const struct question *q, int condition)
{
    const struct spec *s = q->spec;
    int entry = a->conditions[condition].first;
    const struct trial *t = a->members[a->candidates[a->entries[entry].first].first];
    struct text name = {0};
    text_add_bytes(&name, "", 0);
    for (int i = 0; i < s->varied_count; i++) {
        const struct varied_axis *v = &s->varied[i];
        if (!parts_ladders(a, q, v) || !entry_tells(a, entry, v)) continue;
        char *said =
            spec_said(s, &a->run->axes, v->axis, t->cell->values, entry_value(a, entry, v->axis));
        text_add(&name, "%s%s", name.length ? ", " : "", said);
        free(said);
    }
    return name.data;
}

static void add_row(struct climb *c, int row)
{
    for (int i = 0; i < c->arms; i++)
        if (c->rows[i] == row) return;
    c->rows = xgrow(c->rows, (size_t)c->arms + 1, sizeof *c->rows);
    c->rows[c->arms++] = row;
}

/* The conditions of a name, and the arms in them; damaged controls are no findings. */
static void take_conditions(const struct analysis *a, struct climb *c, char *const *names)
{
    const struct span all = c->q->conditions;
    for (int i = all.first; i < all.last; i++) {
        if (strcmp(names[i - all.first], c->name)) continue;
        c->conditions = xgrow(c->conditions, (size_t)c->sizes + 1, sizeof *c->conditions);
        c->conditions[c->sizes++] = i;
        for (int e = a->conditions[i].first; e < a->conditions[i].last; e++)
            if (!a->entries[e].damaged && a->entries[e].reference >= 0)
                add_row(c, a->entries[e].row);
    }
}

static void take_entries(const struct analysis *a, struct climb *c)
{
    c->entries = xarray((size_t)(c->arms * c->sizes), sizeof *c->entries);
    for (int i = 0; i < c->arms * c->sizes; i++) {
        const struct condition *at = &a->conditions[c->conditions[i % c->sizes]];
        c->entries[i] = -1;
        for (int e = at->first; e < at->last; e++)
            if (a->entries[e].row == c->rows[i / c->sizes]) c->entries[i] = e;
    }
}

static void add_seed(const struct analysis *a, struct climb *c, const struct trial *t)
{
    const char *seed = trial_value(a->run, t, a->seed);
    for (int i = 0; i < c->seed_count; i++)
        if (!strcmp(trial_value(a->run, c->seeds[i], a->seed), seed)) return;
    c->seeds = xgrow(c->seeds, (size_t)c->seed_count + 1, sizeof *c->seeds);
    c->seeds[c->seed_count++] = t;
}

static void take_seeds(const struct analysis *a, struct climb *c)
{
    for (int i = 0; i < c->arms * c->sizes; i++) {
        const struct candidate *w = entry_winner(a, c->entries[i]);
        for (int k = w ? w->first : 0; w && k < w->last; k++) add_seed(a, c, a->members[k]);
    }
}

static void climb_free(struct climb *c)
{
    free(c->conditions);
    free(c->rows);
    free(c->entries);
    free(c->seeds);
}

/* ---- their numbers ---- */

/* The figure by which a size is left out; NULL: it is not. */
static const char *shut_at(const struct analysis *a, const struct climb *c, int size)
{
    for (int i = c->q->gates.first; i < c->q->gates.last; i++) {
        const struct gate *g = &a->gates[i];
        bool here = a->entries[g->baseline].condition == c->conditions[size];
        if (here && g->kind == GATE_COUNTING && gate_is_shut(g)) return g->figure;
    }
    return NULL;
}

/* The arm that an arm is compared with, at its first size. */
static int reference_of(const struct analysis *a, const struct climb *c, int arm)
{
    for (int i = arm * c->sizes; i < (arm + 1) * c->sizes; i++)
        for (int k = 0; c->entries[i] >= 0 && k < c->arms; k++)
            if (c->rows[k] == a->entries[a->entries[c->entries[i]].reference].row) return k;
    return arm;
}

struct numbers {
    struct ladder ladder;
    double *cost, *loss, *parameters, *carry_to;
    int *reference;
    bool *left_out;
};

/* The training at a place of (arms, sizes, seeds) that ended; NULL: none did. */
static const struct trial *ended_at(const struct analysis *a, const struct climb *c, int place)
{
    int entry = c->entries[place / c->seed_count];
    const struct trial *t =
        entry < 0 ? NULL : winner_trial(a, entry, c->seeds[place % c->seed_count]);
    return t && t->state == TRIAL_OK ? t : NULL;
}

/* The machine on which most trainings were timed, the first of such: a law of seconds is of one. */
static int most_timed(const struct analysis *a, const struct climb *c)
{
    int all = c->arms * c->sizes * c->seed_count, found = -1;
    int *timed = xarray((size_t)a->run->trial_count, sizeof *timed); /* of each machine */
    for (int i = 0; i < all; i++) {
        const struct trial *t = ended_at(a, c, i);
        if (!t || !(curve_end(t, CURVE_SECONDS) > 0)) continue;
        timed[t->machine]++;
        if (found < 0 || timed[t->machine] > timed[found]) found = t->machine;
    }
    free(timed);
    return found;
}

static void take_trainings(const struct analysis *a, const struct climb *c, enum curve_axis cost,
                           struct numbers *n)
{
    const struct metric *loss = metric_find("loss");
    int machine = cost == CURVE_SECONDS ? most_timed(a, c) : -1; /* -1: any */
    for (int i = 0; i < c->arms * c->sizes * c->seed_count; i++) {
        const struct trial *t = ended_at(a, c, i);
        bool ended = t && (machine < 0 || t->machine == machine);
        n->cost[i] = ended ? log(curve_end(t, cost)) : (double)NAN;
        n->loss[i] = ended ? log(t->metric[c->q->split][loss - metrics]) : (double)NAN;
        if (!isfinite(n->cost[i]) || !isfinite(n->loss[i])) n->cost[i] = n->loss[i] = NAN;
    }
}

static void take_numbers(const struct analysis *a, const struct climb *c, enum curve_axis cost,
                         struct numbers *n)
{
    const struct spec_scaling *asked = &c->q->spec->scaling;
    size_t cells = (size_t)(c->arms * c->sizes), all = cells * (size_t)c->seed_count;
    n->cost = xarray(all, sizeof *n->cost);
    n->loss = xarray(all, sizeof *n->loss);
    n->parameters = xarray(cells, sizeof *n->parameters);
    n->reference = xarray((size_t)c->arms, sizeof *n->reference);
    n->left_out = xarray((size_t)c->sizes, sizeof *n->left_out);
    n->carry_to = xarray((size_t)asked->carry_count, sizeof *n->carry_to);
    take_trainings(a, c, cost, n);
    for (size_t i = 0; i < cells; i++)
        n->parameters[i] = log10(winner_measured(a, c->entries[i], PARAMETERS));
    for (int i = 0; i < c->arms; i++) n->reference[i] = reference_of(a, c, i);
    for (int i = 0; i < c->sizes; i++) n->left_out[i] = shut_at(a, c, i);
    for (int i = 0; i < asked->carry_count; i++) n->carry_to[i] = log10(asked->carry_to[i]);
    n->ladder = (struct ladder){c->arms, c->sizes, c->seed_count, asked->carry_count, n->reference,
                                n->cost, n->loss,  n->parameters, n->carry_to,        n->left_out};
}

static void numbers_free(struct numbers *n)
{
    free(n->cost);
    free(n->loss);
    free(n->parameters);
    free(n->carry_to);
    free(n->reference);
    free(n->left_out);
}

/* ---- results ---- */

/* exp of the mean; *n: of how many. */
static double mean_of(const double *logs, int count, int *n)
{
    double sum = 0;
    *n = 0;
    for (int i = 0; i < count; i++)
        if (!isnan(logs[i])) sum += logs[i], ++*n;
    return *n ? exp(sum / *n) : (double)NAN;
}

static void add_point(struct analysis *a, struct scaling_point p)
{
    a->scaling_points =
        xgrow(a->scaling_points, (size_t)a->scaling_point_count + 1, sizeof *a->scaling_points);
    a->scaling_points[a->scaling_point_count++] = p;
}

static void add_points(struct analysis *a, const struct climb *c, const struct numbers *n, int arm,
                       const struct scaled *multipliers)
{
    const struct spec_scaling *asked = &c->q->spec->scaling;
    for (int i = 0; i < c->sizes; i++) {
        int cell = arm * c->sizes + i, first = cell * c->seed_count;
        struct scaling_point p = {.fit = a->scaling_fit_count,
                                  .entry = c->entries[cell],
                                  .parameters = winner_measured(a, c->entries[cell], PARAMETERS),
                                  .multiplier = multipliers[i],
                                  .left_out = shut_at(a, c, i)};
        p.cost = mean_of(n->cost + first, c->seed_count, &p.seeds);
        p.loss = mean_of(n->loss + first, c->seed_count, &p.seeds);
        if (p.entry >= 0) add_point(a, p);
    }
    for (int i = 0; i < asked->carry_count && n->reference[arm] != arm; i++)
        add_point(a, (struct scaling_point){.fit = a->scaling_fit_count,
                                            .entry = -1,
                                            .parameters = asked->carry_to[i],
                                            .cost = NAN,
                                            .loss = NAN,
                                            .multiplier = multipliers[c->sizes + i]});
}

/* The entry of an arm at its first size. */
static int first_entry(const struct climb *c, int arm)
{
    int i = arm * c->sizes;
    while (c->entries[i] < 0) i++;
    return c->entries[i];
}

static void add_fit(struct analysis *a, const struct climb *c, const struct numbers *n,
                    enum curve_axis cost, int arm, const struct ladder_arm *found)
{
    struct scaling_fit f = {.entry = first_entry(c, arm),
                            .reference = first_entry(c, n->reference[arm]),
                            .ladder = xstrdup(c->name),
                            .cost = cost,
                            .points = {a->scaling_point_count, 0},
                            .fault = found->fault,
                            .sizes = found->sizes,
                            .seeds = found->seeds,
                            .floor = found->floor,
                            .scale = found->scale,
                            .exponent = found->exponent,
                            .slope = found->slope};
    add_points(a, c, n, arm, found->multiplier);
    f.points.last = a->scaling_point_count;
    a->scaling_fits =
        xgrow(a->scaling_fits, (size_t)a->scaling_fit_count + 1, sizeof *a->scaling_fits);
    a->scaling_fits[a->scaling_fit_count++] = f;
}

static void find_ladder(struct analysis *a, const struct question *q, char *const *names, int first)
{
    struct climb c = {.q = q, .name = names[first]};
    take_conditions(a, &c, names);
    take_entries(a, &c);
    take_seeds(a, &c);
    struct ladder_arm *found = xarray((size_t)c.arms, sizeof *found);
    for (int k = 0; k < COSTS; k++) {
        struct numbers n;
        take_numbers(a, &c, costs[k], &n);
        ladder_solve(&n.ladder, a->level, found);
        for (int i = 0; i < c.arms; i++) {
            add_fit(a, &c, &n, costs[k], i, &found[i]);
            free(found[i].multiplier);
        }
        numbers_free(&n);
    }
    free(found);
    climb_free(&c);
}

void find_scaling(struct analysis *a, struct question *q)
{
    int count = q->conditions.last - q->conditions.first;
    char **names = xarray((size_t)count, sizeof *names);
    q->scaling.first = a->scaling_fit_count;
    for (int i = 0; i < count && q->spec->scaling.asked && q->trains; i++) {
        names[i] = ladder_name(a, q, q->conditions.first + i);
    }
    for (int i = 0; i < count && names[i]; i++) {
        int earlier = 0;
        while (strcmp(names[earlier], names[i])) earlier++;
        if (earlier == i) find_ladder(a, q, names, i);
    }
    q->scaling.last = a->scaling_fit_count;
    for (int i = 0; i < count; i++) free(names[i]);
    free(names);
}
