/* SPDX-License-Identifier: MIT
 * The keys of a question of quality: by which metric and margin its arms are compared (spec_read.h;
 * ablations/README.md). How they are tuned is in tuning/spec_tune.c, what was claimed in
 * spec_claims.c. */
#include "harness/plan/spec_read.h"
#include "base/metric_names.h"
#include "base/splits.h"

#include <stdlib.h>
#include <string.h>

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

/* ---- factorial: [axis, ...], interactions: [axis, ...] ---- */

int read_axis_name(struct reader *r, const struct yaml *node, const char *key)
{
    const char *name = node->kind == YAML_SCALAR ? node->text : "";
    struct text expected = {0};
    int axis = axes_find(r->axes, name);
    if (axis >= 0) return axis;
    text_add(&expected, "the name of an axis (`attnlab list axes`)");
    if (*name) axes_add_nearest(r->axes, name, &expected);
    reader_expected_node(r, node, key, expected.data);
    text_free(&expected);
    return -1;
}

static struct spec_axis *read_axis_names(struct reader *r, const struct yaml_entry *e, int *count)
{
    if (!reader_is(r, e, YAML_LIST)) return NULL;
    struct spec_axis *list = xarray((size_t)e->value->count, sizeof *list);
    for (int i = 0; i < e->value->count; i++) {
        const struct yaml *node = e->value->items[i];
        int axis = read_axis_name(r, node, e->key);
        if (axis >= 0) list[(*count)++] = (struct spec_axis){axis, node->place};
    }
    return list;
}

void read_factorial(struct reader *r, const struct yaml_entry *e)
{
    r->spec->factorial = read_axis_names(r, e, &r->spec->factorial_count);
}

void read_interactions(struct reader *r, const struct yaml_entry *e)
{
    r->spec->interactions = read_axis_names(r, e, &r->spec->interaction_count);
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

/* ---- checking, tiers, freeing ---- */

void quality_check(const struct spec *s, const struct axes *axes, struct diags *diags)
{
    claims_need(s, axes, diags);
    for (int i = 0; i < s->control_count; i++) {
        need_arm(s, diags, s->controls[i].place, "controls", s->controls[i].arm);
        need_arm(s, diags, s->controls[i].place, "controls", s->controls[i].control);
    }
    tune_check(s, axes, diags);
    gate_keys_check(s, diags);
}

void quality_free(struct spec *s)
{
    tune_free(s);
    gate_keys_free(s);
    claims_free(s);
    for (int i = 0; i < s->control_count; i++) {
        free(s->controls[i].arm);
        free(s->controls[i].control);
    }
    free(s->factorial);
    free(s->interactions);
    free(s->scaling.carry_to);
    free(s->controls);
    free(s->metric);
    free(s->split);
}
