/* SPDX-License-Identifier: MIT
 * The ladders of a question (ladder_entries.h): their numbers, and what is found of them (ladder.h)
 * as fits and points.
 *
 * What is fitted is the loss on the split that judges, against declared FLOP and against measured
 * seconds of training. A size at which the baseline does not beat what counts is left out: it has
 * not learned what attention is for, and what it says of larger ones is not about attention. */
#include "harness/analysis/scaling/ladder_entries.h"
#include "base/mem.h"
#include "harness/analysis/scaling/savings.h"

#include <math.h>
#include <stdlib.h>

static const enum curve_axis costs[] = {CURVE_FLOP, CURVE_SECONDS};
enum { COSTS = sizeof costs / sizeof *costs };

const char *scaling_cost(const struct scaling_fit *f)
{
    return f->cost == CURVE_FLOP ? "flop" : "time";
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

/* ---- their numbers ---- */

/* The figure by which a size is left out; NULL: it is not. */
static const char *failed_check_at(const struct analysis *a, const struct ladder_entries *l,
                                   int size)
{
    for (int i = l->question->validity.first; i < l->question->validity.last; i++) {
        const struct validity *g = &a->validity[i];
        bool here = a->entries[g->baseline].condition == l->conditions[size];
        if (here && g->kind == VALIDITY_SIMPLE_BASELINE && validity_failed(g)) return g->figure;
    }
    return NULL;
}

/* The arm that an arm is compared with, at its first size. */
static int reference_of(const struct analysis *a, const struct ladder_entries *l, int arm)
{
    for (int i = arm * l->sizes; i < (arm + 1) * l->sizes; i++)
        for (int k = 0; l->entries[i] >= 0 && k < l->arms; k++)
            if (l->rows[k] == a->entries[a->entries[l->entries[i]].reference].row) return k;
    return arm;
}

struct numbers {
    struct ladder ladder;
    double *cost, *loss, *tuning, *parameters, *carry_to;
    int *reference;
    bool *left_out;
};

/* The training at a place of (arms, sizes, seeds) that ended; NULL: none did. */
static const struct trial *ended_at(const struct analysis *a, const struct ladder_entries *l,
                                    int place)
{
    int entry = l->entries[place / l->seed_count];
    const struct trial *t =
        entry < 0 ? NULL : winner_trial(a, entry, l->seeds[place % l->seed_count]);
    return t && t->state == TRIAL_OK ? t : NULL;
}

/* The machine on which most trainings were timed, the first of such: a law of seconds is of one. */
static int most_timed(const struct analysis *a, const struct ladder_entries *l)
{
    int all = l->arms * l->sizes * l->seed_count, found = -1;
    int *timed = xarray((size_t)a->run->trial_count, sizeof *timed); /* of each machine */
    for (int i = 0; i < all; i++) {
        const struct trial *t = ended_at(a, l, i);
        if (!t || !(curve_end(t, CURVE_SECONDS) > 0)) continue;
        timed[t->machine]++;
        if (found < 0 || timed[t->machine] > timed[found]) found = t->machine;
    }
    free(timed);
    return found;
}

static void take_trainings(const struct analysis *a, const struct ladder_entries *l,
                           enum curve_axis cost, struct numbers *n)
{
    const struct metric *loss = metric_find("loss");
    int machine = cost == CURVE_SECONDS ? most_timed(a, l) : -1; /* -1: any */
    for (int i = 0; i < l->arms * l->sizes * l->seed_count; i++) {
        const struct trial *t = ended_at(a, l, i);
        bool ended = t && (machine < 0 || t->machine == machine);
        n->cost[i] = ended ? log(curve_end(t, cost)) : (double)NAN;
        n->loss[i] = ended ? log(t->metric[l->question->split][loss - metrics]) : (double)NAN;
        if (!isfinite(n->cost[i]) || !isfinite(n->loss[i])) n->cost[i] = n->loss[i] = NAN;
    }
}

/* Of the logarithm of the loss, which is what is fitted, whatever the question judges by. */
static double tuning_of(const struct analysis *a, const struct ladder_entries *l, int entry)
{
    if (entry < 0 || !l->question->spec->tune_apart) return 0;
    return tuning_variance(a, l->question, &a->entries[entry], metric_find("loss"));
}

static void take_numbers(const struct analysis *a, const struct ladder_entries *l,
                         enum curve_axis cost, struct numbers *n)
{
    const struct spec_scaling *asked = &l->question->spec->scaling;
    size_t cells = (size_t)(l->arms * l->sizes), all = cells * (size_t)l->seed_count;
    n->cost = xarray(all, sizeof *n->cost);
    n->loss = xarray(all, sizeof *n->loss);
    n->tuning = xarray(cells, sizeof *n->tuning);
    n->parameters = xarray(cells, sizeof *n->parameters);
    n->reference = xarray((size_t)l->arms, sizeof *n->reference);
    n->left_out = xarray((size_t)l->sizes, sizeof *n->left_out);
    n->carry_to = xarray((size_t)asked->carry_count, sizeof *n->carry_to);
    take_trainings(a, l, cost, n);
    for (size_t i = 0; i < cells; i++) n->tuning[i] = tuning_of(a, l, l->entries[i]);
    for (size_t i = 0; i < cells; i++)
        n->parameters[i] = log10(winner_measured(a, l->entries[i], PARAMETERS));
    for (int i = 0; i < l->arms; i++) n->reference[i] = reference_of(a, l, i);
    for (int i = 0; i < l->sizes; i++) n->left_out[i] = failed_check_at(a, l, i);
    for (int i = 0; i < asked->carry_count; i++) n->carry_to[i] = log10(asked->carry_to[i]);
    n->ladder =
        (struct ladder){l->arms,     l->sizes,     l->seed_count, asked->carry_count, n->reference,
                        n->cost,     n->loss,      n->tuning,     n->parameters,      n->carry_to,
                        n->left_out, LADDER_DRAWS, LADDER_STREAM};
}

static void numbers_free(struct numbers *n)
{
    free(n->cost);
    free(n->loss);
    free(n->tuning);
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

static void add_points(struct analysis *a, const struct ladder_entries *l, const struct numbers *n,
                       int arm, const struct scaled *multipliers)
{
    const struct spec_scaling *asked = &l->question->spec->scaling;
    for (int i = 0; i < l->sizes; i++) {
        int cell = arm * l->sizes + i, first = cell * l->seed_count;
        struct scaling_point p = {.fit = a->scaling_fit_count,
                                  .entry = l->entries[cell],
                                  .parameters = winner_measured(a, l->entries[cell], PARAMETERS),
                                  .multiplier = multipliers[i],
                                  .left_out = failed_check_at(a, l, i),
                                  .each = {NAN, OUTCOME_NONE},
                                  .last = {NAN, OUTCOME_NONE}};
        p.cost = mean_of(n->cost + first, l->seed_count, &p.seeds);
        p.loss = mean_of(n->loss + first, l->seed_count, &p.seeds);
        if (p.entry >= 0) add_point(a, p);
    }
    for (int i = 0; i < asked->carry_count && n->reference[arm] != arm; i++)
        add_point(a, (struct scaling_point){.fit = a->scaling_fit_count,
                                            .entry = -1,
                                            .parameters = asked->carry_to[i],
                                            .cost = NAN,
                                            .loss = NAN,
                                            .multiplier = multipliers[l->sizes + i],
                                            .each = {NAN, OUTCOME_NONE},
                                            .last = {NAN, OUTCOME_NONE}});
}

/* The entry of an arm at its first size. */
static int first_entry(const struct ladder_entries *l, int arm)
{
    int i = arm * l->sizes;
    while (l->entries[i] < 0) i++;
    return l->entries[i];
}

static void add_fit(struct analysis *a, const struct ladder_entries *l, const struct numbers *n,
                    enum curve_axis cost, int arm, const struct ladder_arm *found)
{
    struct scaling_fit f = {.entry = first_entry(l, arm),
                            .reference = first_entry(l, n->reference[arm]),
                            .ladder = xstrdup(l->name),
                            .cost = cost,
                            .points = {a->scaling_point_count, 0},
                            .fault = found->fault,
                            .sizes = found->sizes,
                            .seeds = found->seeds,
                            .floor = found->floor,
                            .scale = found->scale,
                            .exponent = found->exponent,
                            .slope = found->slope};
    add_points(a, l, n, arm, found->multiplier);
    f.points.last = a->scaling_point_count;
    a->scaling_fits =
        xgrow(a->scaling_fits, (size_t)a->scaling_fit_count + 1, sizeof *a->scaling_fits);
    a->scaling_fits[a->scaling_fit_count++] = f;
}

static void add_ladder(struct analysis *a, const struct ladder_entries *l)
{
    struct ladder_arm *found = xarray((size_t)l->arms, sizeof *found);
    for (int k = 0; k < COSTS; k++) {
        struct numbers n;
        take_numbers(a, l, costs[k], &n);
        ladder_solve(&n.ladder, a->level, found);
        for (int i = 0; i < l->arms; i++) {
            add_fit(a, l, &n, costs[k], i, &found[i]);
            free(found[i].multiplier);
        }
        numbers_free(&n);
    }
    free(found);
}

void find_scaling(struct analysis *a, struct question *q)
{
    struct ladder_entries *ladders = NULL;
    int count = q->spec->scaling.asked && q->trains ? find_ladders(a, q, &ladders) : 0;
    int first_point = a->scaling_point_count;
    q->scaling.first = a->scaling_fit_count;
    for (int i = 0; i < count; i++) {
        add_ladder(a, &ladders[i]);
        ladder_entries_free(&ladders[i]);
    }
    for (int k = 0; k < COSTS; k++) judge_savings(a, first_point, costs[k]);
    q->scaling.last = a->scaling_fit_count;
    free(ladders);
}
