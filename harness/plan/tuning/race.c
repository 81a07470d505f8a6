/* SPDX-License-Identifier: MIT
 * The rounds of a race (race.h), each replayed from the losses that are known. */
#include "harness/plan/tuning/race.h"
#include "base/mem.h"
#include "harness/plan/tuning/tuned_value.h"

#include <math.h>
#include <stdlib.h>

struct field {
    int values, seeds;
    double *loss; /* (values, seeds); NaN: not known, infinite: failed, or not in the plan */
    int *depth;   /* of each value: with how many of the seeds it was called for */
};

/* ---- the table ---- */

/* Seeds that no trial has are no part of it. */
static int *ranks_of_seeds(const struct race_trial *t, int count, int *seeds)
{
    int most = 0;
    for (int i = 0; i < count; i++) most = t[i].seed >= most ? t[i].seed + 1 : most;
    int *rank = xarray((size_t)most, sizeof *rank);
    for (int i = 0; i < count; i++) rank[t[i].seed] = 1;
    *seeds = 0;
    for (int s = 0; s < most; s++) rank[s] = rank[s] ? (*seeds)++ : -1;
    return rank;
}

static struct field field_of(const struct race_trial *t, int count, const int *rank, int seeds)
{
    struct field f = {.seeds = seeds};
    for (int i = 0; i < count; i++) f.values = t[i].value >= f.values ? t[i].value + 1 : f.values;
    f.loss = xarray((size_t)(f.values * seeds), sizeof *f.loss);
    f.depth = xarray((size_t)f.values, sizeof *f.depth);
    for (int i = 0; i < f.values * seeds; i++) f.loss[i] = HUGE_VAL;
    for (int i = 0; i < count; i++) f.loss[t[i].value * seeds + rank[t[i].seed]] = t[i].loss;
    return f;
}

static double first_loss(const struct field *f, int value) { return f->loss[value * f->seeds]; }

/* Whether something that was called for is not known yet. */
static bool waits(const struct field *f)
{
    for (int v = 0; v < f->values; v++)
        for (int s = 0; s < f->depth[v]; s++)
            if (isnan(f->loss[v * f->seeds + s])) return true;
    return false;
}

/* Of the values called for with so many seeds, the one of least loss with the first; -1: none that
 * ended. */
static int least(const struct field *f, int from_depth, int to_depth)
{
    int best = -1;
    for (int v = 0; v < f->values; v++) {
        bool asked = f->depth[v] >= from_depth && f->depth[v] <= to_depth;
        if (!asked || !isfinite(first_loss(f, v))) continue;
        if (best < 0 || first_loss(f, v) < first_loss(f, best)) best = v;
    }
    return best;
}

/* ---- the rounds ---- */

/* Each calls for what its round wants; false: for nothing more. */
static bool call_first(struct field *f)
{
    for (int v = 0; v < f->values; v++) f->depth[v] = v % 2 == 0 || v == f->values - 1;
    return true;
}

static bool call_neighbours(struct field *f)
{
    int leader = least(f, 1, 1);
    bool more = false;
    for (int v = 0; v < f->values; v++) {
        bool wanted = !f->depth[v] && (leader < 0 || abs(v - leader) == 1);
        if (wanted) f->depth[v] = 1;
        more |= wanted;
    }
    return more;
}

static bool ended_all(const struct field *f, int value)
{
    for (int s = 0; s < f->seeds; s++)
        if (f->depth[value] < f->seeds || !isfinite(f->loss[value * f->seeds + s])) return false;
    return true;
}

static bool call_finalists(struct field *f)
{
    int good = 0;
    bool more = false;
    for (int v = 0; v < f->values; v++) good += ended_all(f, v);
    for (int v; good < RACE_FINALISTS && (v = least(f, 1, f->seeds - 1)) >= 0; good++) {
        f->depth[v] = f->seeds;
        more = true;
    }
    return more;
}

/* The rule of tuned_value.h, among those that were called for with all seeds. */
static void decide(const struct field *f, struct race *race)
{
    struct choice_trial *trials = xarray((size_t)(f->values * f->seeds), sizeof *trials);
    int count = 0;
    for (int v = 0; v < f->values; v++)
        for (int s = 0; s < f->seeds && f->depth[v] == f->seeds; s++)
            trials[count++] = (struct choice_trial){v, true, f->loss[v * f->seeds + s]};
    struct choice choice = choose_value(trials, count);
    race->winner = choice.winner;
    race->loss = choice.loss;
    race->decided = true;
    free(trials);
}

static struct race judge(struct field *f)
{
    struct race race = {false, -1, -1, HUGE_VAL};
    if (f->values == 1) return race.decided = true, race.winner = race.leader = 0, race;
    bool more = call_first(f);
    while (more && !waits(f)) more = call_neighbours(f);
    race.leader = least(f, 1, f->seeds);
    if (more) return race;
    more = call_finalists(f);
    while (more && !waits(f)) more = call_finalists(f);
    if (!more) decide(f, &race);
    return race;
}

struct race race_judge(struct race_trial *trials, int count)
{
    int seeds;
    int *rank = ranks_of_seeds(trials, count, &seeds);
    struct field f = field_of(trials, count, rank, seeds);
    struct race race = judge(&f);
    for (int i = 0; i < count; i++)
        trials[i].called = rank[trials[i].seed] < f.depth[trials[i].value];
    free(f.loss);
    free(f.depth);
    free(rank);
    return race;
}

/* ---- what it costs ---- */

static int lesser(int a, int b) { return a < b ? a : b; }
static int greater(int a, int b) { return a > b ? a : b; }

/* Of the values tried with one seed all may be finalists, each but the last failing in its last
 * seed; or the first round fails whole, and all the others are. */
struct race_cost race_cost(int values, int seeds)
{
    if (values < 2) return (struct race_cost){0, 0, 0};
    int first = (values + 1) / 2 + (values % 2 == 0), tried = lesser(values, first + 2);
    int least = first + values % 2; /* the last but one was not in the first round */
    return (struct race_cost){least + lesser(least, RACE_FINALISTS) * (seeds - 1),
                              tried + lesser(tried, RACE_FINALISTS) * (seeds - 1),
                              greater(tried * seeds, first + (values - first) * seeds)};
}
