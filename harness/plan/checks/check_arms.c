/* SPDX-License-Identifier: MIT
 * Whether each arm can be told from the others, and has its baseline beside it: of two arms with
 * the same settings one would vanish from the report, of two with the same label nobody knew which
 * is which, and what differs from its baseline in a condition too (a width, the positions) would be
 * compared with something else. */
#include "harness/plan/plan_rows.h"

#include "base/cell.h"

#include <stdlib.h>
#include <string.h>

/* ---- arms with the same cells ---- */

static void refuse_same(const struct planning *p, const struct grid_arm *arm,
                        const struct grid_arm *other)
{
    report_once(p, arm->place,
                xformat("key arms: found %s with the same settings as %s (%s:%d), so that all its "
                        "cells are those, expected arms that differ",
                        arm->name, other->name, other->place.file, other->place.line));
}

void candidates_check_same(const struct candidates *all, struct candidate *const *kept_as,
                           const struct planning *p)
{
    json_t *there = json_object();
    for (int i = 0; i < all->count; i++)
        if (all->list[i]->kept && all->list[i]->arm)
            json_object_set_new(there, all->list[i]->arm->name, json_true());
    for (int i = 0; i < all->count; i++) {
        const struct grid_arm *arm = all->list[i]->arm, *other = kept_as[i]->arm;
        if (!arm || !other || json_object_get(there, arm->name)) continue;
        json_object_set_new(there, arm->name, json_true()); /* once is enough */
        refuse_same(p, arm, other);
    }
    json_decref(there);
}

/* ---- arms that are called the same ---- */

static void refuse_label(const struct planning *p, const char *label, const char *other,
                         const struct grid_arm *arm)
{
    report_once(p, arm->place,
                xformat("key label: found '%s' of both %s and %s, expected labels that differ",
                        label, other, arm->name));
}

/* What a cell's row is called in a table: the label, whose braces say of each cell something of its
 * own, and the axes of arms that the question varies. */
static char *row_name(const struct candidate *c, const char *label, const struct spec *spec,
                      const struct axes *axes)
{
    struct text name = {0};
    text_add(&name, "%s", label);
    for (int i = 0; i < spec->varied_count; i++) {
        const struct varied_axis *v = &spec->varied[i];
        const char *value = c->values.values[v->axis];
        if (v->of_arm && value) cell_append(&name, axes->list[v->axis].name, value);
    }
    return name.data;
}

void candidates_check_labels(const struct candidates *all, const struct spec *spec,
                             const struct planning *p)
{
    const struct grid_arm *refused = NULL; /* once is enough */
    json_t *met = json_object();           /* {row: the name of its arm} */
    for (int i = 0; i < all->count; i++) {
        const struct candidate *c = all->list[i];
        if (!c->arm || c->arm == refused) continue;
        const char *own = c->arm->label ? c->arm->label : c->arm->name;
        char *label = spec_label(spec, p->axes, own, c->values.values);
        char *row = row_name(c, label, spec, p->axes);
        const char *other = json_string_value(json_object_get(met, row));
        if (!other)
            json_object_set_new(met, row, json_string(c->arm->name));
        else if (strcmp(other, c->arm->name))
            refuse_label(p, label, other, refused = c->arm);
        free(label);
        free(row);
    }
    json_decref(met);
}

/* ---- a baseline that is there ---- */

void candidates_check_baselines(const struct candidates *all, const struct spec *spec,
                                const struct planning *p)
{
    struct lookup by_name = lookup_make(all);
    int missing = 0, example = -1;
    for (int i = 0; i < all->count; i++) {
        const char *baseline = all->list[i]->baseline;
        if (!baseline || lookup_find(&by_name, baseline) >= 0) continue;
        if (!missing++) example = i;
    }
    lookup_free(&by_name);
    if (missing)
        report_once(p, spec->baseline_place,
                    xformat("key baseline: the baseline of %s is not in the grid (nor that of %d "
                            "more cells); add %s",
                            all->list[example]->string, missing - 1, all->list[example]->baseline));
}

/* ---- a baseline in the same condition ----
 * Of trainings. Of timed layers a ratio may well be that of two shapes: one thread and two. */

/* The conditions in which the baseline arm has a cell. */
static json_t *conditions_of_baseline(const struct candidates *all, const struct spec *spec,
                                      const struct axes *axes)
{
    json_t *conditions = json_object();
    for (int i = 0; i < all->count; i++) {
        const struct candidate *c = all->list[i];
        if (!c->arm || strcmp(c->arm->name, spec->baseline)) continue;
        char *key = candidate_condition(c, spec, axes);
        json_object_set_new(conditions, key, json_true());
        free(key);
    }
    return conditions;
}

/* An axis that the arm sets and that puts it elsewhere than its baseline; NULL: it follows another.
 */
static const struct setting *culprit(const struct candidate *c, const struct candidate *baseline,
                                     const struct spec *spec, const struct axes *axes)
{
    for (int i = 0; i < c->arm->set.count; i++) {
        const struct setting *s = &c->arm->set.list[i];
        const char *own = c->values.values[s->axis], *other = baseline->values.values[s->axis];
        if (!spec_compares(spec, axes, s->axis) && own && strcmp(own, other ? other : "")) return s;
    }
    return NULL;
}

static void refuse_elsewhere(const struct planning *p, const struct spec *spec,
                             const struct candidate *c, const struct candidate *baseline)
{
    const struct setting *s = culprit(c, baseline, spec, p->axes);
    const char *axis = s ? p->axes->list[s->axis].name : "arms";
    char *what = s ? xformat("%s = %s", axis, s->values[0]) : xstrdup("a condition");
    report_once(
        p, s ? s->place : c->arm->place,
        xformat("key %s: found %s in the arm %s, where its baseline %s is not run; arms are "
                "compared within a condition alone: expected %s as a factor, or a member of "
                "grids that has %s there too",
                axis, what, c->arm->name, spec->baseline, s ? axis : "what differs",
                spec->baseline));
    free(what);
}

void candidates_check_conditions(const struct candidates *all, const struct spec *spec,
                                 const struct planning *p)
{
    if (!spec_trains(spec) || !spec->baseline || spec->baseline_is_map) return;
    json_t *conditions = conditions_of_baseline(all, spec, p->axes);
    struct lookup by_name = lookup_make(all);
    for (int i = 0; i < all->count; i++) {
        const struct candidate *c = all->list[i];
        int at = c->baseline ? lookup_find(&by_name, c->baseline) : -1;
        if (at < 0 || !c->arm) continue; /* without a baseline: the check above says so */
        char *own = candidate_condition(c, spec, p->axes);
        char *its = candidate_condition(all->list[at], spec, p->axes);
        if (strcmp(own, its) && !json_object_get(conditions, own))
            refuse_elsewhere(p, spec, c, all->list[at]);
        free(own);
        free(its);
    }
    lookup_free(&by_name);
    json_decref(conditions);
}
