/* SPDX-License-Identifier: MIT
 * Mistakes that no single key shows (expand.h): without these checks they would be noticed after
 * everything was measured. */
#include "base/cell.h"
#include "base/nearest.h"
#include "harness/plan/plan_rows.h"

#include <stdlib.h>
#include <string.h>

/* ---- arms with the same cells, or the same label ---- */

void candidates_check_same(const struct candidates *all, struct candidate *const *kept_as,
                           const struct planning *p)
{
    json_t *met = json_object();
    for (int i = 0; i < all->count; i++)
        if (all->list[i]->kept && all->list[i]->arm) set_add(met, all->list[i]->arm->name);
    for (int i = 0; i < all->count; i++) {
        const struct grid_arm *arm = all->list[i]->arm, *other = kept_as[i]->arm;
        if (!arm || !other || json_object_get(met, arm->name)) continue;
        set_add(met, arm->name); /* one error per arm */
        report_once(p, arm->place,
                    xformat("key arms: found %s with the same settings as %s (%s:%d), expected "
                            "arms that differ",
                            arm->name, other->name, other->place.file, other->place.line));
    }
    json_decref(met);
}

/* What a cell's row is called in a table: its label and the axes of arms that the question varies.
 */
static char *row_name(const struct candidate *c, const char *label, const struct spec *spec,
                      const struct axes *axes)
{
    struct text name = {0};
    text_add(&name, "%s", label);
    for (int i = 0; i < spec->varied_count; i++) {
        const struct varied_axis *v = &spec->varied[i];
        const char *value = candidate_at(c, v->axis);
        if (v->of_arm && value) cell_append(&name, axes->list[v->axis].name, value);
    }
    return name.data;
}

static void check_labels(const struct spec *spec, const struct candidates *all,
                         const struct planning *p)
{
    json_t *met = json_object(); /* {row: name of its arm} */
    bool refused = false;
    for (int i = 0; i < all->count && !refused; i++) {
        const struct candidate *c = all->list[i];
        if (!c->arm) continue;
        const char *own = c->arm->label ? c->arm->label : c->arm->name;
        char *label = spec_label(spec, p->axes, own, c->values.values);
        char *row = row_name(c, label, spec, p->axes);
        const char *other = json_string_value(json_object_get(met, row));
        refused = other && strcmp(other, c->arm->name);
        if (refused)
            report_once(p, c->arm->place,
                        xformat("key label: found '%s' of both %s and %s, expected labels that "
                                "differ",
                                label, other, c->arm->name));
        if (!other) json_object_set_new(met, row, json_string(c->arm->name));
        free(label);
        free(row);
    }
    json_decref(met);
}

/* ---- baselines: among the cells, and for trainings in the same condition ---- */

/* The setting of the arm that puts it into another condition; NULL: it follows another axis. */
static const struct setting *odd_setting(const struct candidate *c,
                                         const struct candidate *baseline, const struct spec *spec,
                                         const struct axes *axes)
{
    for (int i = 0; i < c->arm->set.count; i++) {
        const struct setting *s = &c->arm->set.list[i];
        const char *own = candidate_at(c, s->axis), *other = candidate_at(baseline, s->axis);
        if (!spec_compares(spec, axes, s->axis) && own && strcmp(own, other ? other : "")) return s;
    }
    return NULL;
}

static void refuse_condition(const struct planning *p, const struct spec *spec,
                             const struct candidate *c, const struct candidate *baseline)
{
    const struct setting *s = odd_setting(c, baseline, spec, p->axes);
    const char *axis = s ? planning_axis(p, s->axis) : "arms";
    char *what = s ? xformat("%s = %s", axis, s->values[0]) : xstrdup("a condition");
    report_once(
        p, s ? s->place : c->arm->place,
        xformat("key %s: found %s in the arm %s, where its baseline %s is not run; expected "
                "%s as a factor, or a member of grids that has %s there too",
                axis, what, c->arm->name, spec->baseline, s ? axis : "what differs",
                spec->baseline));
    free(what);
}

static void check_baselines(const struct spec *spec, const struct candidates *all,
                            const struct planning *p)
{
    struct lookup by_name = lookup_make(all);
    json_t *conditions = json_object(); /* those in which the baseline's arm has a cell */
    bool compared = spec_trains(spec) && spec->baseline && !spec->baseline_is_map;
    for (int i = 0; i < all->count && compared; i++) {
        const struct candidate *c = all->list[i];
        if (!c->arm || strcmp(c->arm->name, spec->baseline)) continue;
        char *key = candidate_condition(c, spec, p->axes);
        set_add(conditions, key);
        free(key);
    }
    for (int i = 0; i < all->count; i++) {
        const struct candidate *c = all->list[i];
        int at = c->baseline ? lookup_find(&by_name, c->baseline) : -1;
        if (c->baseline && at < 0) {
            report_once(p, spec->baseline_place,
                        xformat("key baseline: the baseline of %s is not in the grid; add %s",
                                c->string, c->baseline));
            break;
        }
        if (at < 0 || !c->arm || !compared) continue;
        char *own = candidate_condition(c, spec, p->axes);
        char *its = candidate_condition(all->list[at], spec, p->axes);
        if (strcmp(own, its) && !json_object_get(conditions, own))
            refuse_condition(p, spec, c, all->list[at]);
        free(own);
        free(its);
    }
    lookup_free(&by_name);
    json_decref(conditions);
}

/* ---- tuning: a cell of a tuning seed, and cells that differ in the tuned axis alone ---- */

/* The cell without its tuned value. Quiet axes at their defaults may follow it. */
static char *untuned(const struct candidate *c, const struct planning *p, int tuned)
{
    struct text key = {0};
    text_add(&key, "%s", c->arm ? c->arm->name : "");
    for (int a = 0; a < p->axes->count; a++)
        if (a != tuned && candidate_at(c, a) && !c->values.hidden[a])
            cell_append(&key, planning_axis(p, a), candidate_at(c, a));
    return key.data;
}

static void check_tuning(const struct spec *s, const struct candidates *all,
                         const struct planning *p)
{
    int tuned = s->tune_axis ? axes_find(p->axes, s->tune_axis) : -1;
    int seed = axes_find(p->axes, "seed");
    json_t *values = json_object(), *cells = json_object();
    bool tried = false, choice = false;
    for (int i = 0; i < all->count && tuned >= 0; i++) {
        const struct candidate *c = all->list[i];
        if (!candidate_at(c, tuned)) continue;
        char *key = untuned(c, p, tuned);
        set_add(values, candidate_at(c, tuned));
        set_add(member_set(cells, key), candidate_at(c, tuned));
        choice |= json_object_size(json_object_get(cells, key)) > 1;
        tried |= spec_tuning_place(s, candidate_at(c, seed)) >= 0;
        free(key);
    }
    if (json_object_size(values) > 1 && !tried)
        report_once(
            p, s->tune_place,
            xformat("key tune: found tuning seeds that no cell has, so no value of %s can "
                    "win; expected `seeds` in the file, and rules that keep the tuning seeds",
                    s->tune_axis));
    else if (json_object_size(values) > 1 && !choice)
        report_once(p, s->tune_place,
                    xformat("key tune: found %s, which another axis follows in all cells, so no "
                            "value is chosen; expected cells that differ in %s alone",
                            s->tune_axis, s->tune_axis));
    json_decref(values);
    json_decref(cells);
}

/* ---- the metric and the split that judge are measured in all cells ---- */

/* NULL: the cell has the metric, or nothing is known of its task. To be freed. */
static char *missing_metric(const struct axes *axes, const struct candidate *c, const char *name)
{
    const char *task = axes_value(axes, c->values.values, "task");
    for (int i = 0; task && i < axes->task_count; i++) {
        const struct task_metrics *t = &axes->tasks[i];
        struct text names = {0};
        if (strcmp(t->name, task)) continue;
        for (int k = 0; k < t->count; k++) {
            const struct task_metric_of *m = &t->metrics[k];
            text_add(&names, " %s", m->name);
            if (strcmp(m->name, name)) continue;
            const char *value = axes_value(axes, c->values.values, m->axis);
            bool has = !*m->axis;
            for (int v = 0; value && v < m->value_count; v++) has |= !strcmp(m->values[v], value);
            text_free(&names);
            return has ? NULL
                       : xformat("key metric: found %s, which not all cells measure, expected "
                                 "`fixed: {%s: %s}` as well",
                                 name, m->axis, m->values[0]);
        }
        char *why = xformat("key metric: found %s, which task %s does not measure, expected one "
                            "of%s",
                            name, task, names.data ? names.data : "");
        text_free(&names);
        return why;
    }
    return NULL;
}

static void check_judged(const struct spec *spec, const struct candidates *all,
                         const struct planning *p)
{
    int split = spec->split ? axes_find(p->axes, spec->split) : -1;
    bool scored = true;
    char *why = NULL;
    if (!spec_trains(spec)) return;
    for (int i = 0; i < all->count; i++) {
        const char *value = candidate_at(all->list[i], split);
        scored &= split < 0 || (value && !strcmp(value, "yes"));
        if (spec->metric && !why) why = missing_metric(p->axes, all->list[i], spec->metric);
    }
    if (why) report_once(p, spec->metric_place, why);
    if (!scored)
        report_once(p, spec->split_place,
                    xformat("key split: found %s, which is not scored in all cells, expected "
                            "`fixed: {%s: yes}` as well",
                            spec->split, spec->split));
}

/* ---- rules that name unknown arms or choices ---- */

struct compared {
    const struct planning *planning;
    const struct rule *rule;
    struct arm_names arms;
};

static void check_compared(void *context, const char *name, const char *value)
{
    const struct compared *c = context;
    const struct axes *axes = c->planning->axes;
    int axis = axes_find(axes, name);
    char *wrong = NULL;
    if (!strcmp(name, "arm") && !arm_names_have(&c->arms, value)) {
        struct text out = {0};
        text_add(&out, "found arm '%s', expected an arm of this question", value);
        add_nearest(&out, value, c->arms.list, c->arms.count);
        wrong = out.data;
    } else if (axis >= 0 && axes->list[axis].type == AXIS_CHOICE)
        free(axis_canonical(&axes->list[axis], NULL, value, &wrong));
    if (wrong)
        report_once(c->planning, c->rule->place,
                    xformat("key %s: in the formula '%s': %s: %s",
                            c->rule->require ? "require" : "exclude", c->rule->text, name, wrong));
    free(wrong);
}

static void check_rules(struct compared *c, const struct grid *g)
{
    for (int i = 0; i < g->rule_count; i++) {
        c->rule = &g->rules[i];
        if (c->rule->formula) formula_compared(c->rule->formula, check_compared, c);
    }
    for (int i = 0; i < g->grid_count; i++) check_rules(c, &g->grids[i]);
}

/* ---- all ---- */

void check_written(const struct spec *spec, const struct candidates *all, const struct planning *p)
{
    check_judged(spec, all, p);
    check_labels(spec, all, p);
    check_asked(spec, all, p);
}

void check_planned(const struct spec *spec, const struct spec *written,
                   const struct candidates *all, const struct planning *p)
{
    struct compared c = {.planning = p};
    int before = p->diags->count;
    grid_add_arms(&spec->grid, &c.arms);
    grid_add_arms(&written->grid, &c.arms);
    check_rules(&c, &spec->grid);
    free(c.arms.list);
    if (p->diags->count == before) check_baselines(spec, all, p);
    if (p->diags->count > before) return;
    check_tuning(spec, all, p);
    check_labels(spec, all, p);
}
