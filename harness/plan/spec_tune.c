/* SPDX-License-Identifier: MIT
 * Reads the key `tune`, such as {axis: lr, seeds: [101, 102, 103]} (spec_read.h;
 * ablations/README.md). The tuning seeds may be seeds of the results, or separate. */
#include "harness/plan/spec_read.h"

#include <stdlib.h>
#include <string.h>

/* Fewer than 3 seeds cannot distinguish a value from its neighbour. The maximum of 7 bounds the
 * time of analysis/tuning_variance.c, which enumerates all S^(S-1) resamples of S tuning seeds. */
enum { LEAST_SEEDS = 3, MOST_SEEDS = 7 };

/* ---- reading ---- */

static void read_tune_axis(struct reader *r, const struct yaml_entry *e, void *to)
{
    int axis = read_axis_name(r, e->value, "tune");
    if (axis >= 0) *(char **)to = xstrdup(r->axes->list[axis].name);
}

static void read_tune_seeds(struct reader *r, const struct yaml_entry *e, void *to)
{
    struct spec *s = to;
    struct setting seeds = {.axis = axes_find(r->axes, "seed")};
    if (seeds.axis < 0) return;
    read_values(r, e->value, "tune", false, &seeds);
    s->tune_seeds = seeds.values;
    s->tune_seed_count = seeds.value_count;
}

void read_tune(struct reader *r, const struct yaml_entry *e, void *to)
{
    static const struct member members[] = {
        {"axis", read_tune_axis, offsetof(struct spec, tune_axis)},
        {"seeds", read_tune_seeds, 0},
        {0}};
    struct spec *s = to;
    int before = r->diags->count;
    bool map = e->value->kind == YAML_MAP;
    s->tune_place = e->place;
    read_members(r, e->value, "tune", members, s);
    if ((!map || !s->tune_axis || !s->tune_seed_count) && r->diags->count == before)
        refuse_node(r, e->value, "tune", "{axis: lr, seeds: [101, 102, 103]}");
}

int spec_tuning_place(const struct spec *s, const char *seed)
{
    for (int i = 0; seed && i < s->tune_seed_count; i++)
        if (!strcmp(s->tune_seeds[i], seed)) return i;
    return -1;
}

/* ---- checking ---- */

static bool is_factor(const struct grid *g, int axis)
{
    bool found = settings_find(&g->factors, axis);
    for (int i = 0; i < g->grid_count; i++) found |= is_factor(&g->grids[i], axis);
    return found;
}

static bool judges(const struct grid *g, int axis, const char *seed)
{
    const struct setting *seeds = settings_find(&g->factors, axis);
    bool found = seeds && setting_has(seeds, seed);
    for (int i = 0; i < g->grid_count; i++) found |= judges(&g->grids[i], axis, seed);
    return found;
}

/* Returns the number of tuning seeds that are also seeds of the results. */
static int judging_seeds(const struct spec *s, int axis)
{
    int count = 0;
    for (int i = 0; i < s->tune_seed_count; i++) count += judges(&s->grid, axis, s->tune_seeds[i]);
    return count;
}

/* Returns true if tuning seeds are not used for results. Without the key `seeds`, the only seed is
 * used for both. */
static bool tunes_apart(const struct spec *s, const struct axes *axes)
{
    int axis = axes_find(axes, "seed");
    return s->tune_axis && is_factor(&s->grid, axis) && !judging_seeds(s, axis);
}

void tune_check(const struct spec *s, const struct axes *axes, struct diags *diags)
{
    if (!s->tune_axis) return;
    int common = judging_seeds(s, axes_find(axes, "seed")), count = 0;
    for (int i = 0; i < s->tune_seed_count; i++)
        count += spec_tuning_place(s, s->tune_seeds[i]) == i;
    if (!is_factor(&s->grid, axes_find(axes, s->tune_axis)))
        fault_at(diags, s->tune_place,
                 "key tune: the axis %s is not in factors; add its values there", s->tune_axis);
    if (tunes_apart(s, axes) && (count < LEAST_SEEDS || count > MOST_SEEDS))
        fault_at(diags, s->tune_place,
                 "key tune: found %d tuning seed%s that serve%s only for tuning, expected %d to %d",
                 count, count == 1 ? "" : "s", count == 1 ? "s" : "", LEAST_SEEDS, MOST_SEEDS);
    if (common && common < s->tune_seed_count)
        fault_at(diags, s->tune_place,
                 "key tune: found %d of %d tuning seeds among the seeds of the results, expected "
                 "none or all",
                 common, s->tune_seed_count);
}

/* ---- planning, tiers ---- */

static void add_seeds(const struct spec *s, struct grid *g, int axis)
{
    struct setting *seeds = settings_find(&g->factors, axis);
    size_t more = seeds ? (size_t)s->tune_seed_count : 0;
    if (more)
        seeds->values =
            xgrow(seeds->values, (size_t)seeds->value_count + more, sizeof *seeds->values);
    for (size_t i = 0; i < more; i++)
        seeds->values[seeds->value_count++] = xstrdup(s->tune_seeds[i]);
    for (int i = 0; i < g->grid_count; i++) add_seeds(s, &g->grids[i], axis);
}

void tune_add_seeds(struct spec *s, const struct axes *axes)
{
    s->tune_apart = tunes_apart(s, axes);
    if (s->tune_apart) add_seeds(s, &s->grid, axes_find(axes, "seed"));
}

void tune_tier(struct spec *over, struct spec *s)
{
    const struct spec file = *s;
    if (!over->tune_axis) return;
    s->tune_axis = over->tune_axis;
    s->tune_seeds = over->tune_seeds;
    s->tune_seed_count = over->tune_seed_count;
    s->tune_place = over->tune_place;
    over->tune_axis = file.tune_axis;
    over->tune_seeds = file.tune_seeds;
    over->tune_seed_count = file.tune_seed_count;
}
