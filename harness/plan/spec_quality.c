/* SPDX-License-Identifier: MIT
 * Reads the keys of questions that train (spec_read.h; ablations/README.md). */
#include "base/metric_names.h"
#include "base/nearest.h"
#include "base/splits.h"
#include "harness/plan/spec_read.h"

#include <stdlib.h>
#include <string.h>

const char *const spec_expectations[] = {"better", "worse", "equal", "no worse", NULL};
const char *const spec_readings[] = {"steps", "parameters", NULL};
const char *const spec_changes[] = {"gains more", "gains less", "equal", NULL};

/* ---- metric, split, margin ---- */

void read_metric(struct reader *r, const struct yaml_entry *e, void *to)
{
    struct spec *s = to;
    const char *names[64] = {NULL}; /* greater than the number of metrics */
    for (int i = 0; i < 63 && metrics[i].name; i++) names[i] = metrics[i].name;
    s->metric_place = e->value->place;
    s->metric = read_word(r, e, names);
}

void read_split(struct reader *r, const struct yaml_entry *e, void *to)
{
    struct spec *s = to;
    s->split_place = e->value->place;
    s->split = read_word(r, e, split_names + FIRST_SCORED);
}

void read_margin(struct reader *r, const struct yaml_entry *e, void *to)
{
    read_number(r, e, 1e-6, 100, false, to);
}

/* ---- factorial: [axis, ...]; scaling: {over: axis} ---- */

void read_factorial(struct reader *r, const struct yaml_entry *e, void *to)
{
    struct spec *s = to;
    if (!is_kind(r, e, YAML_LIST)) return;
    s->factorial = xarray((size_t)e->value->count, sizeof *s->factorial);
    for (int i = 0; i < e->value->count; i++) {
        const struct yaml *node = e->value->items[i];
        int axis = read_axis_name(r, node, e->key);
        bool twice = false;
        for (int k = 0; k < s->factorial_count; k++) twice |= s->factorial[k].axis == axis;
        if (twice) refuse_node(r, node, e->key, "each axis only once");
        if (!twice && axis >= 0)
            s->factorial[s->factorial_count++] = (struct spec_axis){axis, node->place};
    }
}

/* Keeps axes of arms in `factorial` and moves axes of conditions to `interactions`. */
static void divide_factorial(struct spec *s, const struct axes *axes)
{
    int kept = 0;
    s->interactions = xarray((size_t)s->factorial_count, sizeof *s->interactions);
    for (int i = 0; i < s->factorial_count; i++)
        if (spec_compares(s, axes, s->factorial[i].axis))
            s->factorial[kept++] = s->factorial[i];
        else
            s->interactions[s->interaction_count++] = s->factorial[i];
    s->factorial_count = kept;
}

void read_scaling(struct reader *r, const struct yaml_entry *e, void *to)
{
    static const struct member members[] = {
        {"over", read_axis_field, offsetof(struct spec_scaling, over)}, {0}};
    struct spec_scaling *s = to;
    if (!is_kind(r, e, YAML_MAP)) return;
    s->over.axis = -1;
    read_members(r, e->value, e->key, members, s);
    s->asked = s->over.axis >= 0;
    if (!yaml_get(e->value, "over"))
        refuse_node(r, e->value, e->key, "a map with the axis of model sizes, {over: d_model}");
}

/* ---- controls: {arm: arm} ---- */

void read_controls(struct reader *r, const struct yaml_entry *e, void *to)
{
    struct spec *s = to;
    if (!is_kind(r, e, YAML_MAP)) return;
    s->controls = xarray((size_t)e->value->count, sizeof *s->controls);
    for (int i = 0; i < e->value->count; i++) {
        const struct yaml_entry *entry = &e->value->entries[i];
        char *control = read_line(r, entry);
        if (control)
            s->controls[s->control_count++] =
                (struct spec_control){xstrdup(entry->key), control, entry->place};
    }
}

static bool has_control(const struct spec *s, const char *arm)
{
    bool found = false;
    for (int i = 0; i < s->control_count; i++) found |= !strcmp(s->controls[i].arm, arm);
    return found;
}

/* ---- claims: [{arm:, expects:, published:, source:, where:, reading:, axis:}] ---- */

static void read_reading(struct reader *r, const struct yaml_entry *e, void *to)
{
    *(char **)to = read_word(r, e, spec_readings);
}

static void read_expects(struct reader *r, const struct yaml_entry *e, void *to)
{
    struct spec_claim *c = to;
    c->expects = read_word(r, e, c->axis ? spec_changes : spec_expectations);
}

void read_claims(struct reader *r, const struct yaml_entry *e, void *to)
{
    /* the valid words of `expects` depend on `axis`, so `axis` is read first */
#define CLAIM(field) offsetof(struct spec_claim, field)
    static const struct member members[] = {{"axis", read_line_field, CLAIM(axis)},
                                            {"arm", read_line_field, CLAIM(arm)},
                                            {"expects", read_expects, 0},
                                            {"published", read_line_field, CLAIM(published)},
                                            {"source", read_line_field, CLAIM(source)},
                                            {"where", read_conditions, CLAIM(where)},
                                            {"reading", read_reading, CLAIM(reading)},
                                            {0}};
    struct spec *s = to;
    if (!is_kind(r, e, YAML_LIST)) return;
    s->claims = xarray((size_t)e->value->count, sizeof *s->claims);
    for (int i = 0; i < e->value->count; i++) {
        const struct yaml *map = e->value->items[i];
        struct spec_claim *c = &s->claims[s->claim_count++];
        c->place = map->place;
        read_members(r, map, e->key, members, c);
        c->primary = !i && !c->axis;
        if (!yaml_get(map, "arm") || !yaml_get(map, "expects"))
            refuse_node(r, map, e->key, "a map with the keys `arm` and `expects`");
    }
}

void claims_check(const struct spec *s, struct diags *diags)
{
    for (int i = 0; i < s->claim_count; i++) {
        const struct spec_claim *c = &s->claims[i];
        if (c->reading && c->arm && !strcmp(c->reading, "parameters") && !has_control(s, c->arm))
            fault_at(diags, c->place,
                     "key claims: `reading: parameters` needs a control for %s, "
                     "expected `controls: {%s: ARM}`",
                     c->arm, c->arm);
        if (!c->published || !c->source)
            fault_at(diags, c->place,
                     "key claims: `%s` is missing, expected `published` (a quotation from the "
                     "source) and `source` (where it was published)",
                     c->published ? "source" : "published");
    }
}

static void check_claim(const struct spec *s, const struct spec_claim *c, const struct axes *axes,
                        struct diags *diags)
{
    bool listed = !c->axis;
    if (c->arm) need_arm(s, diags, c->place, "claims", c->arm);
    for (int k = 0; k < c->where.arm_count; k++)
        need_arm(s, diags, c->place, "where", c->where.arms[k]);
    for (int i = 0; i < s->interaction_count && c->axis; i++)
        listed |= !strcmp(axes->list[s->interactions[i].axis].name, c->axis);
    if (!listed)
        fault_at(diags, c->place,
                 "key claims: found the axis '%s', expected an axis of conditions from the key "
                 "`factorial`",
                 c->axis);
}

/* ---- simple baselines, negative control ---- */

static void check_simple_baseline(struct reader *r, const struct yaml *node, const char *key,
                                  const char *name)
{
    const struct axes *axes = r->axes;
    const char **names = xarray((size_t)axes->simple_baseline_count, sizeof *names);
    struct text expected = {0};
    bool known = false;
    text_add(&expected, "%s", "the name of a simple baseline, one of");
    for (int i = 0; i < axes->simple_baseline_count; i++) {
        names[i] = axes->simple_baselines[i].name;
        known |= !strcmp(names[i], name);
        text_add(&expected, " %s", names[i]);
    }
    add_nearest(&expected, name, names, axes->simple_baseline_count);
    if (!known) refuse_node(r, node, key, expected.data);
    text_free(&expected);
    free(names);
}

/* Reads `none`, a name, or a list of names. */
void read_simple_baselines(struct reader *r, const struct yaml_entry *e, void *to)
{
    struct spec *s = to;
    s->no_simple_baselines = yaml_is_none(e->value);
    if (s->no_simple_baselines) return;
    read_names(r, e, &s->simple_baselines, &s->simple_baseline_count);
    for (int i = 0; i < s->simple_baseline_count; i++)
        check_simple_baseline(r, e->value->kind == YAML_LIST ? e->value->items[i] : e->value,
                              e->key, s->simple_baselines[i]);
}

void read_simple_baseline(struct reader *r, const struct yaml_entry *e, void *to)
{
    struct spec *s = to;
    s->simple_baseline_place = e->value->place;
    s->simple_baseline = read_line(r, e);
    if (s->simple_baseline) check_simple_baseline(r, e->value, e->key, s->simple_baseline);
}

void read_negative_control(struct reader *r, const struct yaml_entry *e, void *to)
{
    struct spec *s = to;
    s->negative_control_place = e->value->place;
    read_names(r, e, &s->negative_control, &s->negative_control_count);
}

bool spec_is_negative_control(const struct spec *s, const char *arm)
{
    for (int i = 0; i < s->negative_control_count; i++)
        if (!strcmp(s->negative_control[i], arm)) return true;
    return false;
}

bool spec_wants_simple_baseline(const struct spec *s, const char *name)
{
    bool found = !s->simple_baselines;
    for (int i = 0; i < s->simple_baseline_count; i++)
        found |= !strcmp(s->simple_baselines[i], name);
    return found && !s->no_simple_baselines;
}

/* ---- checking ---- */

void quality_check(struct spec *s, const struct axes *axes, struct diags *diags)
{
    if (!s->interactions) divide_factorial(s, axes);
    for (int i = 0; i < s->claim_count; i++) check_claim(s, &s->claims[i], axes, diags);
    for (int i = 0; i < s->control_count; i++) {
        need_arm(s, diags, s->controls[i].place, "controls", s->controls[i].arm);
        need_arm(s, diags, s->controls[i].place, "controls", s->controls[i].control);
    }
    for (int i = 0; i < s->negative_control_count; i++)
        need_arm(s, diags, s->negative_control_place, "negative_control", s->negative_control[i]);
    if (s->simple_baseline && !spec_wants_simple_baseline(s, s->simple_baseline))
        fault_at(diags, s->simple_baseline_place,
                 "key simple_baseline: found '%s', expected a simple baseline listed in the key "
                 "`simple_baselines`",
                 s->simple_baseline);
    tune_check(s, axes, diags);
}

/* ---- tune: {axis: lr, seeds: [101, 102, 103]} ---- */

/* Numbers of tuning seeds. Fewer than 3 seeds cannot distinguish a value from its neighbour.
 * analysis/tuning_variance.c enumerates all S^(S-1) resamples of S seeds, which is too slow for
 * more than 7. */
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

/* Returns how many tuning seeds are also used for results. */
static int judging_seeds(const struct spec *s, int axis)
{
    int count = 0;
    for (int i = 0; i < s->tune_seed_count; i++) count += judges(&s->grid, axis, s->tune_seeds[i]);
    return count;
}

/* Returns true if no tuning seed is used for results. Without the key `seeds`, the only seed is
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
                 "key tune: found %d tuning seed%s that %s used only for tuning, expected %d to %d",
                 count, count == 1 ? "" : "s", count == 1 ? "is" : "are", LEAST_SEEDS, MOST_SEEDS);
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
