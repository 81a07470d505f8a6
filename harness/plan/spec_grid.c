/* SPDX-License-Identifier: MIT
 * Reads the keys of a grid: fixed, factors, seeds, zip, arms, derive, rules (spec_read.h). */
#include "base/utf8.h"
#include "harness/plan/spec_read.h"

#include <stdlib.h>
#include <string.h>

void read_fixed(struct reader *r, const struct yaml_entry *e, void *to)
{
    read_settings(r, e->key, e->value, true, to);
}

void read_factors(struct reader *r, const struct yaml_entry *e, void *to)
{
    read_settings(r, e->key, e->value, false, to);
}

/* `seeds: 1-3` is an abbreviation of `factors: {seed: 1-3}`. */
void read_seeds(struct reader *r, const struct yaml_entry *e, void *to)
{
    struct settings *factors = to;
    struct setting s = {.axis = axes_find(r->axes, "seed"), .place = e->place};
    if (s.axis < 0)
        fault_at(r->diags, e->place, "key %s: this worker has no axis seed", e->key);
    else if (read_values(r, e->value, e->key, false, &s))
        settings_add(factors, s);
    else
        setting_free(&s);
}

/* ---- zip ---- */

static void read_zip_group(struct reader *r, const struct yaml *map, struct settings *group)
{
    read_settings(r, "zip", map, false, group);
    for (int i = 1; i < group->count; i++) {
        const struct setting *s = &group->list[i], *first = &group->list[0];
        if (s->value_count != first->value_count)
            fault_at(r->diags, s->place,
                     "key zip: found %d values of %s and %d of %s, expected lists of equal length",
                     s->value_count, r->axes->list[s->axis].name, first->value_count,
                     r->axes->list[first->axis].name);
    }
}

void read_zip(struct reader *r, const struct yaml_entry *e, void *to)
{
    struct grid *g = to;
    if (!is_kind(r, e, YAML_LIST)) return;
    g->zips = xarray((size_t)e->value->count, sizeof *g->zips);
    g->zip_count = e->value->count;
    for (int i = 0; i < e->value->count; i++) read_zip_group(r, e->value->items[i], &g->zips[i]);
}

/* ---- arms ---- */

static void read_arm_key(struct reader *r, const struct yaml_entry *e, struct grid_arm *arm)
{
    static const char *const matches[] = {"flops", NULL};
    if (!strcmp(e->key, "label")) {
        arm->label = read_line(r, e);
        if (arm->label) check_label(r, e);
    } else if (!strcmp(e->key, "match")) {
        char *match = read_word(r, e, matches);
        arm->match_flops = match;
        arm->match_place = e->place;
        free(match);
    } else
        read_setting(r, arm->name, e, true, &arm->set);
}

static void read_arm(struct reader *r, const struct yaml_entry *e, struct grid_arm *arm)
{
    *arm = (struct grid_arm){.name = xstrdup(e->key), .place = e->place};
    if (!*e->key || !utf8_is_line(e->key))
        fault_at(r->diags, e->place,
                 "key arms: the name of an arm must be one line that is not empty");
    bool empty = e->value->kind == YAML_SCALAR && e->value->plain && !*e->value->text;
    if (empty || !is_kind(r, e, YAML_MAP))
        return; /* an arm without settings, such as `plain:`, uses all defaults */
    for (int i = 0; i < e->value->count; i++) read_arm_key(r, &e->value->entries[i], arm);
}

void read_arms(struct reader *r, const struct yaml_entry *e, void *to)
{
    struct grid *g = to;
    if (!is_kind(r, e, YAML_MAP)) return;
    g->arms = xarray((size_t)e->value->count, sizeof *g->arms);
    g->arm_count = e->value->count;
    for (int i = 0; i < e->value->count; i++) read_arm(r, &e->value->entries[i], &g->arms[i]);
    if (!g->arm_count)
        fault_at(r->diags, e->value->place,
                 "key arms: found an empty map, expected at least one arm");
}

/* Reads the key `arms` of a tier, a list of the arms to keep. */
void read_keep_arms(struct reader *r, const struct yaml_entry *e, void *to)
{
    struct spec *s = to;
    read_names(r, e, &s->keep_arms, &s->keep_count);
}

/* ---- derive, rules ---- */

void read_derive(struct reader *r, const struct yaml_entry *e, void *to)
{
    struct grid *g = to;
    if (!is_kind(r, e, YAML_MAP)) return;
    g->derive = xarray((size_t)e->value->count, sizeof *g->derive);
    for (int i = 0; i < e->value->count; i++) {
        const struct yaml_entry *item = &e->value->entries[i];
        int axis = read_axis(r, item, e->key);
        struct formula *f = read_formula(r, item->value, item->key, false);
        if (axis < 0 || !f)
            formula_free(f);
        else
            g->derive[g->derive_count++] =
                (struct derivation){.axis = axis, .formula = f, .place = item->value->place};
    }
}

static void read_rule_formula(struct reader *r, const struct yaml_entry *e, void *to)
{
    struct rule *rule = to;
    if (rule->text) {
        fault_at(r->diags, e->place,
                 "key %s: found a second formula, expected one formula per rule", e->key);
        return;
    }
    rule->require = !strcmp(e->key, "require");
    rule->formula = read_formula(r, e->value, e->key, true);
    rule->text = xstrdup(scalar_text(e->value));
    rule->place = e->value->place;
}

/* Reads a rule: {exclude: formula, because: text} or {require: formula, because: text}. */
static void read_rule(struct reader *r, const struct yaml *map, struct grid *g)
{
    static const struct member members[] = {
        {"exclude", read_rule_formula, 0},
        {"require", read_rule_formula, 0},
        {"because", read_line_field, offsetof(struct rule, because)},
        {0}};
    struct rule rule = {.place = map->place};
    read_members(r, map, "rules", members, &rule);
    if (!rule.text) refuse_node(r, map, "rules", "{exclude: formula, because: reason}");
    g->rules = xgrow(g->rules, (size_t)g->rule_count + 1, sizeof *g->rules);
    g->rules[g->rule_count++] = rule;
}

void read_rules(struct reader *r, const struct yaml_entry *e, void *to)
{
    if (!is_kind(r, e, YAML_LIST)) return;
    for (int i = 0; i < e->value->count; i++) read_rule(r, e->value->items[i], to);
}

/* ---- names of arms ---- */

void grid_add_arms(const struct grid *g, struct listing *names)
{
    for (int i = 0; i < g->arm_count; i++) listing_add_once(names, g->arms[i].name);
    for (int i = 0; i < g->grid_count; i++) grid_add_arms(&g->grids[i], names);
}

/* ---- freeing ---- */

void grid_free(struct grid *g)
{
    settings_free(&g->fixed);
    settings_free(&g->factors);
    for (int i = 0; i < g->zip_count; i++) settings_free(&g->zips[i]);
    for (int i = 0; i < g->arm_count; i++) {
        free(g->arms[i].name);
        free(g->arms[i].label);
        settings_free(&g->arms[i].set);
    }
    for (int i = 0; i < g->derive_count; i++) formula_free(g->derive[i].formula);
    for (int i = 0; i < g->rule_count; i++) {
        free(g->rules[i].text);
        free(g->rules[i].because);
        formula_free(g->rules[i].formula);
    }
    for (int i = 0; i < g->grid_count; i++) grid_free(&g->grids[i]);
    free(g->zips);
    free(g->arms);
    free(g->derive);
    free(g->rules);
    free(g->grids);
    *g = (struct grid){0};
}
