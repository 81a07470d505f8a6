/* SPDX-License-Identifier: MIT
 * Reads the keys of questions that train, except `tune` (spec_read.h; ablations/README.md). */
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
    const char *names[64] = {NULL}; /* must have more entries than there are metrics */
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
        if (twice) refuse_node(r, node, e->key, "each axis once");
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
        refuse_node(r, e->value, e->key, "a map with the axis of sizes, {over: d_model}");
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
    /* The key `axis` is read first, because it determines which words `expects` accepts. */
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
            refuse_node(r, map, e->key, "a map with arm and expects");
    }
}

void claims_check(const struct spec *s, struct diags *diags)
{
    for (int i = 0; i < s->claim_count; i++) {
        const struct spec_claim *c = &s->claims[i];
        if (c->reading && c->arm && !strcmp(c->reading, "parameters") && !has_control(s, c->arm))
            fault_at(diags, c->place,
                     "key claims: found `reading: parameters` of %s, which has no control, "
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
                 "key claims: found the axis '%s', expected a condition that `factorial` lists",
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
                 "simple_baselines",
                 s->simple_baseline);
    tune_check(s, axes, diags);
}
