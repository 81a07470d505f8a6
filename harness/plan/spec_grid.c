/* SPDX-License-Identifier: MIT
 * Reading the grid of a specification (spec_read.h): fixed arms factors zip derive rules. */
#include "base/utf8.h"
#include "harness/plan/spec_read.h"

#include <stdlib.h>
#include <string.h>

void read_fixed(struct reader *r, const struct yaml_entry *e)
{
    read_settings(r, e->key, e->value, true, &r->grid->fixed);
}

void read_factors(struct reader *r, const struct yaml_entry *e)
{
    read_settings(r, e->key, e->value, false, &r->grid->factors);
}

/* `seeds: 1-3` is the factor seed under a name of its own. */
void read_seeds(struct reader *r, const struct yaml_entry *e)
{
    struct setting s = {.axis = axes_find(r->axes, "seed"), .place = e->place};
    if (s.axis < 0) {
        reader_expected(r, e->place, e->key, "a worker without the axis seed", "one that has it");
        return;
    }
    struct settings *factors = &r->grid->factors;
    settings_add(factors, s);
    if (!read_values(r, e->value, e->key, false, &factors->list[factors->count - 1]))
        settings_remove(factors, s.axis);
}

/* ---- zip ---- */

static void read_zip_group(struct reader *r, const struct yaml *map, struct settings *group)
{
    read_settings(r, "zip", map, false, group);
    for (int i = 1; i < group->count; i++) {
        const struct setting *s = &group->list[i], *first = &group->list[0];
        if (s->value_count == first->value_count) continue;
        char *found =
            xformat("%d values of %s and %d of %s", s->value_count, r->axes->list[s->axis].name,
                    first->value_count, r->axes->list[first->axis].name);
        reader_expected(r, s->place, "zip", found, "lists of equal length");
        free(found);
    }
}

void read_zip(struct reader *r, const struct yaml_entry *e)
{
    struct grid *g = r->grid;
    if (!reader_is(r, e, YAML_LIST)) return;
    g->zips = xarray((size_t)e->value->count, sizeof *g->zips);
    g->zip_count = e->value->count;
    for (int i = 0; i < e->value->count; i++) read_zip_group(r, e->value->items[i], &g->zips[i]);
}

/* ---- arms ---- */

static void read_arm_label(struct reader *r, const struct yaml_entry *e, struct grid_arm *arm)
{
    arm->label = read_line(r, e);
    if (arm->label) check_label(r, e);
}

static void read_arm(struct reader *r, const struct yaml_entry *e, struct grid_arm *arm)
{
    *arm = (struct grid_arm){.name = xstrdup(e->key), .place = e->place};
    if (!*e->key || !utf8_is_line(e->key))
        reader_expected(r, e->place, "arms",
                        *e->key ? "an arm's name of several lines" : "an arm without a name",
                        "a name in one line");
    bool nothing = e->value->kind == YAML_SCALAR && e->value->plain && !*e->value->text;
    if (nothing || !reader_is(r, e, YAML_MAP)) return; /* `plain:` is the arm of all defaults */
    for (int i = 0; i < e->value->count; i++) {
        const struct yaml_entry *item = &e->value->entries[i];
        if (!strcmp(item->key, "label"))
            read_arm_label(r, item, arm);
        else
            read_setting(r, e->key, item, true, &arm->set);
    }
}

void read_keep_arms(struct reader *r, const struct yaml_entry *e)
{
    struct spec *s = r->spec;
    if (!reader_is(r, e, YAML_LIST)) return;
    s->keep_arms = xarray((size_t)e->value->count, sizeof *s->keep_arms);
    for (int i = 0; i < e->value->count; i++) {
        const struct yaml *item = e->value->items[i];
        if (item->kind == YAML_SCALAR && *item->text)
            s->keep_arms[s->keep_count++] = xstrdup(item->text);
        else
            reader_expected_node(r, item, e->key, "the name of an arm to keep");
    }
    if (!e->value->count)
        reader_expected(r, e->value->place, e->key, "an empty list", "the names of arms to keep");
}

void read_arms(struct reader *r, const struct yaml_entry *e)
{
    struct grid *g = r->grid;
    if (!reader_is(r, e, YAML_MAP)) return;
    g->arms = xarray((size_t)e->value->count, sizeof *g->arms);
    g->arm_count = e->value->count;
    for (int i = 0; i < e->value->count; i++) read_arm(r, &e->value->entries[i], &g->arms[i]);
    if (!g->arm_count) reader_expected(r, e->value->place, e->key, "an empty map", "arms");
}

/* ---- derive, rules ---- */

void read_derive(struct reader *r, const struct yaml_entry *e)
{
    struct grid *g = r->grid;
    if (!reader_is(r, e, YAML_MAP)) return;
    g->derive = xarray((size_t)e->value->count, sizeof *g->derive);
    for (int i = 0; i < e->value->count; i++) {
        const struct yaml_entry *item = &e->value->entries[i];
        int axis = read_axis(r, item, e->key);
        struct formula *f = read_formula(r, item->value, item->key, false);
        if (axis < 0 || !f)
            formula_free(f);
        else
            g->derive[g->derive_count++] =
                (struct derivation){axis, xstrdup(item->value->text), f, item->value->place, false};
    }
}

/* One rule: {exclude: formula, because: text} or {require: ...}. */
static void read_rule(struct reader *r, const struct yaml *map)
{
    struct grid *g = r->grid;
    struct rule rule = {.place = map->place};
    for (int i = 0; map->kind == YAML_MAP && i < map->count; i++) {
        const struct yaml_entry *e = &map->entries[i];
        bool because = !strcmp(e->key, "because"), require = !strcmp(e->key, "require");
        if (!because && !require && strcmp(e->key, "exclude"))
            diag_add(r->diags, e->place.file, e->place.line, e->place.column,
                     "key %s: unknown in a rule, expected exclude, require or because", e->key);
        else if (because && reader_is(r, e, YAML_SCALAR) && !rule.because)
            rule.because = xstrdup(e->value->text);
        else if (!because && rule.text)
            reader_expected(r, e->place, e->key, "a second formula", "one rule a list item");
        else if (!because) {
            rule.require = require;
            rule.formula = read_formula(r, e->value, e->key, true);
            rule.text = xstrdup(e->value->text ? e->value->text : "");
            rule.place = e->value->place;
        }
    }
    if (!rule.text) reader_expected_node(r, map, "rules", "{exclude: formula, because: reason}");
    g->rules = xgrow(g->rules, (size_t)g->rule_count + 1, sizeof *g->rules);
    g->rules[g->rule_count++] = rule;
}

void read_rules(struct reader *r, const struct yaml_entry *e)
{
    if (!reader_is(r, e, YAML_LIST)) return;
    for (int i = 0; i < e->value->count; i++) read_rule(r, e->value->items[i]);
}

/* ---- names of arms ---- */

bool arm_names_have(const struct arm_names *names, const char *name)
{
    for (int i = 0; i < names->count; i++)
        if (!strcmp(names->list[i], name)) return true;
    return false;
}

void grid_add_arms(const struct grid *g, struct arm_names *names)
{
    for (int i = 0; i < g->arm_count; i++) {
        if (arm_names_have(names, g->arms[i].name)) continue;
        names->list = xgrow(names->list, (size_t)names->count + 1, sizeof *names->list);
        names->list[names->count++] = g->arms[i].name;
    }
    for (int i = 0; i < g->grid_count; i++) grid_add_arms(&g->grids[i], names);
}

/* ---- freeing ---- */

static void arm_free(struct grid_arm *arm)
{
    free(arm->name);
    free(arm->label);
    settings_free(&arm->set);
}

static void rule_free(struct rule *rule)
{
    free(rule->text);
    free(rule->because);
    formula_free(rule->formula);
}

void grid_free(struct grid *g)
{
    settings_free(&g->fixed);
    settings_free(&g->factors);
    for (int i = 0; i < g->zip_count; i++) settings_free(&g->zips[i]);
    for (int i = 0; i < g->arm_count; i++) arm_free(&g->arms[i]);
    for (int i = 0; i < g->derive_count; i++) {
        free(g->derive[i].text);
        formula_free(g->derive[i].formula);
    }
    for (int i = 0; i < g->rule_count; i++) rule_free(&g->rules[i]);
    for (int i = 0; i < g->grid_count; i++) grid_free(&g->grids[i]);
    free(g->zips);
    free(g->arms);
    free(g->derive);
    free(g->rules);
    free(g->grids);
    *g = (struct grid){0};
}
