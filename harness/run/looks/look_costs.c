/* SPDX-License-Identifier: MIT
 * Simulating the looks of a question (look_costs.h). */
#include "harness/run/looks/look_costs.h"
#include "base/mem.h"
#include "base/rng.h"
#include "harness/plan/looks/boundary.h"
#include "harness/plan/tuning/tuned_family.h"
#include "harness/plan/numbered.h"
#include "harness/run/power.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* In units of the margin. */
static const double gain_of_some = 2, scatter = 1;
/* So many estimates take a tenth of a second. */
enum { ESTIMATES = 10000, LEAST_TIMES = 10, MOST_TIMES = 400 };

/* ---- what is compared ---- */

struct entry {
    int reference;             /* -1: it is compared with nothing */
    int trainings[MOST_LOOKS]; /* that judge it, at each look */
};
struct field {
    const struct spec *spec;
    struct entry *list;
    int count, looks, comparisons;
};

static int entry_of(struct field *f, json_t *met, const struct plan *plan,
                    const struct plan_cell *c)
{
    int entry = numbered(met, power_entry_key(plan, c));
    if (entry < f->count) return entry;
    f->list = xgrow(f->list, (size_t)++f->count, sizeof *f->list);
    f->list[entry] = (struct entry){.reference = -1};
    return entry;
}

static void add_cells(struct field *f, json_t *met, const struct plan *plan, int spec)
{
    for (int i = 0; i < plan->cell_count; i++) {
        const struct plan_cell *c = &plan->cells[i];
        if (c->spec != spec || c->look < 0 || c->baseline < 0) continue;
        int own = entry_of(f, met, plan, c);
        int reference = entry_of(f, met, plan, &plan->cells[c->baseline]);
        if (reference != own) f->list[own].reference = reference;
    }
    for (int i = 0; i < f->count; i++) f->comparisons += f->list[i].reference >= 0;
}

/* A seed that chooses a value too costs what its tuning costs. */
static void add_rows(struct field *f, json_t *met, const struct plan *plan, int spec)
{
    json_t *trainings = json_object();
    for (int i = 0; i < plan->row_count; i++) {
        const struct plan_cell *c = plan_row_cell(plan, &plan->rows[i]);
        if (c->spec != spec || c->look < 0 || c->tuning || plan->rows[i].round > 1) continue;
        int entry = entry_of(f, met, plan, c);
        int before = (int)json_object_size(trainings);
        numbered(trainings, xformat("%d %s", entry, plan_value(plan, c, "seed")));
        f->list[entry].trainings[c->look] += (int)json_object_size(trainings) - before;
    }
    json_decref(trainings);
}

static struct field field_of(const struct plan *plan, int spec)
{
    struct field f = {.spec = &plan->specs[spec], .looks = plan->specs[spec].look_count};
    json_t *met = json_object();
    add_cells(&f, met, plan, spec);
    add_rows(&f, met, plan, spec);
    json_decref(met);
    return f;
}

/* ---- one simulation ---- */

struct simulation {
    const struct field *field;
    int seeds;                 /* of an entry */
    double *value;             /* (entries, seeds) */
    struct estimate *estimate; /* of each entry's comparison, at the last look it has reached */
    bool *open;                /* likewise */
};

static void draw(struct simulation *s, int time)
{
    const struct field *f = s->field;
    uint64_t stream = rng_stream("look costs");
    for (int e = 0, compared = 0; e < f->count; e++) {
        s->open[e] = f->list[e].reference >= 0;
        double gain = s->open[e] && compared++ % 2 == 0 ? gain_of_some : 0;
        for (int i = 0; i < s->seeds; i++) {
            uint64_t index = (uint64_t)(e * s->seeds + i);
            s->value[index] =
                gain + scatter * sqrt(0.5) * rng_normal((uint64_t)time, stream, index);
        }
    }
}

static struct estimate estimate_at(const struct simulation *s, int entry, int look)
{
    const struct field *f = s->field;
    const double *own = s->value + entry * s->seeds;
    const double *other = s->value + f->list[entry].reference * s->seeds;
    double *gains = xarray((size_t)s->seeds, sizeof *gains);
    for (int i = 0; i < f->spec->looks[look]; i++) gains[i] = own[i] - other[i];
    struct estimate e = look_estimate(gains, f->spec->looks, look, f->looks, NULL, POWER_LEVEL);
    free(gains);
    return e;
}

/* By the rule of the analysis: what is resolved after correction, or equivalent, is open no more.
 */
static void judge(struct simulation *s, int look)
{
    const struct field *f = s->field;
    double *p = xarray((size_t)f->count, sizeof *p),
           *corrected = xarray((size_t)f->count, sizeof *p);
    for (int e = 0; e < f->count; e++) {
        if (s->open[e]) s->estimate[e] = estimate_at(s, e, look);
        p[e] = f->list[e].reference < 0 ? (double)NAN : s->estimate[e].p;
    }
    stats_holm(p, corrected, f->count);
    for (int e = 0; e < f->count; e++) {
        enum outcome o = stats_outcome(s->estimate[e].interval, corrected[e], POWER_LEVEL, 1);
        s->open[e] = s->open[e] && (o == OUTCOME_UNRESOLVED || o == OUTCOME_SUGGESTIVE);
    }
    free(p);
    free(corrected);
}

/* Whether an entry is trained on: itself open, or the baseline of one that is. */
static bool is_needed(const struct simulation *s, int entry)
{
    const struct field *f = s->field;
    bool needed = s->open[entry], compared = f->list[entry].reference >= 0;
    for (int e = 0; e < f->count; e++) {
        if (f->list[e].reference != entry) continue;
        needed |= s->open[e];
        compared = true;
    }
    return needed || !compared;
}

static void add_simulation(struct simulation *s, int time, struct look_cost *costs)
{
    const struct field *f = s->field;
    draw(s, time);
    for (int look = 1; look < f->looks; look++) {
        judge(s, look - 1);
        for (int e = 0; e < f->count; e++)
            if (is_needed(s, e)) costs[look].expected += f->list[e].trainings[look];
    }
}

/* ---- all of them ---- */

static int times_of(const struct field *f)
{
    int times = ESTIMATES / (f->comparisons * f->looks * (f->looks + 1) / 2 + 1);
    return times < LEAST_TIMES ? LEAST_TIMES : times > MOST_TIMES ? MOST_TIMES : times;
}

static void simulate(const struct field *f, struct look_cost *costs)
{
    int seeds = f->spec->looks[f->looks - 1], times = times_of(f);
    struct simulation s = {.field = f, .seeds = seeds};
    s.value = xarray((size_t)(f->count * seeds), sizeof *s.value);
    s.estimate = xarray((size_t)f->count, sizeof *s.estimate);
    s.open = xarray((size_t)f->count, sizeof *s.open);
    for (int t = 0; t < times; t++) add_simulation(&s, t, costs);
    for (int look = 1; look < f->looks; look++) costs[look].expected /= times;
    free(s.value);
    free(s.estimate);
    free(s.open);
}

struct look_cost *look_costs(const struct plan *plan, int spec)
{
    if (!plan->specs[spec].look_count) return NULL;
    struct field f = field_of(plan, spec);
    struct look_cost *costs = xarray((size_t)f.looks, sizeof *costs);
    for (int e = 0; e < f.count; e++)
        for (int look = 0; look < f.looks; look++) costs[look].most += f.list[e].trainings[look];
    costs[0].expected = costs[0].most;
    simulate(&f, costs);
    free(f.list);
    return costs;
}

/* ---- for people ---- */

/* Of all families of the specification together. */
static struct race_cost tuning_cost(const struct plan *plan, int spec)
{
    struct tuned_family *all = tuned_families(plan);
    struct race_cost sum = {0, 0, 0};
    for (int i = 0; i < plan->family_count; i++) {
        if (all[i].spec != spec) continue;
        sum.least += all[i].race.least;
        sum.expected += all[i].race.expected;
        sum.largest += all[i].race.largest;
    }
    free(all);
    return sum;
}

static bool is_fixed(struct race_cost c) { return c.least == c.largest; }

/* Numbers that are one are said once: with one look nothing can stop early. */
static void add_trainings(struct text *out, const struct spec *s, struct race_cost all)
{
    int last = s->looks[s->look_count - 1];
    if (is_fixed(all))
        text_add(out, "%d trainings, judged after %d seeds", all.least, last);
    else
        text_add(out,
                 "%d trainings at least, if every comparison stops at the first of %d looks (after "
                 "%d of %d seeds); %d are expected, %d at most",
                 all.least, s->look_count, s->looks[0], last, all.expected, all.largest);
}

static void add_tuning(struct text *out, const struct spec *s, struct race_cost tuning)
{
    const char *how = s->tune_race ? " by races" : "";
    if (!tuning.largest) return;
    if (is_fixed(tuning))
        text_add(out, "; %d of them choose %s%s", tuning.least, s->tune_axis, how);
    else
        text_add(out, "; of these %d, %d and %d choose %s%s", tuning.least, tuning.expected,
                 tuning.largest, s->tune_axis, how);
}

char *look_words(const struct plan *plan, int spec)
{
    const struct spec *s = &plan->specs[spec];
    struct look_cost *costs = look_costs(plan, spec);
    if (!costs) return NULL;
    struct race_cost tuning = tuning_cost(plan, spec);
    double expected = 0;
    int most = 0;
    for (int look = 0; look < s->look_count; look++) {
        expected += costs[look].expected;
        most += costs[look].most;
    }
    const struct race_cost all = {tuning.least + costs[0].most,
                                  tuning.expected + (int)lround(expected), tuning.largest + most};
    free(costs);
    struct text out = {0};
    add_trainings(&out, s, all);
    add_tuning(&out, s, tuning);
    if (!is_fixed(all))
        text_add(&out, ". Expected: half of the comparisons differ by twice the margin and half "
                       "not at all, and differences scatter over the seeds by the margin");
    return out.data;
}
