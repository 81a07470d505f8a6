/* SPDX-License-Identifier: MIT
 * The key tune of a specification, {axis: lr, seeds: [101, 102, 103]}: reading it, what it needs of
 * the rest of the file, and adding its seeds to those that the file judges by (spec_read.h;
 * ablations/README.md). Seeds that the file judges by may tune, too. */
#include "base/nearest.h"
#include "harness/plan/spec_read.h"

#include <stdlib.h>
#include <string.h>

/* Fewer cannot tell a value from its neighbour. More are dear, and the interval's share of tuning
 * counts all ways to draw them again (analysis/tuning_variance.c): 7^6 for seven. */
enum { LEAST_SEEDS = 3, MOST_SEEDS = 7 };

#define FORM "{axis: lr, seeds: [101, 102, 103]}"

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
    if (e->value->kind != YAML_MAP) {
        reader_expected_node(r, e->value, "tune", FORM);
        return;
    }
    r->spec->tune_place = e->place;
    read_members(r, e->value, "tune", members, r->spec);
    bool whole = r->spec->tune_axis && r->spec->tune_seed_count;
    if (!whole && r->diags->count == before) reader_expected_node(r, e->value, "tune", FORM);
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

/* ==== The keys that say what the verdicts of a question of quality stand on: which models that
 * only count are set beside it, which of them the baseline must beat, and which arm is
 * a negative control (spec_read.h; ablations/README.md). ==== */

static bool is_simple_baseline(const struct axes *axes, const char *name)
{
    for (int i = 0; i < axes->simple_baseline_count; i++)
        if (!strcmp(axes->simple_baselines[i].name, name)) return true;
    return false;
}

static void unknown_simple_baseline(struct reader *r, const struct yaml *node, const char *key)
{
    const struct axes *axes = r->axes;
    const char **names = xarray((size_t)axes->simple_baseline_count, sizeof *names);
    struct text expected = {0};
    text_add(&expected, "%s", "the name of a simple baseline, one of");
    for (int i = 0; i < axes->simple_baseline_count; i++) {
        names[i] = axes->simple_baselines[i].name;
        text_add(&expected, " %s", names[i]);
    }
    if (node->kind == YAML_SCALAR)
        add_nearest(&expected, node->text, names, axes->simple_baseline_count);
    reader_expected_node(r, node, key, expected.data);
    text_free(&expected);
    free(names);
}

/* To be freed; NULL after an error. */
static char *read_name(struct reader *r, const struct yaml *node, const char *key)
{
    if (node->kind == YAML_SCALAR && is_simple_baseline(r->axes, node->text))
        return xstrdup(node->text);
    unknown_simple_baseline(r, node, key);
    return NULL;
}

/* none, a name, or a list of names. */
void read_simple_baselines(struct reader *r, const struct yaml_entry *e)
{
    struct spec *s = r->spec;
    bool list = e->value->kind == YAML_LIST;
    int count = list ? e->value->count : 1;
    s->no_simple_baselines = e->value->kind == YAML_SCALAR && !strcmp(e->value->text, "none");
    if (s->no_simple_baselines) return;
    s->simple_baselines = xarray((size_t)count, sizeof *s->simple_baselines);
    for (int i = 0; i < count; i++) {
        char *name = read_name(r, list ? e->value->items[i] : e->value, e->key);
        if (name) s->simple_baselines[s->simple_baseline_count++] = name;
    }
}

void read_simple_baseline(struct reader *r, const struct yaml_entry *e)
{
    r->spec->simple_baseline_place = e->value->place;
    r->spec->simple_baseline = read_name(r, e->value, e->key);
}

void read_negative_control(struct reader *r, const struct yaml_entry *e)
{
    struct spec *s = r->spec;
    bool list = e->value->kind == YAML_LIST;
    int count = list ? e->value->count : 1;
    s->negative_control_place = e->value->place;
    s->negative_control = xarray((size_t)count, sizeof *s->negative_control);
    for (int i = 0; i < count; i++) {
        const struct yaml *name = list ? e->value->items[i] : e->value;
        if (name->kind == YAML_SCALAR && *name->text)
            s->negative_control[s->negative_control_count++] = xstrdup(name->text);
        else
            reader_expected_node(r, name, e->key, "the name of an arm, or a list of names");
    }
}

bool spec_damages(const struct spec *s, const char *arm)
{
    for (int i = 0; i < s->negative_control_count; i++)
        if (!strcmp(s->negative_control[i], arm)) return true;
    return false;
}

bool spec_asks_simple_baseline(const struct spec *s, const char *name)
{
    bool found = !s->simple_baselines;
    for (int i = 0; i < s->simple_baseline_count; i++)
        found |= !strcmp(s->simple_baselines[i], name);
    return found && !s->no_simple_baselines;
}

void validity_keys_check(const struct spec *s, struct diags *diags)
{
    const struct yaml_place at = s->simple_baseline_place;
    for (int i = 0; i < s->negative_control_count; i++)
        need_arm(s, diags, s->negative_control_place, "negative_control", s->negative_control[i]);
    if (s->simple_baseline && !spec_asks_simple_baseline(s, s->simple_baseline))
        diag_add(diags, at.file, at.line, at.column,
                 "key simple_baseline: found '%s', which the key simple_baselines leaves out, "
                 "expected one "
                 "that is measured",
                 s->simple_baseline);
}

void validity_keys_free(struct spec *s)
{
    for (int i = 0; i < s->simple_baseline_count; i++) free(s->simple_baselines[i]);
    free(s->simple_baselines);
    free(s->simple_baseline);
    for (int i = 0; i < s->negative_control_count; i++) free(s->negative_control[i]);
    free(s->negative_control);
}
