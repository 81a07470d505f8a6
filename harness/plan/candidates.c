/* SPDX-License-Identifier: MIT
 * From all cells of a grid to those that are wanted (expand.h): arms, rules, merging. */
#define _GNU_SOURCE
#include "base/cell.h"
#include "harness/plan/expand.h"

#include <jansson.h>
#include <search.h>
#include <stdlib.h>
#include <string.h>

/* Of so many errors nobody reads the rest, and each is compared with all before it. */
enum { MOST_REPORTED = 1000 };

void report_once(const struct planning *planning, struct yaml_place p, char *message)
{
    struct diags *diags = planning->diags;
    bool seen = diags->count >= MOST_REPORTED;
    for (int i = 0; i < diags->count && !seen; i++)
        seen = diags->list[i].line == p.line && diags->list[i].column == p.column &&
               !strcmp(diags->list[i].message, message);
    if (!seen) diag_add(diags, p.file, p.line, p.column, "%s", message);
    free(message);
}

void planning_note(const struct planning *p, const char *what, int before, int after)
{
    if (p->note) p->note(p->context, what, before, after);
}

const char *candidate_at(const struct candidate *c, int axis)
{
    return axis < 0 ? NULL : c->values.values[axis];
}

const char *planning_axis(const struct planning *p, int axis) { return p->axes->list[axis].name; }

void set_add(json_t *set, const char *member) { json_object_set_new(set, member, json_true()); }

json_t *member_set(json_t *object, const char *key)
{
    json_t *found = json_object_get(object, key);
    if (!found) json_object_set_new(object, key, found = json_object());
    return found;
}

struct formula_value candidate_value(void *context, const char *name)
{
    const struct candidate_values *of = context;
    if (strcmp(name, "arm")) return resolved_value(of->axes, &of->candidate->values, name);
    const char *arm = of->candidate->arm ? of->candidate->arm->name : "";
    return (struct formula_value){FORMULA_TEXT, 0, arm};
}

/* Quiet axes at their defaults follow the others. */
static bool sets_apart(const struct candidate *c, int axis, const struct spec *spec,
                       const struct axes *axes)
{
    return c->values.values[axis] && !c->values.hidden[axis] && !spec_compares(spec, axes, axis) &&
           !spec_tunes(spec, axes, axis) && strcmp(axes->list[axis].name, "seed");
}

char *candidate_condition(const struct candidate *c, const struct spec *spec,
                          const struct axes *axes)
{
    struct text key = {0};
    text_add_bytes(&key, "", 0);
    for (int a = 0; a < axes->count; a++)
        if (sets_apart(c, a, spec, axes))
            cell_append(&key, axes->list[a].name, c->values.values[a]);
    return key.data;
}

static bool passes(const struct planning *x, const struct rule *rule, const struct candidate *c)
{
    struct candidate_values values = {x->axes, c};
    struct formula_value value;
    char *error;
    if (formula_eval(rule->formula, candidate_value, &values, &value, &error))
        return formula_true(value) == rule->require;
    /* A rule about an axis that a cell does not have says nothing about it. */
    if (value.type == FORMULA_ABSENT) return free(error), true;
    report_once(x, rule->place,
                xformat("key %s: in the formula '%s': %s", rule->require ? "require" : "exclude",
                        rule->text, error));
    free(error);
    return true;
}

static void apply_rule(struct candidates *all, const struct planning *p, const struct rule *rule,
                       int first)
{
    int before = all->count;
    for (int i = first; i < all->count; i++) all->list[i]->kept = passes(p, rule, all->list[i]);
    candidates_compact(all);
    char *why = rule->because ? xformat(" (%s)", rule->because) : xstrdup("");
    char *what = xformat("%s %s%s", rule->require ? "require" : "exclude", rule->text, why);
    planning_note(p, what, before, all->count);
    free(what);
    free(why);
}

void candidates_apply_rules(struct candidates *all, const struct planning *p, const struct grid *g,
                            int first)
{
    for (int i = 0; i < g->rule_count; i++) apply_rule(all, p, &g->rules[i], first);
}

void candidates_keep_arms(struct candidates *all, const struct planning *p, const struct spec *spec)
{
    int before = all->count;
    if (!spec->keep_count) return;
    for (int i = 0; i < all->count; i++) {
        struct candidate *c = all->list[i];
        c->kept = !c->arm;
        for (int k = 0; k < spec->keep_count; k++)
            c->kept |= c->arm && !strcmp(c->arm->name, spec->keep_arms[k]);
    }
    candidates_compact(all);
    planning_note(p, "arms of the tier", before, all->count);
}

static int by_string(const void *a, const void *b)
{
    return strcmp(((const struct candidate *)a)->string, ((const struct candidate *)b)->string);
}

static void nothing(void *node) { (void)node; }

void candidates_merge(struct candidates *all, const struct planning *p)
{
    void *seen = NULL;
    int before = all->count;
    struct candidate **kept_as = xarray((size_t)before, sizeof *kept_as);
    for (int i = 0; i < before; i++) {
        struct candidate *c = all->list[i];
        kept_as[i] = *(struct candidate **)tsearch(c, &seen, by_string);
        c->kept = kept_as[i] == c;
    }
    tdestroy(seen, nothing);
    candidates_check_same(all, kept_as, p);
    free(kept_as);
    candidates_compact(all);
    if (all->count != before)
        planning_note(p, "merged (cells asked for more than once)", before, all->count);
}

static void candidate_free(struct candidate *c)
{
    free(c->string);
    free(c->baseline);
    resolved_free(&c->values);
    free(c);
}

void candidates_compact(struct candidates *all)
{
    int kept = 0;
    for (int i = 0; i < all->count; i++) {
        if (all->list[i]->kept)
            all->list[kept++] = all->list[i];
        else
            candidate_free(all->list[i]);
    }
    all->count = kept;
}

void candidates_free(struct candidates *all)
{
    for (int i = 0; i < all->count; i++) candidate_free(all->list[i]);
    free(all->list);
    *all = (struct candidates){0};
}

/* ==== Which baseline an arm has that would be its own (candidates_find_baselines in expand.h). A
 * cell's baseline is the same point with the baseline's arm. Where what the arm changes is
 * derived by its grid, as a wider feed-forward net is, that point has it too, and is the
 * cell itself. Then it is the baseline's cell in the same condition, of several the one most
 * like it: that one stands beside it in a round, and is kept where a filter keeps the arm. ==== */

static bool is_own(const struct candidate *c, const struct spec *spec)
{
    return c->arm && c->baseline && !strcmp(c->baseline, c->string) &&
           strcmp(c->arm->name, spec->baseline) != 0;
}

/* The condition, with the seed and the tuned value. */
static char *place_of(const struct candidate *c, const struct spec *spec, const struct axes *axes)
{
    struct text key = {0};
    char *condition = candidate_condition(c, spec, axes);
    text_add(&key, "%s", condition);
    for (int a = 0; a < axes->count; a++)
        if (c->values.values[a] &&
            (spec_tunes(spec, axes, a) || !strcmp(axes->list[a].name, "seed")))
            cell_append(&key, axes->list[a].name, c->values.values[a]);
    free(condition);
    return key.data;
}

static int likeness(const struct candidate *x, const struct candidate *y, const struct axes *axes)
{
    int same = 0;
    for (int a = 0; a < axes->count; a++) {
        const char *own = x->values.values[a], *other = y->values.values[a];
        same += own && other && !strcmp(own, other);
    }
    return same;
}

/* The cells of the baseline's arm: {place: [their places in all]}. */
static json_t *baselines_by_place(const struct candidates *all, const struct spec *spec,
                                  const struct axes *axes)
{
    json_t *by_place = json_object();
    for (int i = 0; i < all->count; i++) {
        const struct candidate *c = all->list[i];
        if (!c->arm || strcmp(c->arm->name, spec->baseline)) continue;
        char *place = place_of(c, spec, axes);
        if (!json_object_get(by_place, place)) json_object_set_new(by_place, place, json_array());
        json_array_append_new(json_object_get(by_place, place), json_integer(i));
        free(place);
    }
    return by_place;
}

/* NULL: there is none. */
static const struct candidate *most_like(const struct candidates *all, const json_t *list,
                                         const struct candidate *c, const struct axes *axes)
{
    const struct candidate *found = NULL;
    int most = -1;
    json_t *at;
    size_t i;
    json_array_foreach(list, i, at)
    {
        const struct candidate *other = all->list[json_integer_value(at)];
        int same = likeness(c, other, axes);
        if (same > most) found = other, most = same;
    }
    return found;
}

void candidates_find_baselines(struct candidates *all, const struct spec *spec,
                               const struct axes *axes)
{
    if (!spec->baseline || spec->baseline_is_map) return;
    json_t *by_place = baselines_by_place(all, spec, axes);
    for (int i = 0; i < all->count; i++) {
        struct candidate *c = all->list[i];
        if (!is_own(c, spec)) continue;
        char *place = place_of(c, spec, axes);
        const struct candidate *other = most_like(all, json_object_get(by_place, place), c, axes);
        free(place);
        if (!other) continue;
        free(c->baseline);
        c->baseline = xstrdup(other->string);
    }
    json_decref(by_place);
}
