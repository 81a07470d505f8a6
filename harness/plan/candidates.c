/* SPDX-License-Identifier: MIT
 * Reduces the cells of a grid to the planned cells (expand.h). Applies the tier's list of arms and
 * the rules, merges equal cells, finds baselines, and matches FLOPs. */
#define _GNU_SOURCE /* needed for vasprintf() */
#include "base/cell.h"
#include "harness/plan/expand.h"
#include "harness/plan/plan.h"

#include <jansson.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

/* maximum number of errors; limited because each new error is compared with all earlier ones */
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
    struct plan *plan = p->plan;
    if (!plan) return;
    plan->steps = xgrow(plan->steps, (size_t)plan->step_count + 1, sizeof *plan->steps);
    plan->steps[plan->step_count++] =
        (struct plan_step){plan->spec_count - 1, xstrdup(what), before, after};
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

char *candidate_part(const struct candidate *c, const struct spec *spec, const struct axes *axes,
                     enum candidate_part part)
{
    struct text key = {0};
    text_add_bytes(&key, "", 0);
    for (int a = 0; a < axes->count; a++) {
        bool seed = spec_tunes(spec, axes, a) || !strcmp(axes->list[a].name, "seed");
        bool listed =
            !c->values.hidden[a] && (part == PART_FAMILY || !spec_compares(spec, axes, a));
        if (c->values.values[a] && (seed ? part == PART_SEED : listed))
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
    /* if the cell lacks an axis of the formula, the rule does not apply */
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

static void keep_arms(struct candidates *all, const struct planning *p, const struct spec *spec)
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
    planning_note(p, "arms listed by the tier", before, all->count);
}

/* ---- equal cells ---- */

/* Reports arms without a unique cell: every cell equals a cell of another arm. Arms with
 * match_flops are exempt, because matching may give an arm the same cells as the baseline. */
static void check_same_arms(const struct candidates *all, const int *kept_as,
                            const struct planning *p)
{
    /* arms that have a unique cell or were already reported */
    json_t *arms = json_object();
    for (int i = 0; i < all->count; i++)
        if (all->list[i]->kept && all->list[i]->arm)
            number_of_text(arms, all->list[i]->arm->name, 0);
    for (int i = 0; i < all->count; i++) {
        const struct grid_arm *arm = all->list[i]->arm, *other = all->list[kept_as[i]]->arm;
        if (!arm || !other || arm->match_flops || json_object_get(arms, arm->name)) continue;
        number_of_text(arms, arm->name, 0);
        report_once(p, arm->place,
                    "key arms: %s has the same settings as %s (%s:%d), expected different settings",
                    arm->name, other->name, other->place.file, other->place.line);
    }
    json_decref(arms);
}

static void merge_equal(struct candidates *all, const struct planning *p)
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
    if (all->count != before) planning_note(p, "equal cells merged", before, all->count);
}

/* ---- baselines ----
 *
 * The baseline of a cell is the cell at the same grid point with the baseline's arm.
 *
 * If an arm changes only derived axes, such as the width of the FFN, both cells may be equal. The
 * planner then chooses another cell of the baseline's arm in the same condition: the cell with the
 * most equal values. */

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

static void find_baselines(struct candidates *all, const struct spec *spec, const struct axes *axes)
{
    if (!spec->baseline || spec->baseline_is_map) return;
    json_t *baselines = json_object(); /* maps condition and seed to a cell of the baseline's arm */
    for (int pass = 0; pass < 2; pass++)
        for (int i = 0; i < all->count; i++) {
            struct candidate *c = all->list[i];
            bool of_baseline = c->arm && !strcmp(c->arm->name, spec->baseline);
            bool own = c->arm && !of_baseline && c->baseline && !strcmp(c->baseline, c->string);
            if (pass ? !own : !of_baseline) continue;
            char *key = candidate_part(c, spec, axes, PART_SEED);
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

/* ---- match: flops ----
 *
 * The worker predicts FLOPs. The number of steps is rounded:
 *
 *   steps = steps of the baseline * FLOPs per step of the baseline / FLOPs per step of the arm */

/* Pairs of cells: a candidate with match_flops, then the baseline of this candidate. */
struct pairs {
    struct candidate **list;
    const char **cells; /* complete cell strings */
    double *flops;
    int count;
};

static struct pairs pairs_of(const struct candidates *all, const struct axes *axes)
{
    size_t most = 2 * (size_t)all->count;
    struct pairs p = {xarray(most, sizeof *p.list), xarray(most, sizeof *p.cells),
                      xarray(most, sizeof *p.flops), 0};
    json_t *index = candidates_by_string(all);
    for (int i = 0; i < all->count; i++) {
        struct candidate *c = all->list[i];
        bool matched = c->arm && c->arm->match_flops && c->baseline;
        const json_t *baseline = matched ? json_object_get(index, c->baseline) : NULL;
        if (!baseline) continue; /* check_baselines() reports a missing baseline */
        p.list[p.count] = c;
        p.list[p.count + 1] = all->list[json_integer_value(baseline)];
        for (int k = 0; k < 2; k++, p.count++)
            p.cells[p.count] = resolved_complete(axes, &p.list[p.count]->values);
    }
    json_decref(index);
    return p;
}

static void pairs_free(struct pairs *p)
{
    for (int i = 0; i < p->count; i++) free((char *)p->cells[i]);
    free(p->cells);
    free(p->list);
    free(p->flops);
}

/* Resolves a candidate again with a new number of steps. */
static void set_steps(struct candidate *c, int axis, double steps, const struct planning *p)
{
    int culprit;
    char *error;
    c->given.values[axis] = interned_keep(p->axes->values, xformat("%.0f", fmax(1, round(steps))));
    resolved_free(&c->values);
    free(c->string);
    if (!axes_resolve(p->axes, &c->given, &c->values, &culprit, &error)) {
        report_once(p, c->arm->match_place, "key match: %s: %s", p->axes->list[culprit].name,
                    error);
        free(error);
    }
    c->string = resolved_string(p->axes, &c->values);
}

static void match_flops(struct candidates *all, const struct planning *p)
{
    int axis = axes_find(p->axes, "steps");
    const struct plan_options *o = p->options;
    if (!o || axis < 0) return;
    struct pairs pairs = pairs_of(all, p->axes);
    char *error = NULL;
    if (pairs.count && !o->predict_flops)
        error = xstrdup("this worker cannot predict FLOPs");
    else if (pairs.count)
        o->predict_flops(pairs.cells, pairs.count, pairs.flops, &error);
    for (int i = 0; i < pairs.count; i += 2) {
        const struct yaml_place place = pairs.list[i]->arm->match_place;
        /* FLOPs of the baseline / FLOPs of the arm, each for a whole training run */
        double ratio = pairs.flops[i + 1] / pairs.flops[i];
        const char *steps = candidate_at(pairs.list[i], axis);
        if (error)
            report_once(p, place, "key match: %s", error);
        else if (!isfinite(ratio) || ratio <= 0 || !steps)
            report_once(p, place, "key match: the worker cannot predict the FLOPs of %s",
                        pairs.cells[i]);
        else
            set_steps(pairs.list[i], axis, strtod(steps, NULL) * ratio, p);
    }
    free(error);
    pairs_free(&pairs);
}

void candidates_reduce(struct candidates *all, const struct spec *spec, const struct planning *p)
{
    keep_arms(all, p, spec);
    candidates_apply_rules(all, p, &spec->grid, 0);
    find_baselines(all, spec, p->axes);
    match_flops(all, p);
    merge_equal(all, p);
}
