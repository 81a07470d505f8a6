/* SPDX-License-Identifier: MIT
 * The key tune of a specification, {axis: lr, seeds: [101, 102, 103]}: reading it, what it needs of
 * the rest of the file, and adding its seeds to those that the file judges by (spec_read.h;
 * ablations/README.md). Seeds that the file judges by may tune, too. */
#include "harness/plan/spec_read.h"

#include <stdlib.h>
#include <string.h>

/* Fewer cannot tell a value from its neighbour. More are dear, and the interval's share of tuning
 * counts all ways to draw them again (analysis/tuning_variance.c): 7^6 for seven. */
enum { LEAST_SEEDS = 3, MOST_SEEDS = 7 };

/* ---- reading ---- */

static void read_tune_axis(struct reader *r, const struct yaml_entry *e, void *to)
{
    struct spec *s = to;
    const char *text = e->value->kind == YAML_SCALAR ? e->value->text : "";
    if (axes_find(r->axes, text) >= 0)
        s->tune_axis = xstrdup(text);
    else
        reader_expected_node(r, e->value, "tune", "the name of an axis (`attnlab list axes`)");
}

static void read_tune_seeds(struct reader *r, const struct yaml_entry *e, void *to)
{
    struct spec *s = to;
    struct setting seeds = {.axis = axes_find(r->axes, "seed")};
    if (seeds.axis < 0) return;
    read_values(r, e->value, "tune", false, &seeds); /* keeps those before a bad one */
    s->tune_seeds = seeds.values;
    s->tune_seed_count = seeds.value_count;
}

void read_tune(struct reader *r, const struct yaml_entry *e)
{
    static const struct member members[] = {
        {"axis", read_tune_axis}, {"seeds", read_tune_seeds}, {0}};
    int before = r->diags->count;
    if (!reader_is(r, e, YAML_MAP)) return;
    r->spec->tune_place = e->place;
    read_members(r, e->value, "tune", members, r->spec);
    bool whole = r->spec->tune_axis && r->spec->tune_seed_count;
    if (!whole && r->diags->count == before)
        reader_expected_node(r, e->value, "tune", "{axis: AXIS, seeds: [SEED, ...]}");
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

/* Whether a seed judges. */
static bool judges(const struct grid *g, int axis, const char *seed)
{
    const struct setting *seeds = settings_find(&g->factors, axis);
    bool found = seeds && setting_has(seeds, seed);
    for (int i = 0; i < g->grid_count; i++) found |= judges(&g->grids[i], axis, seed);
    return found;
}

/* How many of the tuning seeds judge too. */
static int judging_seeds(const struct spec *s, int axis)
{
    int count = 0;
    for (int i = 0; i < s->tune_seed_count; i++) count += judges(&s->grid, axis, s->tune_seeds[i]);
    return count;
}

static void complain(const struct spec *s, struct diags *diags, char *message)
{
    diag_add(diags, s->tune_place.file, s->tune_place.line, s->tune_place.column, "key tune: %s",
             message);
    free(message);
}

/* Each once: the same training again tells nothing more. */
static int different_seeds(const struct spec *s)
{
    int count = 0;
    for (int i = 0; i < s->tune_seed_count; i++)
        count += spec_tuning_place(s, s->tune_seeds[i]) == i;
    return count;
}

/* Without `seeds` there is one seed, which tunes and judges. */
static bool tunes_apart(const struct spec *s, const struct axes *axes)
{
    int axis = axes_find(axes, "seed");
    return s->tune_axis && is_factor(&s->grid, axis) && !judging_seeds(s, axis);
}

static void check_seeds(const struct spec *s, const struct axes *axes, struct diags *diags)
{
    int axis = axes_find(axes, "seed"), count = different_seeds(s), common = judging_seeds(s, axis);
    if (tunes_apart(s, axes) && (count < LEAST_SEEDS || count > MOST_SEEDS))
        complain(s, diags,
                 xformat("found %d tuning seed%s that judge%s nothing, expected %d to %d", count,
                         count == 1 ? "" : "s", count == 1 ? "s" : "", LEAST_SEEDS, MOST_SEEDS));
    if (common && common < s->tune_seed_count)
        complain(s, diags,
                 xformat("found %d of %d tuning seeds among those that judge, expected none of "
                         "them, or all",
                         common, s->tune_seed_count));
}

void tune_check(const struct spec *s, const struct axes *axes, struct diags *diags)
{
    if (!s->tune_axis) return;
    if (!is_factor(&s->grid, axes_find(axes, s->tune_axis)))
        complain(
            s, diags,
            xformat("found the axis %s, which is no factor, expected it in factors", s->tune_axis));
    check_seeds(s, axes, diags);
}

/* ---- tiers, planning, freeing ---- */

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

void tune_free(struct spec *s)
{
    for (int i = 0; i < s->tune_seed_count; i++) free(s->tune_seeds[i]);
    free(s->tune_seeds);
    free(s->tune_axis);
    s->tune_axis = NULL;
    s->tune_seeds = NULL;
    s->tune_seed_count = 0;
}

void tune_tier(struct spec *over, struct spec *s)
{
    if (!over->tune_axis) return;
    tune_free(s);
    s->tune_axis = over->tune_axis;
    s->tune_seeds = over->tune_seeds;
    s->tune_seed_count = over->tune_seed_count;
    s->tune_place = over->tune_place;
    over->tune_axis = NULL;
    over->tune_seeds = NULL;
    over->tune_seed_count = 0;
}
