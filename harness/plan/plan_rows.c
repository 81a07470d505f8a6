/* SPDX-License-Identifier: MIT
 * Turns candidates into cells with arms, groups and tuning families, and cells into rows in
 * execution order (plan_rows.h). */
#define _GNU_SOURCE
#include "base/cell.h"
#include "base/mem.h"
#include "base/rng.h"
#include "harness/plan/plan_rows.h"

#include <stdlib.h>
#include <string.h>

/* ---- arms ---- */

/* Maps that number the arms, groups and families of a question. A map contains names or keys with
 * their numbers. */
struct numbers {
    json_t *arms, *groups, *families;
};

static int intern_arm(struct numbers *numbers, struct spec *s, const char *name,
                      const struct grid_arm *arm)
{
    int index = number_of_text(numbers->arms, name, s->arm_count);
    if (index < s->arm_count) return index;
    s->arms = xgrow(s->arms, (size_t)s->arm_count + 1, sizeof *s->arms);
    const char *label = arm && arm->label ? arm->label : name;
    s->arms[s->arm_count] =
        (struct spec_arm){xstrdup(name), xstrdup(label), arm && arm->match_flops};
    return s->arm_count++;
}

static bool same(const char *a, const char *b) { return a == b || (a && b && !strcmp(a, b)); }

/* Marks the variant axes that differ between cells without a named arm. */
static bool *varying_axes(const struct candidates *all, const struct axes *axes)
{
    bool *varies = xarray((size_t)axes->count, sizeof *varies);
    const struct candidate *first = NULL;
    for (int i = 0; i < all->count; i++) {
        const struct candidate *c = all->list[i];
        if (c->arm) continue;
        if (!first) first = c;
        for (int a = 0; a < axes->count; a++)
            varies[a] |= axes->list[a].role == ROLE_VARIANT &&
                         !same(c->values.values[a], first->values.values[a]);
    }
    return varies;
}

/* Names an arm after the axes that vary: "q_depth=2 q_norm=off". */
static int generated_arm(struct numbers *numbers, struct spec *s, const struct candidate *c,
                         const struct axes *axes, const bool *varies)
{
    struct text name = {0};
    for (int a = 0; a < axes->count; a++)
        if (varies[a] && c->values.values[a])
            text_add(&name, "%s%s=%s", name.length ? " " : "", axes->list[a].name,
                     c->values.values[a]);
    int index = intern_arm(numbers, s, name.data ? name.data : "default", NULL);
    text_free(&name);
    return index;
}

/* ---- groups ---- */

/* Returns a string that is equal for cells of one group: the baseline or, without a baseline, the
 * values of all axes except variant axes. */
static char *group_key(const struct candidate *c, const struct axes *axes)
{
    struct text key = {0};
    if (c->baseline) return xstrdup(c->baseline);
    text_add_bytes(&key, "", 0);
    for (int a = 0; a < axes->count; a++)
        if (axes->list[a].role != ROLE_VARIANT && c->values.values[a])
            cell_append(&key, axes->list[a].name, c->values.values[a]);
    return key.data;
}

/* ---- cells ---- */

/* Sets the members `family` and `tuning` of a cell. */
static void set_family(struct plan *plan, struct plan_cell *cell, const struct candidate *c,
                       json_t *families)
{
    const struct spec *s = &plan->specs[cell->spec];
    cell->family = -1;
    if (!s->tune_axis || (!s->tune_apart && !plan_value(plan, cell, s->tune_axis))) return;
    char *part = candidate_part(c, s, plan->axes, PART_FAMILY);
    char *key = xformat("%d %s", cell->arm_index, part);
    cell->family = number_of_text(families, key, plan->family_count);
    if (cell->family == plan->family_count) plan->family_count++;
    cell->tuning = spec_tuning_place(s, plan_value(plan, cell, "seed")) >= 0;
    free(part);
    free(key);
}

void plan_add_cells(struct plan *plan, int spec, struct candidates *all)
{
    const struct axes *axes = plan->axes;
    struct spec *s = &plan->specs[spec];
    struct numbers numbers = {json_object(), json_object(), json_object()};
    json_t *index = candidates_by_string(all);
    bool *varies = varying_axes(all, axes);
    int first = plan->cell_count;
    plan->cells = xgrow(plan->cells, (size_t)(first + all->count), sizeof *plan->cells);
    for (int i = 0; i < all->count; i++) {
        struct candidate *c = all->list[i];
        const json_t *baseline = c->baseline ? json_object_get(index, c->baseline) : NULL;
        char *group = group_key(c, axes);
        struct plan_cell *cell = &plan->cells[plan->cell_count++];
        *cell = (struct plan_cell){
            .spec = spec,
            .string = c->string,
            .values = c->values.values,
            .arm_index = c->arm ? intern_arm(&numbers, s, c->arm->name, c->arm)
                                : generated_arm(&numbers, s, c, axes, varies),
            .group = plan->group_count +
                     number_of_text(numbers.groups, group, (int)json_object_size(numbers.groups)),
            .baseline = baseline ? first + (int)json_integer_value(baseline) : -1};
        set_family(plan, cell, c, numbers.families);
        c->values.values = NULL;
        c->string = NULL;
        free(group);
    }
    plan->group_count += (int)json_object_size(numbers.groups);
    json_decref(numbers.arms);
    json_decref(numbers.groups);
    json_decref(numbers.families);
    json_decref(index);
    free(varies);
}

void plan_add_simple_baselines(struct plan *plan, int spec, struct candidates *all)
{
    plan->cells = xgrow(plan->cells, (size_t)(plan->cell_count + all->count), sizeof *plan->cells);
    for (int i = 0; i < all->count; i++) {
        struct candidate *c = all->list[i];
        plan->cells[plan->cell_count++] = (struct plan_cell){
            .spec = spec,
            .string = xstrdup(c->string),
            .values = c->values.values,
            .simple_baseline = axes_value(plan->axes, c->values.values, SIMPLE_BASELINE_AXIS),
            .arm_index = -1,
            .group = -1,
            .baseline = -1,
            .family = -1};
        c->values.values = NULL;
    }
}

/* ---- rows ---- */

/* Cells sorted by group. Group g has the cells members[start[g]] to members[start[g + 1] - 1]. */
struct members {
    int *members, *start;
};

static struct members members_of(const struct plan *plan)
{
    struct members m = {xarray((size_t)plan->cell_count, sizeof *m.members),
                        xarray((size_t)plan->group_count + 2, sizeof *m.start)};
    int arms = 0; /* number of cells in arms; simple baselines follow these cells */
    while (arms < plan->cell_count && !plan->cells[arms].simple_baseline) arms++;
    for (int i = 0; i < arms; i++) m.start[plan->cells[i].group + 2]++;
    for (int g = 2; g < plan->group_count + 2; g++) m.start[g] += m.start[g - 1];
    for (int i = 0; i < arms; i++) m.members[m.start[plan->cells[i].group + 1]++] = i;
    return m;
}

/* Returns true if a row belongs to this shard. `number` is the result of unit_of() or the cell
 * index of a simple baseline. */
static bool is_in_shard(const struct plan *plan, int number)
{
    return !plan->shards || number % plan->shards == plan->shard - 1;
}

static void add_row(struct plan *plan, int cell, int round, int position)
{
    plan->rows[plan->row_count++] = (struct plan_row){
        cell, round, position, xformat("%s,round=%d", plan->cells[cell].string, round)};
}

/* Returns the number of the cells that a shard must not split. With tuning this is the family,
 * because tuning compares trials. Otherwise it is the group, because ratios compare times. */
static int unit_of(const struct plan_cell *c) { return c->family >= 0 ? c->family : c->group; }

/* Returns the question of a group, or -1 if the group has no cells. */
static int spec_of_group(const struct plan *plan, const struct members *m, int group)
{
    int first = m->start[group];
    return first < m->start[group + 1] ? plan->cells[m->members[first]].spec : -1;
}

static void add_group(struct plan *plan, const struct members *m, int group, int round, int *order)
{
    const int *cells = m->members + m->start[group];
    int count = m->start[group + 1] - m->start[group];
    if (!count || round > plan->specs[plan->cells[*cells].spec].rounds) return;
    order_group(plan->order_seed, group, count, round, order);
    for (int i = 0; i < count; i++) {
        const struct plan_cell *cell = &plan->cells[cells[order[i]]];
        if (is_in_shard(plan, unit_of(cell))) add_row(plan, cells[order[i]], round, i);
    }
}

/* Adds the rows of one round.
 *
 * Timed groups of all questions are mixed, so that a slow phase of the machine affects all
 * questions equally. Training questions run one after the other, so that an interrupted run has
 * complete results for the first questions. */
static void add_round(struct plan *plan, const struct members *m, int round, const int *groups,
                      int *order)
{
    for (int spec = -1; spec < plan->spec_count; spec++) {
        if (spec >= 0 && !spec_trains(&plan->specs[spec])) continue;
        for (int i = 0; i < plan->group_count; i++) {
            int of = spec_of_group(plan, m, groups[i]);
            bool trains = of >= 0 && spec_trains(&plan->specs[of]);
            if (trains ? of == spec : spec < 0) add_group(plan, m, groups[i], round, order);
        }
    }
}

void plan_add_rows(struct plan *plan)
{
    struct members m = members_of(plan);
    int *groups = xarray((size_t)plan->group_count, sizeof *groups);
    int *order = xarray((size_t)plan->cell_count, sizeof *order);
    int rounds = plan_most_rounds(plan);
    plan->rows = xarray((size_t)plan_all_rows(plan), sizeof *plan->rows);
    for (int i = 0; i < plan->cell_count; i++)
        if (plan->cells[i].simple_baseline && is_in_shard(plan, i)) add_row(plan, i, 1, 0);
    for (int round = 1; round <= rounds; round++) {
        order_groups(plan->order_seed, plan->group_count, round, groups);
        add_round(plan, &m, round, groups, order);
    }
    free(m.members);
    free(m.start);
    free(groups);
    free(order);
}

bool plan_times(const struct plan *plan)
{
    for (int i = 0; i < plan->cell_count; i++)
        if (!spec_trains(&plan->specs[plan->cells[i].spec])) return true;
    return false;
}

/* ---- training runs that several questions share ---- */

/* Finds cells with equal cell strings, which share one training run. */
void plan_find_shared(struct plan *plan)
{
    json_t *trainings = json_object();
    for (int i = 0; i < plan->cell_count; i++) {
        struct plan_cell *c = &plan->cells[i];
        bool trains = spec_trains(&plan->specs[c->spec]);
        c->trained_by = trains ? number_of_text(trainings, c->string, i) : i;
    }
    json_decref(trainings);
}

/* ---- execution order ---- */

int williams_rows(int count) { return count % 2 ? 2 * count : count; }

/* Writes one row of a Williams design. The first row is 0, n-1, 1, n-2, ...; each next row adds 1
 * modulo n. If n is odd, the reversed rows follow.
 *
 * Over all rows, each ordered pair of cells is adjacent once (n even) or twice (n odd). */
void williams_row(int count, int row, int *order)
{
    row %= williams_rows(count);
    int mirrored = row >= count, shift = row % count;
    for (int i = 0; i < count; i++) {
        int zigzag = i % 2 ? count - (i + 1) / 2 : i / 2;
        order[mirrored ? count - 1 - i : i] = (zigzag + shift) % count;
    }
}

void order_group(uint64_t seed, int group, int count, int round, int *order)
{
    int *label = xarray((size_t)count, sizeof *label);
    rng_permutation(seed, rng_stream("order.labels") + (uint64_t)group, count, label);
    williams_row(count, round - 1, order);
    for (int i = 0; i < count; i++) order[i] = label[order[i]];
    free(label);
}

void order_groups(uint64_t seed, int count, int round, int *order)
{
    rng_permutation(seed, rng_stream("order.groups") + (uint64_t)round, count, order);
}
