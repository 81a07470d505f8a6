/* SPDX-License-Identifier: MIT
 * Finds user errors that involve several keys (expand.h). Without these checks, the errors would
 * appear only after all measurements. */
#include "base/metric_names.h"
#include "base/nearest.h"
#include "harness/plan/expand.h"

#include <stdlib.h>
#include <string.h>

static const char *axis_name(const struct planning *p, int axis)
{
    return p->axes->list[axis].name;
}

/* ---- baselines: cells of the grid, for training runs in the same condition ---- */

/* Reports the first condition axis in which an arm's cell and its baseline differ. */
static void refuse_condition(const struct planning *p, const struct spec *spec,
                             const struct candidate *c, const struct candidate *baseline)
{
    const struct setting *set = NULL;
    for (int i = 0; i < c->arm->set.count && !set; i++) {
        const struct setting *s = &c->arm->set.list[i];
        const char *own = candidate_at(c, s->axis), *other = candidate_at(baseline, s->axis);
        if (!spec_compares(spec, p->axes, s->axis) && own && strcmp(own, other ? other : ""))
            set = s;
    }
    report_once(
        p, set ? set->place : c->arm->place,
        "key %s: the arm %s differs from its baseline %s in an axis of conditions, which arms "
        "cannot change; make %s a factor, or add a member of grids in which %s has this value",
        set ? axis_name(p, set->axis) : "arms", c->arm->name, spec->baseline,
        set ? axis_name(p, set->axis) : "it", spec->baseline);
}

/* Returns a JSON object whose keys are the conditions of the baseline's cells. */
static json_t *baseline_conditions(const struct spec *spec, const struct candidates *all,
                                   const struct axes *axes)
{
    json_t *conditions = json_object();
    for (int i = 0; i < all->count; i++) {
        const struct candidate *c = all->list[i];
        if (!c->arm || strcmp(c->arm->name, spec->baseline)) continue;
        char *key = candidate_part(c, spec, axes, PART_CONDITION);
        number_of_text(conditions, key, 0);
        free(key);
    }
    return conditions;
}

static void check_baselines(const struct spec *spec, const struct candidates *all,
                            const struct planning *p)
{
    if (!spec->baseline) return;
    bool compared = spec_trains(spec) && !spec->baseline_is_map;
    json_t *index = candidates_by_string(all);
    json_t *conditions = compared ? baseline_conditions(spec, all, p->axes) : NULL;
    for (int i = 0; i < all->count; i++) {
        const struct candidate *c = all->list[i];
        const json_t *at = c->baseline ? json_object_get(index, c->baseline) : NULL;
        if (c->baseline && !at) {
            report_once(p, spec->baseline_place,
                        "key baseline: the baseline of %s is not in the grid; add %s", c->string,
                        c->baseline);
            break;
        }
        if (!at || !c->arm || !compared || c->arm->match_flops) continue;
        const struct candidate *baseline = all->list[json_integer_value(at)];
        char *own = candidate_part(c, spec, p->axes, PART_CONDITION);
        char *other = candidate_part(baseline, spec, p->axes, PART_CONDITION);
        if (strcmp(own, other) && !json_object_get(conditions, own))
            refuse_condition(p, spec, c, baseline);
        free(own);
        free(other);
    }
    json_decref(index);
    json_decref(conditions);
}

/* ---- tuning ---- */

/* Checks that some cell has a tuning seed, and that some cells differ only in the tuned axis. */
static void check_tuning(const struct spec *s, const struct candidates *all,
                         const struct planning *p)
{
    int tuned = s->tune_axis ? axes_find(p->axes, s->tune_axis) : -1;
    int seed = axes_find(p->axes, "seed");
    json_t *values = json_object(), *families = json_object();
    bool tried = false, choice = false;
    for (int i = 0; i < all->count && tuned >= 0; i++) {
        const struct candidate *c = all->list[i];
        const char *value = candidate_at(c, tuned);
        if (!value) continue;
        char *part = candidate_part(c, s, p->axes, PART_FAMILY);
        char *key = xformat("%s %s", c->arm ? c->arm->name : "", part);
        int number = number_of_text(values, value, (int)json_object_size(values));
        choice |= number_of_text(families, key, number) != number;
        tried |= spec_tuning_place(s, candidate_at(c, seed)) >= 0;
        free(part);
        free(key);
    }
    if (json_object_size(values) > 1 && !tried)
        report_once(p, s->tune_place,
                    "key tune: no cell has a tuning seed, so no value of %s can be chosen; add the "
                    "key `seeds`, and let all rules keep the tuning seeds",
                    s->tune_axis);
    else if (json_object_size(values) > 1 && !choice)
        report_once(p, s->tune_place,
                    "key tune: %s depends on another axis in all cells, so there is nothing to "
                    "choose; expected cells that differ only in %s",
                    s->tune_axis, s->tune_axis);
    json_decref(values);
    json_decref(families);
}

/* ---- metric and split are measured in all cells ---- */

/* Returns true if a cell measures the metric. Adds the names of all metrics of the task to `names`.
 */
static bool has_metric(const struct axes *axes, const struct candidate *c, const char *name,
                       struct text *names)
{
    const char *task = axes_value(axes, c->values.values, "task");
    bool known = false, found = false;
    for (int i = 0; task && i < axes->task_count; i++) {
        const struct described_task *t = &axes->tasks[i];
        for (int k = 0; !strcmp(t->name, task) && k < t->count; k++) {
            const struct described_metric *m = &t->metrics[k];
            const char *value = axes_value(axes, c->values.values, m->axis);
            bool measured = !*m->axis;
            for (int v = 0; value && v < m->value_count; v++)
                measured |= !strcmp(m->values[v], value);
            known = true;
            found |= measured && !strcmp(m->name, name);
            text_add(names, names->length ? ", %s" : "%s", m->name);
            if (*m->axis) text_add(names, " (with %s: %s)", m->axis, m->values[0]);
        }
    }
    return found || !known;
}

static void check_judged(const struct spec *spec, const struct candidates *all,
                         const struct planning *p)
{
    int split = spec->split ? axes_find(p->axes, spec->split) : -1;
    bool scored = true, measured = true;
    for (int i = 0; i < all->count && spec_trains(spec); i++) {
        const char *value = candidate_at(all->list[i], split);
        struct text names = {0};
        scored &= split < 0 || (value && !strcmp(value, "yes"));
        if (spec->metric && measured) {
            measured = has_metric(p->axes, all->list[i], spec->metric, &names);
            if (!measured)
                report_once(
                    p, spec->metric_place,
                    "key metric: found %s, which some cells do not measure, expected one of %s",
                    spec->metric, names.data);
        }
        text_free(&names);
    }
    if (!scored)
        report_once(p, spec->split_place,
                    "key split: found %s, which some cells do not score; add `fixed: {%s: yes}`",
                    spec->split, spec->split);
}

/* ---- rules that name unknown arms or choices ---- */

struct rule_check {
    const struct planning *planning;
    const struct rule *rule;
    struct listing arms;
};

static void check_comparison(void *context, const char *name, const char *value)
{
    const struct rule_check *c = context;
    const struct axes *axes = c->planning->axes;
    int axis = axes_find(axes, name);
    char *wrong = NULL;
    if (!strcmp(name, "arm") && !listing_has(&c->arms, value)) {
        struct text out = {0};
        text_add(&out, "found '%s', expected an arm of this question", value);
        add_nearest(&out, value, (const char *const *)c->arms.names, c->arms.count);
        wrong = out.data;
    } else if (axis >= 0 && axes->list[axis].type == AXIS_CHOICE)
        free(axis_canonical(&axes->list[axis], NULL, value, &wrong));
    if (wrong)
        report_once(c->planning, c->rule->place, "key %s: in the formula '%s': %s: %s",
                    c->rule->require ? "require" : "exclude", c->rule->text, name, wrong);
    free(wrong);
}

static void check_rules(struct rule_check *c, const struct grid *g)
{
    for (int i = 0; i < g->rule_count; i++) {
        c->rule = &g->rules[i];
        if (c->rule->formula) formula_compared(c->rule->formula, check_comparison, c);
    }
    for (int i = 0; i < g->grid_count; i++) check_rules(c, &g->grids[i]);
}

/* ---- figures, claims and designs that refer to missing cells ---- */

/* Returns the number of distinct values of an axis, counting at most 2. */
static int count_values(const struct candidates *all, int axis)
{
    const char *first = NULL;
    for (int i = 0; i < all->count; i++) {
        const char *value = candidate_at(all->list[i], axis);
        if (!first) first = value;
        if (value && strcmp(value, first) != 0) return 2;
    }
    return first ? 1 : 0;
}

static void check_where(const struct conditions *where, const struct candidates *all,
                        const struct planning *p)
{
    bool met = !where->set.count;
    for (int i = 0; i < all->count && !met; i++) {
        met = true;
        for (int k = 0; k < where->set.count && met; k++) {
            const char *value = candidate_at(all->list[i], where->set.list[k].axis);
            met = value && setting_has(&where->set.list[k], value);
        }
    }
    if (!met)
        fault_at(p->diags, where->set.list[0].place, "key where: no cell of this question has %s",
                 where->text);
}

static void check_figure_axis(const char *key, struct spec_axis given, int least,
                              const struct candidates *all, const struct planning *p)
{
    if (!given.place.line || given.axis < 0 || count_values(all, given.axis) >= least) return;
    fault_at(p->diags, given.place, "key %s: found '%s', expected an axis with %s", key,
             axis_name(p, given.axis),
             least > 1 ? "several values" : "a value in at least one cell");
}

static void check_figures(const struct spec *spec, const struct candidates *all,
                          const struct planning *p)
{
    for (int i = 0; i < spec->figure_count; i++) {
        const struct spec_figure *f = &spec->figures[i];
        check_figure_axis("x", f->x, 2, all, p);
        for (int k = 0; k < f->panel_count; k++) check_figure_axis("panel", f->panel[k], 1, all, p);
    }
    if (spec->setup_count > 1)
        return; /* with several setups, the cells of a condition may belong to another setup */
    for (int i = 0; i < spec->claim_count; i++) check_where(&spec->claims[i].where, all, p);
    for (int i = 0; i < spec->figure_count; i++) check_where(&spec->figures[i].where, all, p);
}

/* Returns true if differences of a metric may be compared across the values of a condition axis. */
static bool is_comparable(const struct spec *s, const char *axis)
{
    const struct metric *metric = s->metric ? metric_find(s->metric) : NULL;
    bool same_task = strcmp(axis, "data") && strcmp(axis, "task") && strcmp(axis, "tokenizer");
    return same_task || (metric && !metric->higher_is_better);
}

static void check_design_axis(const char *key, struct spec_axis at, bool of_arm,
                              const struct spec *s, const struct candidates *all,
                              const struct planning *p)
{
    const char *axis = axis_name(p, at.axis), *wrong = NULL;
    if (!spec_trains(s))
        wrong = "expected `kind: quality`";
    else if (!strcmp(axis, "seed") || spec_tunes(s, p->axes, at.axis))
        wrong = "expected an axis of arms or conditions";
    else if (count_values(all, at.axis) < 2)
        wrong = "expected an axis with several values";
    else if (!of_arm && !s->baseline)
        wrong = "expected the key `baseline`, because effects are differences from the baseline";
    else if (!of_arm && !is_comparable(s, axis))
        wrong = "expected a metric that is compared by ratio, such as `metric: loss`, because the "
                "values of this axis have different metrics";
    if (wrong) fault_at(p->diags, at.place, "key %s: found %s, %s", key, axis, wrong);
}

static void check_designs(const struct spec *s, const struct candidates *all,
                          const struct planning *p)
{
    const struct spec_axis over = s->scaling.over;
    for (int i = 0; i < s->factorial_count; i++)
        check_design_axis("factorial", s->factorial[i], true, s, all, p);
    for (int i = 0; i < s->interaction_count; i++)
        check_design_axis("factorial", s->interactions[i], false, s, all, p);
    if (s->scaling.asked && spec_compares(s, p->axes, over.axis))
        fault_at(
            p->diags, over.place,
            "key scaling: found an axis of arms, expected an axis of model size such as d_model");
    else if (s->scaling.asked)
        check_design_axis("scaling", over, false, s, all, p);
}

/* ---- settings that apply to no cell ---- */

static void check_used(const struct spec *s, bool used, int axis, struct yaml_place at,
                       const struct planning *p)
{
    const struct axis *a = &p->axes->list[axis];
    struct text when = {0};
    /* a setup may have settings that only other questions use */
    if (used || (s->setup_path && !strcmp(at.file, s->setup_path))) return;
    for (int k = 0; k < a->case_count; k++)
        if (a->cases[k].when_axis >= 0)
            text_add(&when, "%s%s=%s", when.length ? " or " : "",
                     axis_name(p, a->cases[k].when_axis), a->cases[k].when_value);
    fault_at(p->diags, at,
             "key %s: the axis applies to no cell, expected at least one cell with %s", a->name,
             when.data ? when.data : "it");
    text_free(&when);
}

static void check_settings(const struct spec *s, const struct settings *all,
                           const struct planning *p)
{
    for (int i = 0; i < all->count; i++)
        check_used(s, all->list[i].used, all->list[i].axis, all->list[i].place, p);
}

static void check_grid(const struct spec *s, const struct grid *g, const struct planning *p)
{
    check_settings(s, &g->fixed, p);
    check_settings(s, &g->factors, p);
    for (int i = 0; i < g->zip_count; i++) check_settings(s, &g->zips[i], p);
    for (int i = 0; i < g->arm_count; i++) check_settings(s, &g->arms[i].set, p);
    for (int i = 0; i < g->derive_count; i++)
        check_used(s, g->derive[i].used, g->derive[i].axis, g->derive[i].place, p);
    for (int i = 0; i < g->grid_count; i++) check_grid(s, &g->grids[i], p);
}

/* ---- all checks ---- */

void check_written(const struct spec *spec, const struct candidates *all, const struct planning *p)
{
    int before = p->diags->count;
    check_judged(spec, all, p);
    check_grid(spec, &spec->grid, p);
    check_settings(spec, &spec->baseline_set, p);
    check_figures(spec, all, p);
    if (p->diags->count == before) check_designs(spec, all, p);
}

void check_planned(const struct spec *spec, const struct spec *written,
                   const struct candidates *all, const struct planning *p)
{
    struct rule_check c = {.planning = p};
    int before = p->diags->count;
    grid_add_arms(&spec->grid, &c.arms);
    grid_add_arms(&written->grid, &c.arms);
    check_rules(&c, &spec->grid);
    listing_free(&c.arms);
    if (p->diags->count == before) check_baselines(spec, all, p);
    if (p->diags->count == before) check_tuning(spec, all, p);
}
