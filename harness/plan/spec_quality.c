/* SPDX-License-Identifier: MIT
 * The keys of a question that trains: metric, split, margin, factorial, controls, scaling and
 * claims (spec_read.h; ablations/README.md). */
#include "base/metric_names.h"
#include "base/splits.h"
#include "harness/plan/spec_read.h"

#include <stdlib.h>
#include <string.h>

const char *const spec_expectations[] = {"better", "worse", "equal", "no worse", NULL};
const char *const spec_readings[] = {"steps", "parameters", NULL};
const char *const spec_changes[] = {"gains more", "gains less", "equal", NULL};

/* ---- metric, split, margin ---- */

void read_metric(struct reader *r, const struct yaml_entry *e)
{
    const char *names[64] = {NULL}; /* more than there are metrics */
    for (int i = 0; i < 63 && metrics[i].name; i++) names[i] = metrics[i].name;
    r->spec->metric_place = e->value->place;
    r->spec->metric = read_word(r, e, names);
}

void read_split(struct reader *r, const struct yaml_entry *e)
{
    r->spec->split_place = e->value->place;
    r->spec->split = read_word(r, e, split_names + FIRST_SCORED);
}

void read_margin(struct reader *r, const struct yaml_entry *e)
{
    read_number(r, e, 1e-6, 100, false, &r->spec->margin);
}

/* ---- factorial: [axis, ...] ---- */

void read_factorial(struct reader *r, const struct yaml_entry *e)
{
    struct spec *s = r->spec;
    if (!reader_is(r, e, YAML_LIST)) return;
    s->factorial = xarray((size_t)e->value->count, sizeof *s->factorial);
    for (int i = 0; i < e->value->count; i++) {
        const struct yaml *node = e->value->items[i];
        int axis = read_axis_name(r, node, e->key), met = 0;
        for (int k = 0; k < s->factorial_count; k++) met |= s->factorial[k].axis == axis;
        if (met && axis >= 0) reader_expected_node(r, node, e->key, "each axis once");
        if (!met && axis >= 0)
            s->factorial[s->factorial_count++] = (struct spec_axis){axis, node->place};
    }
}

/* Factors of arms stay; an axis of conditions asks how the effects change with it. */
static void part_factorial(struct spec *s, const struct axes *axes)
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

/* ---- controls: {arm: arm} ---- */

void read_controls(struct reader *r, const struct yaml_entry *e)
{
    struct spec *s = r->spec;
    if (!reader_is(r, e, YAML_MAP)) return;
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

/* ---- scaling: {over: d_model, carry_to: [1e7, 1e8]} ---- */

static void read_over(struct reader *r, const struct yaml_entry *e, void *to)
{
    struct spec_scaling *s = to;
    int axis = read_axis_name(r, e->value, "scaling: over");
    s->asked = axis >= 0;
    s->over = (struct spec_axis){axis, e->value->place};
}

static void read_carry_to(struct reader *r, const struct yaml_entry *e, void *to)
{
    struct spec_scaling *s = to;
    if (!reader_is(r, e, YAML_LIST)) return;
    s->carry_to = xarray((size_t)e->value->count, sizeof *s->carry_to);
    for (int i = 0; i < e->value->count; i++) {
        struct yaml_entry one = {.key = e->key, .value = e->value->items[i], .place = e->place};
        double value, least = s->carry_count ? s->carry_to[s->carry_count - 1] : 1;
        if (!read_number(r, &one, least, 1e15, false, &value)) return;
        s->carry_to[s->carry_count++] = value;
    }
}

void read_scaling(struct reader *r, const struct yaml_entry *e)
{
    static const struct member members[] = {{"over", read_over}, {"carry_to", read_carry_to}, {0}};
    if (!reader_is(r, e, YAML_MAP)) return;
    read_members(r, e->value, e->key, members, &r->spec->scaling);
    if (!yaml_get(e->value, "over"))
        reader_expected_node(r, e->value, e->key,
                             "a map with the axis of sizes, {over: d_model, carry_to: [1e7, 1e8]}");
}

/* ---- claims: [{arm:, expects:, published:, source:, where:, reading:, axis:}] ---- */

static void read_claim_arm(struct reader *r, const struct yaml_entry *e, void *to)
{
    ((struct spec_claim *)to)->arm = read_line(r, e);
}

static void read_claim_axis(struct reader *r, const struct yaml_entry *e, void *to)
{
    ((struct spec_claim *)to)->axis = read_line(r, e);
}

static void read_published(struct reader *r, const struct yaml_entry *e, void *to)
{
    ((struct spec_claim *)to)->published = read_line(r, e);
}

static void read_source(struct reader *r, const struct yaml_entry *e, void *to)
{
    ((struct spec_claim *)to)->source = read_line(r, e);
}

static void read_where(struct reader *r, const struct yaml_entry *e, void *to)
{
    read_conditions(r, e, &((struct spec_claim *)to)->where);
}

static void read_reading(struct reader *r, const struct yaml_entry *e, void *to)
{
    ((struct spec_claim *)to)->reading = read_word(r, e, spec_readings);
}

static void read_expects(struct reader *r, const struct yaml_entry *e, void *to)
{
    struct spec_claim *c = to;
    c->expects = read_word(r, e, c->axis ? spec_changes : spec_expectations);
}

void read_claims(struct reader *r, const struct yaml_entry *e)
{
    /* In this order, whatever the file's: the axis decides what may be expected. */
    static const struct member members[] = {
        {"arm", read_claim_arm},   {"axis", read_claim_axis},
        {"expects", read_expects}, {"published", read_published},
        {"source", read_source},   {"where", read_where},
        {"reading", read_reading}, {0}};
    struct spec *s = r->spec;
    if (!reader_is(r, e, YAML_LIST)) return;
    s->claims = xarray((size_t)e->value->count, sizeof *s->claims);
    for (int i = 0; i < e->value->count; i++) {
        const struct yaml *map = e->value->items[i];
        struct spec_claim *c = &s->claims[s->claim_count++];
        c->place = map->place;
        c->primary = !i; /* the one by which the question is judged */
        read_members(r, map, e->key, members, c);
        c->primary &= !c->axis;
        if (!yaml_get(map, "arm") || !yaml_get(map, "expects"))
            reader_expected_node(r, map, e->key, "a map with arm and expects");
    }
}

static void refuse(const struct spec_claim *c, struct diags *diags, char *message)
{
    diag_add(diags, c->place.file, c->place.line, c->place.column, "key claims: %s", message);
    free(message);
}

/* Of a question's file. */
void claims_check(const struct spec *s, struct diags *diags)
{
    for (int i = 0; i < s->claim_count; i++) {
        const struct spec_claim *c = &s->claims[i];
        if (c->reading && c->arm && !strcmp(c->reading, "parameters") && !has_control(s, c->arm))
            refuse(c, diags,
                   xformat("found `reading: parameters` of %s, which has no control, expected "
                           "`controls: {%s: ARM}`",
                           c->arm, c->arm));
        if (!c->published || !c->source)
            refuse(c, diags,
                   xformat("found no `%s`, expected the source's own words and numbers as "
                           "`published`, and where they are found as `source`",
                           c->published ? "source" : "published"));
    }
}

static void check_claim(const struct spec *s, const struct spec_claim *c, const struct axes *axes,
                        struct diags *diags)
{
    bool asked = !c->axis;
    if (c->arm) need_arm(s, diags, c->place, "claims", c->arm);
    for (int k = 0; k < c->where.arm_count; k++)
        need_arm(s, diags, c->place, "where", c->where.arms[k]);
    for (int i = 0; i < s->interaction_count && c->axis; i++)
        asked |= !strcmp(axes->list[s->interactions[i].axis].name, c->axis);
    if (!asked)
        refuse(
            c, diags,
            xformat("found the axis '%s', expected a condition that `factorial` lists", c->axis));
}

/* ---- checking and freeing ---- */

void quality_check(struct spec *s, const struct axes *axes, struct diags *diags)
{
    if (!s->interactions) part_factorial(s, axes);
    for (int i = 0; i < s->claim_count; i++) check_claim(s, &s->claims[i], axes, diags);
    for (int i = 0; i < s->control_count; i++) {
        need_arm(s, diags, s->controls[i].place, "controls", s->controls[i].arm);
        need_arm(s, diags, s->controls[i].place, "controls", s->controls[i].control);
    }
    tune_check(s, axes, diags);
    validity_keys_check(s, diags);
}

void quality_free(struct spec *s)
{
    tune_free(s);
    validity_keys_free(s);
    for (int i = 0; i < s->claim_count; i++) {
        struct spec_claim *c = &s->claims[i];
        char *const owned[] = {c->arm, c->axis, c->expects, c->published, c->source, c->reading};
        conditions_free(&c->where);
        for (size_t k = 0; k < sizeof owned / sizeof *owned; k++) free(owned[k]);
    }
    for (int i = 0; i < s->control_count; i++) {
        free(s->controls[i].arm);
        free(s->controls[i].control);
    }
    free(s->claims);
    free(s->factorial);
    free(s->interactions);
    free(s->scaling.carry_to);
    free(s->controls);
    free(s->metric);
    free(s->split);
}
