/* SPDX-License-Identifier: MIT
 * Reduces the cells of a grid to the planned cells: applies the arms of the tier and the rules,
 * merges equal cells, and finds baselines (expand.h). */
#define _GNU_SOURCE /* needed for vasprintf() */
#include "base/cell.h"
#include "harness/plan/expand.h"

#include <jansson.h>
#include <stdlib.h>
#include <string.h>

/* maximum number of reported errors; limited because each new error is compared with all earlier
 * ones */
enum { MOST_REPORTED = 1000 };

void report_once(const struct planning *planning, struct yaml_place p, const char *format, ...)
{
    struct diags *diags = planning->diags;
    bool seen = diags->count >= MOST_REPORTED;
    char *message = NULL;
    va_list arguments;
    va_start(arguments, format);
    require(vasprintf(&message, format, arguments) >= 0);
    va_end(arguments);
    for (int i = 0; i < diags->count && !seen; i++)
        seen = diags->list[i].line == p.line && diags->list[i].column == p.column &&
               !strcmp(diags->list[i].message, message);
    if (!seen) fault_at(diags, p, "%s", message);
    free(message);
}

void planning_note(const struct planning *p, const char *what, int before, int after)
{
    if (p->note) p->note(p->context, what, before, after);
}

int number_of_text(json_t *numbers, const char *text, int next)
{
    const json_t *known = json_object_get(numbers, text);
    if (known) return (int)json_integer_value(known);
    json_object_set_new(numbers, text, json_integer(next));
    return next;
}

/* ---- one candidate ---- */

const char *candidate_at(const struct candidate *c, int axis)
{
    return axis < 0 ? NULL : c->values.values[axis];
}

struct formula_value candidate_value(void *context, const char *name)
{
    const struct candidate_values *of = context;
    if (strcmp(name, "arm")) return resolved_value(of->axes, &of->candidate->values, name);
    const char *arm = of->candidate->arm ? of->candidate->arm->name : "";
    return (struct formula_value){FORMULA_TEXT, 0, arm};
}

/* Returns the condition of a cell. Axes that cell strings omit at their default values are not
 * included, because a default may depend on other axes. */
char *candidate_condition(const struct candidate *c, const struct spec *spec,
                          const struct axes *axes, bool with_seed)
{
    struct text key = {0};
    text_add_bytes(&key, "", 0);
    for (int a = 0; a < axes->count; a++) {
        bool seed = spec_tunes(spec, axes, a) || !strcmp(axes->list[a].name, "seed");
        bool separates = !c->values.hidden[a] && !spec_compares(spec, axes, a);
        if (c->values.values[a] && (seed ? with_seed : separates))
            cell_append(&key, axes->list[a].name, c->values.values[a]);
    }
    return key.data;
}

static void candidate_free(struct candidate *c)
{
    free(c->string);
    free(c->baseline);
    resolved_free(&c->values);
    free(c->given.values);
    free(c->given.formulas);
    free(c);
}

/* ---- lists ---- */

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

json_t *candidates_by_string(const struct candidates *all)
{
    json_t *index = json_object();
    for (int i = 0; i < all->count; i++) number_of_text(index, all->list[i]->string, i);
    return index;
}

/* ---- rules, arms of the tier ---- */

static bool passes(const struct planning *x, const struct rule *rule, const struct candidate *c)
{
    struct candidate_values values = {x->axes, c};
    struct formula_value value;
    char *error;
    if (formula_eval(rule->formula, candidate_value, &values, &value, &error))
        return formula_true(value) == rule->require;
    /* a rule does not apply to cells that lack an axis of its formula */
    if (value.type != FORMULA_ABSENT)
        report_once(x, rule->place, "key %s: in the formula '%s': %s",
                    rule->require ? "require" : "exclude", rule->text, error);
    free(error);
    return true;
}

static void apply_rule(struct candidates *all, const struct planning *p, const struct rule *rule,
                       int first)
{
    int before = all->count;
    for (int i = first; i < all->count; i++) all->list[i]->kept = passes(p, rule, all->list[i]);
    candidates_compact(all);
    bool why = rule->because;
    char *what = xformat("%s %s%s%s%s", rule->require ? "require" : "exclude", rule->text,
                         why ? " (" : "", why ? rule->because : "", why ? ")" : "");
    planning_note(p, what, before, all->count);
    free(what);
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

/* ---- equal cells ---- */

/* Reports each arm whose cells are all equal to cells of a different arm. An arm with match_flops
 * is exempt, because its FLOPs may equal the baseline's. */
static void check_same_arms(const struct candidates *all, const int *kept_as,
                            const struct planning *p)
{
    /* names of arms that have their own cell or were already reported */
    json_t *arms = json_object();
    for (int i = 0; i < all->count; i++)
        if (all->list[i]->kept && all->list[i]->arm)
            number_of_text(arms, all->list[i]->arm->name, 0);
    for (int i = 0; i < all->count; i++) {
        const struct grid_arm *arm = all->list[i]->arm, *other = all->list[kept_as[i]]->arm;
        if (!arm || !other || arm->match_flops || json_object_get(arms, arm->name)) continue;
        number_of_text(arms, arm->name, 0);
        report_once(p, arm->place,
                    "key arms: %s has the same settings as %s (%s:%d), expected different arms",
                    arm->name, other->name, other->place.file, other->place.line);
    }
    json_decref(arms);
}

void candidates_merge(struct candidates *all, const struct planning *p)
{
    int before = all->count, *kept_as = xarray((size_t)before, sizeof *kept_as);
    json_t *index = candidates_by_string(all);
    for (int i = 0; i < before; i++) {
        kept_as[i] = number_of_text(index, all->list[i]->string, i);
        all->list[i]->kept = kept_as[i] == i;
    }
    check_same_arms(all, kept_as, p);
    candidates_compact(all);
    free(kept_as);
    json_decref(index);
    if (all->count != before) planning_note(p, "merged (equal cells)", before, all->count);
}

/* ---- baselines ----
 *
 * The baseline of a cell is the same point of the grid with the baseline's arm. If the cell's arm
 * changes only derived axes, such as the width of the FFN, this point is the cell itself. Another
 * baseline is then chosen among the cells of the baseline's arm in the same condition: the cell
 * that shares most values. */

static int shared_values(const struct candidate *x, const struct candidate *y, int axes)
{
    int count = 0;
    for (int a = 0; a < axes; a++) {
        const char *own = x->values.values[a], *other = y->values.values[a];
        count += own && other && !strcmp(own, other);
    }
    return count;
}

static const struct candidate *most_similar(const struct candidates *all, const json_t *list,
                                            const struct candidate *c, const struct axes *axes)
{
    const struct candidate *found = NULL;
    int most = -1;
    for (size_t i = 0; i < json_array_size(list); i++) {
        const struct candidate *other = all->list[json_integer_value(json_array_get(list, i))];
        int shared = shared_values(c, other, axes->count);
        if (shared > most) found = other, most = shared;
    }
    return found;
}

void candidates_find_baselines(struct candidates *all, const struct spec *spec,
                               const struct axes *axes)
{
    if (!spec->baseline || spec->baseline_is_map) return;
    json_t *baselines = json_object(); /* cells of the baseline's arm for each condition and seed */
    for (int pass = 0; pass < 2; pass++)
        for (int i = 0; i < all->count; i++) {
            struct candidate *c = all->list[i];
            bool of_baseline = c->arm && !strcmp(c->arm->name, spec->baseline);
            bool own = c->arm && !of_baseline && c->baseline && !strcmp(c->baseline, c->string);
            if (pass ? !own : !of_baseline) continue;
            char *key = candidate_condition(c, spec, axes, true);
            json_t *list = json_object_get(baselines, key);
            if (!pass) {
                if (!list) json_object_set_new(baselines, key, list = json_array());
                json_array_append_new(list, json_integer(i));
            } else if (list) {
                free(c->baseline);
                c->baseline = xstrdup(most_similar(all, list, c, axes)->string);
            }
            free(key);
        }
    json_decref(baselines);
}
