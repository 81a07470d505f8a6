/* SPDX-License-Identifier: MIT
 * Whether the cells of a grid allow what a question asks of them: figures, claims, `factorial`,
 * `scaling`, and settings that apply to some cell. Asked of the file as written, since a tier may
 * have less. */
#include "base/cell.h"
#include "base/metric_names.h"
#include "harness/plan/expand.h"

#include <jansson.h>
#include <stdlib.h>
#include <string.h>

/* ---- figures and claims about what no cell is ---- */

/* Takes the message over. */
static void refuse(const struct planning *p, struct yaml_place at, char *message)
{
    diag_add(p->diags, at.file, at.line, at.column, "%s", message);
    free(message);
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
        refuse(p, where->set.list[0].place,
               xformat("key where: found %s, which no cell of this question has, expected values "
                       "of a cell",
                       where->text));
}

/* An axis of a figure: a figure along one value has one place. */
static void check_axis(const char *key, struct spec_axis given, size_t least,
                       const struct spec *spec, const struct candidates *all,
                       const struct planning *p)
{
    json_t *values = json_object();
    if (!given.place.line || given.axis < 0) return json_decref(values);
    for (int i = 0; i < all->count; i++)
        if (candidate_at(all->list[i], given.axis))
            set_add(values, candidate_at(all->list[i], given.axis));
    struct text names = {0};
    for (int i = 0; i < spec->varied_count; i++)
        text_add(&names, " %s", planning_axis(p, spec->varied[i].axis));
    if (json_object_size(values) < least)
        refuse(
            p, given.place,
            xformat("key %s: found '%s', which has %s value here, expected an axis that varies:%s",
                    key, planning_axis(p, given.axis), json_object_size(values) ? "one" : "no",
                    names.data ? names.data : " none does"));
    text_free(&names);
    json_decref(values);
}

static void check_figures(const struct spec *spec, const struct candidates *all,
                          const struct planning *p)
{
    for (int i = 0; i < spec->figure_count; i++) {
        const struct spec_figure *f = &spec->figures[i];
        check_axis("x", f->x, 2, spec, all, p);
        check_axis("y", f->y, 2, spec, all, p);
        for (int k = 0; k < f->panel_count; k++) check_axis("panel", f->panel[k], 1, spec, all, p);
    }
    if (spec->setup_count > 1) return; /* a condition may hold in another setup alone */
    for (int i = 0; i < spec->claim_count; i++) check_where(&spec->claims[i].where, all, p);
    for (int i = 0; i < spec->figure_count; i++) check_where(&spec->figures[i].where, all, p);
}

/* ---- factorial and scaling: contrasts that some cells can form ---- */

static int count_levels(const struct candidates *all, int axis)
{
    json_t *met = json_object();
    for (int i = 0; i < all->count; i++)
        if (candidate_at(all->list[i], axis)) set_add(met, candidate_at(all->list[i], axis));
    int levels = (int)json_object_size(met);
    json_decref(met);
    return levels;
}

/* Whether some condition has each combination of at least two levels of each factor of arms. */
static bool has_design(const struct spec *s, const struct candidates *all, const struct axes *axes)
{
    json_t *conditions = json_object(), *in; /* {condition: {axis: levels, "": combinations}} */
    const char *condition;
    bool whole = false;
    for (int i = 0; i < all->count; i++) {
        const struct candidate *c = all->list[i];
        struct text levels = {0};
        bool applies = true;
        for (int f = 0; f < s->factorial_count && applies; f++) {
            applies = candidate_at(c, s->factorial[f].axis);
            if (applies) cell_append(&levels, "", candidate_at(c, s->factorial[f].axis));
        }
        char *key = candidate_condition(c, s, axes);
        for (int f = 0; f < s->factorial_count && applies; f++)
            set_add(member_set(member_set(conditions, key), axes->list[s->factorial[f].axis].name),
                    candidate_at(c, s->factorial[f].axis));
        if (applies) set_add(member_set(member_set(conditions, key), ""), levels.data);
        text_free(&levels);
        free(key);
    }
    json_object_foreach(conditions, condition, in)
    {
        size_t combinations = 1;
        for (int f = 0; f < s->factorial_count; f++) {
            size_t levels =
                json_object_size(json_object_get(in, axes->list[s->factorial[f].axis].name));
            combinations *= levels < 2 ? 0 : levels;
        }
        whole |= combinations && json_object_size(json_object_get(in, "")) == combinations;
    }
    json_decref(conditions);
    return whole;
}

/* Whether an arm is compared with the baseline at two levels of a condition. */
static bool has_interaction(const struct spec *s, const struct candidates *all, int axis)
{
    json_t *arms = json_object();
    bool formed = false;
    for (int i = 0; i < all->count && !formed; i++) {
        const struct candidate *c = all->list[i];
        if (!candidate_at(c, axis) || !c->baseline || !strcmp(c->baseline, c->string)) continue;
        json_t *levels = member_set(arms, c->arm ? c->arm->name : "");
        set_add(levels, candidate_at(c, axis));
        formed = json_object_size(levels) > 1;
    }
    json_decref(arms);
    return formed && s->baseline;
}

/* Whether points of the metric mean the same at each level of the condition. */
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
    const char *axis = planning_axis(p, at.axis), *wrong = NULL;
    if (!spec_trains(s))
        wrong = "in a question that times layers, expected `kind: quality`";
    else if (!strcmp(axis, "seed") || spec_tunes(s, p->axes, at.axis))
        wrong = "which is no factor of the design, expected an axis of arms or conditions";
    else if (count_levels(all, at.axis) < 2)
        wrong = "which has fewer than two levels, expected an axis that varies";
    else if (!of_arm && !has_interaction(s, all, at.axis))
        wrong = "but no arm is compared with a baseline at two levels of it, expected one";
    else if (!of_arm && !is_comparable(s, axis))
        wrong = "whose levels have other metrics, expected `metric:` with one compared by ratio, "
                "such as loss or perplexity";
    if (wrong) refuse(p, at.place, xformat("key %s: found %s, %s", key, axis, wrong));
}

static void check_designs(const struct spec *s, const struct candidates *all,
                          const struct planning *p)
{
    int before = p->diags->count;
    for (int i = 0; i < s->factorial_count; i++)
        check_design_axis("factorial", s->factorial[i], true, s, all, p);
    if (s->factorial_count && p->diags->count == before && !has_design(s, all, p->axes))
        refuse(p, s->factorial->place,
               xformat("key factorial: found no condition with cells for all combinations of "
                       "levels, expected one"));
    for (int i = 0; i < s->interaction_count; i++)
        check_design_axis("factorial", s->interactions[i], false, s, all, p);
    if (s->scaling.asked && spec_compares(s, p->axes, s->scaling.over.axis))
        refuse(p, s->scaling.over.place,
               xformat("key scaling: found an axis of arms, expected an axis of size such as "
                       "d_model"));
    else if (s->scaling.asked)
        check_design_axis("scaling", s->scaling.over, false, s, all, p);
}

/* ---- settings that apply to no cell ---- */

static void check_unused(const struct spec *s, bool used, int axis, struct yaml_place at,
                         const struct planning *p)
{
    const struct axis *a = &p->axes->list[axis];
    struct text when = {0};
    /* A setup's settings may apply to other questions. */
    if (used || (s->setup_path && !strcmp(at.file, s->setup_path))) return;
    for (int k = 0; k < a->case_count; k++)
        if (a->cases[k].when_axis >= 0)
            text_add(&when, "%s%s=%s", when.length ? " or " : "",
                     p->axes->list[a->cases[k].when_axis].name, a->cases[k].when_value);
    refuse(p, at,
           xformat("key %s: found an axis that applies to no cell here, expected cells with %s",
                   a->name, when.data ? when.data : "it"));
    text_free(&when);
}

static void check_settings(const struct spec *s, const struct settings *all,
                           const struct planning *p)
{
    for (int i = 0; i < all->count; i++)
        check_unused(s, all->list[i].used, all->list[i].axis, all->list[i].place, p);
}

static void check_grid(const struct spec *s, const struct grid *g, const struct planning *p)
{
    check_settings(s, &g->fixed, p);
    check_settings(s, &g->factors, p);
    for (int i = 0; i < g->zip_count; i++) check_settings(s, &g->zips[i], p);
    for (int i = 0; i < g->arm_count; i++) check_settings(s, &g->arms[i].set, p);
    for (int i = 0; i < g->derive_count; i++)
        check_unused(s, g->derive[i].used, g->derive[i].axis, g->derive[i].place, p);
    for (int i = 0; i < g->grid_count; i++) check_grid(s, &g->grids[i], p);
}

/* ---- all ---- */

void check_asked(const struct spec *spec, const struct candidates *all, const struct planning *p)
{
    int before = p->diags->count;
    check_grid(spec, &spec->grid, p);
    check_settings(spec, &spec->baseline_set, p);
    check_figures(spec, all, p);
    if (p->diags->count == before) check_designs(spec, all, p);
}
