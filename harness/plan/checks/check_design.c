/* SPDX-License-Identifier: MIT
 * Whether what `factorial`, `interactions` and `scaling` ask can be formed from the cells of a
 * grid, which no single key shows: a table that stays empty is found before anything is trained for
 * it.
 *
 * Both ask how much more a change gains where another was made too. A factor of `factorial` is of
 * the arm, so its cells stand in one condition; an axis of `interactions` sets conditions apart,
 * and effects of two conditions are set against each other. The analysis forms what can be formed
 * (analysis/factorial.c, analysis/interactions.c); here it is refused when nothing can. */
#include "harness/plan/expand.h"

#include "base/cell.h"
#include "base/metric_names.h"

#include <jansson.h>
#include <stdlib.h>
#include <string.h>

struct designing {
    const struct spec *spec;
    const struct candidates *all;
    const struct axes *axes;
    struct diags *diags;
};

static const char *name_of(const struct designing *d, int axis) { return d->axes->list[axis].name; }

/* Takes ownership of what was found and expected. */
static void refuse(const struct designing *d, const char *key, const struct spec_axis *at,
                   char *found, char *expected)
{
    diag_add(d->diags, at->place.file, at->place.line, at->place.column,
             "key %s: found %s, %s, expected %s", key, name_of(d, at->axis), found, expected);
    free(found);
    free(expected);
}

static const char *value_at(const struct candidate *c, int axis) { return c->values.values[axis]; }

/* Sets are objects, whose keys are their members. */
static json_t *object_in(json_t *object, const char *key)
{
    json_t *found = json_object_get(object, key);
    if (!found) json_object_set_new(object, key, found = json_object());
    return found;
}

/* Different values of an axis. */
static int count_levels(const struct designing *d, int axis)
{
    json_t *met = json_object();
    for (int i = 0; i < d->all->count; i++)
        if (value_at(d->all->list[i], axis))
            json_object_set_new(met, value_at(d->all->list[i], axis), json_true());
    int levels = (int)json_object_size(met);
    json_decref(met);
    return levels;
}

/* What neither key can name: true after an error. */
static bool names_no_factor(const struct designing *d, const char *key,
                            const struct spec_axis *list, int i)
{
    int before = d->diags->count;
    const struct spec_axis *at = &list[i];
    for (int k = 0; k < i; k++)
        if (list[k].axis == at->axis)
            refuse(d, key, at, xstrdup("which stands there already"), xstrdup("it once"));
    if (!spec_trains(d->spec))
        refuse(d, key, at, xstrdup("in a question that times layers, whose rounds no seed pairs"),
               xstrdup("`kind: quality`; effects.csv has the ratios of times"));
    if (!strcmp(name_of(d, at->axis), "seed"))
        refuse(d, key, at, xstrdup("by which everything is paired"), xstrdup("another axis"));
    if (spec_tunes(d->spec, d->axes, at->axis))
        refuse(d, key, at, xstrdup("which is tuned for each arm"), xstrdup("another axis"));
    return d->diags->count > before;
}

/* ---- factorial ---- */

/* The levels of all factors in a cell, one text; NULL: one of them does not apply. */
static char *combination_key(const struct designing *d, const struct candidate *c)
{
    struct text key = {0};
    const struct spec_axis *f = d->spec->factorial;
    for (int i = 0; i < d->spec->factorial_count; i++) {
        if (!value_at(c, f[i].axis)) return text_free(&key), NULL;
        cell_append(&key, name_of(d, f[i].axis), value_at(c, f[i].axis));
    }
    return key.data;
}

/* {condition: {factor: {level: true}, "": {combination: true}}} */
static json_t *conditions_of(const struct designing *d)
{
    json_t *conditions = json_object();
    for (int i = 0; i < d->all->count; i++) {
        const struct candidate *c = d->all->list[i];
        char *combination = combination_key(d, c), *key = candidate_condition(c, d->spec, d->axes);
        json_t *in = combination ? object_in(conditions, key) : NULL;
        for (int f = 0; in && f < d->spec->factorial_count; f++) {
            int axis = d->spec->factorial[f].axis;
            json_object_set_new(object_in(in, name_of(d, axis)), value_at(c, axis), json_true());
        }
        if (in) json_object_set_new(object_in(in, ""), combination, json_true());
        free(combination);
        free(key);
    }
    return conditions;
}

/* Whether a condition has each combination of at least two levels of each factor. */
static bool is_whole(const struct designing *d, const json_t *in)
{
    size_t combinations = 1;
    for (int f = 0; f < d->spec->factorial_count; f++) {
        size_t levels =
            json_object_size(json_object_get(in, name_of(d, d->spec->factorial[f].axis)));
        if (levels < 2) return false;
        combinations *= levels;
    }
    return json_object_size(json_object_get(in, "")) == combinations;
}

static void check_factor(const struct designing *d, int i)
{
    const struct spec_axis *f = &d->spec->factorial[i];
    if (names_no_factor(d, "factorial", d->spec->factorial, i)) return;
    if (!spec_compares(d->spec, d->axes, f->axis))
        refuse(d, "factorial", f, xstrdup("which sets conditions apart and is of no arm"),
               xformat("`interactions: [%s]`", name_of(d, f->axis)));
    else if (!count_levels(d, f->axis))
        refuse(d, "factorial", f, xstrdup("which no arm has"), xstrdup("an axis of an arm"));
    else if (count_levels(d, f->axis) < 2)
        refuse(d, "factorial", f, xstrdup("which has one level only"),
               xstrdup("an axis that the arms vary"));
}

static void check_factorial(const struct designing *d)
{
    int before = d->diags->count;
    const char *condition;
    json_t *in;
    for (int i = 0; i < d->spec->factorial_count; i++) check_factor(d, i);
    if (!d->spec->factorial_count || d->diags->count > before) return;
    json_t *conditions = conditions_of(d);
    bool whole = false, any = json_object_size(conditions) > 0;
    json_object_foreach(conditions, condition, in) whole |= is_whole(d, in);
    json_decref(conditions);
    if (whole) return;
    refuse(d, "factorial", d->spec->factorial,
           xstrdup(any ? "whose design with the others has every combination of levels nowhere"
                       : "which no arm has together with the others"),
           xstrdup("cells for all combinations in at least one condition"));
}

/* ---- interactions ---- */

/* Levels of these are other things to predict, whose metrics need not be the same. */
static const char *const tasks[] = {"data", "task", "tokenizer", NULL};

static bool changes_task(const struct designing *d, int axis)
{
    for (int i = 0; tasks[i]; i++)
        if (!strcmp(name_of(d, axis), tasks[i])) return true;
    return false;
}

static bool is_named(const struct spec *s, int axis)
{
    for (int i = 0; i < s->varied_count; i++)
        if (s->varied[i].axis == axis && !s->varied[i].of_arm) return true;
    return false;
}

/* The axes that tell conditions apart. */
static char *named_conditions(const struct designing *d)
{
    struct text names = {0};
    for (int i = 0; i < d->spec->varied_count; i++)
        if (!d->spec->varied[i].of_arm)
            text_add(&names, "%s%s", names.length ? ", " : "", name_of(d, d->spec->varied[i].axis));
    return names.data;
}

static void refuse_unnamed(const struct designing *d, const char *key, const struct spec_axis *at)
{
    char *names = named_conditions(d);
    if (names)
        refuse(d, key, at, xformat("which follows what tells conditions apart: %s", names),
               xstrdup("one of these, or a factor of its own"));
    else
        refuse(d, key, at, xstrdup("which is no factor"), xstrdup("it in factors"));
    free(names);
}

/* The level that the others are set against; NULL: the axis applies to no cell. */
static const char *first_level(const struct designing *d, int axis)
{
    const char *level = NULL;
    for (int i = 0; i < d->all->count && !level; i++) level = value_at(d->all->list[i], axis);
    return level;
}

/* An arm with what is varied, but for the axis: the same where the axis alone differs. */
static char *key_without(const struct designing *d, const struct candidate *c, int axis)
{
    struct text key = {0};
    text_add(&key, "%s/", c->arm ? c->arm->name : "");
    for (int i = 0; i < d->spec->varied_count; i++) {
        int varied = d->spec->varied[i].axis;
        if (varied != axis && value_at(c, varied))
            cell_append(&key, name_of(d, varied), value_at(c, varied));
    }
    return key.data;
}

/* Whether some arm that is compared stands at the first level of an axis and at another, all else
 * being equal. */
static bool can_be_formed(const struct designing *d, int axis)
{
    const char *first = first_level(d, axis);
    json_t *arms = json_object(); /* {arm: {"first": true, "other": true}} */
    bool formed = false;
    for (int i = 0; i < d->all->count && !formed; i++) {
        const struct candidate *c = d->all->list[i];
        const char *value = value_at(c, axis);
        if (!value || !c->baseline || !strcmp(c->baseline, c->string)) continue;
        char *key = key_without(d, c, axis);
        json_t *at = object_in(arms, key);
        json_object_set_new(at, strcmp(value, first) ? "other" : "first", json_true());
        formed = json_object_size(at) == 2;
        free(key);
    }
    json_decref(arms);
    return formed;
}

static void check_comparable(const struct designing *d, const struct spec_axis *at)
{
    const struct metric *metric = d->spec->metric ? metric_find(d->spec->metric) : NULL;
    if (!metric)
        refuse(d, "interactions", at, xstrdup("whose levels may each have a metric of their own"),
               xstrdup("`metric:` to name one"));
    else if (metric->higher_is_better)
        refuse(d, "interactions", at,
               xformat("and points of %s mean another thing at each of its levels", metric->name),
               xstrdup("a metric that is compared by log-ratio: loss, perplexity, bits_per_char"));
}

/* Whether an axis sets conditions apart, so that effects of several can be set against each other;
 * design: the key for one that does not, NULL: none is. */
static bool sets_conditions(const struct designing *d, const char *key, const char *design,
                            const struct spec_axis *list, int i)
{
    const struct spec_axis *at = &list[i];
    int before = d->diags->count;
    if (names_no_factor(d, key, list, i)) return false;
    if (spec_compares(d->spec, d->axes, at->axis))
        refuse(d, key, at, xstrdup("which is of what is compared, no condition"),
               design ? xformat("`%s: [%s]`", design, name_of(d, at->axis))
                      : xstrdup("an axis of size, such as d_model"));
    else if (count_levels(d, at->axis) < 2)
        refuse(d, key, at, xstrdup("which has one level only"), xstrdup("two or more, in factors"));
    else if (!is_named(d->spec, at->axis))
        refuse_unnamed(d, key, at);
    return d->diags->count == before;
}

static void check_interaction(const struct designing *d, int i)
{
    const struct spec_axis *at = &d->spec->interactions[i];
    if (!sets_conditions(d, "interactions", "factorial", d->spec->interactions, i)) return;
    if (!d->spec->baseline)
        refuse(d, "interactions", at, xstrdup("but the file has no baseline"),
               xstrdup("one: an interaction is of effects"));
    else if (!can_be_formed(d, at->axis))
        refuse(d, "interactions", at,
               xformat("but no arm stands at its first level, %s, and at another",
                       first_level(d, at->axis)),
               xstrdup("an arm beside the baseline at both, all else being equal"));
    else if (changes_task(d, at->axis))
        check_comparable(d, at);
}

/* ---- scaling ---- */

static void check_scaling(const struct designing *d)
{
    const struct spec_axis *over = &d->spec->scaling.over;
    if (!sets_conditions(d, "scaling", NULL, over, 0)) return;
    if (changes_task(d, over->axis))
        refuse(d, "scaling", over, xstrdup("which changes what is predicted"),
               xstrdup("an axis of size, such as d_model"));
    else if (!d->spec->baseline)
        refuse(d, "scaling", over, xstrdup("but the file has no baseline"),
               xstrdup("one: its curve is what the compute of others is held against"));
}

void spec_check_designs(const struct spec *spec, const struct candidates *all,
                        const struct axes *axes, struct diags *diags)
{
    struct designing d = {spec, all, axes, diags};
    check_factorial(&d);
    for (int i = 0; i < spec->interaction_count; i++) check_interaction(&d, i);
    if (spec->scaling.asked) check_scaling(&d);
}
