/* SPDX-License-Identifier: MIT
 * The axis table (axes.h): what is asked of it, and its end. axes_json.c reads it. */
#include "base/nearest.h"
#include "harness/plan/axes/axes.h"
#include "harness/plan/axes/kinds.h"

#include <stdlib.h>
#include <string.h>

const char *const axis_type_names[] = {"int", "real", "choice", "text", NULL};
const char *const axis_role_names[] = {"variant", "shape", "placement", "measure", NULL};

int axes_find(const struct axes *axes, const char *name)
{
    for (int i = 0; i < axes->count; i++)
        if (*axes->list[i].name == *name && !strcmp(axes->list[i].name, name)) return i;
    return -1;
}

void axes_add_nearest(const struct axes *axes, const char *name, struct text *out)
{
    const char **names = xarray((size_t)axes->count, sizeof *names);
    for (int i = 0; i < axes->count; i++) names[i] = axes->list[i].name;
    add_nearest(out, name, names, axes->count);
    free(names);
}

enum formula_name axes_known(void *context, const char *name, struct text *hint)
{
    bool known = axes_find(context, name) >= 0;
    if (!known && hint) axes_add_nearest(context, name, hint);
    return known ? FORMULA_VARIABLE : FORMULA_UNKNOWN;
}

/* An arm may have the name of an axis: arm == gate. */
enum formula_name axes_or_arm_known(void *context, const char *name, struct text *hint)
{
    return !strcmp(name, "arm") ? FORMULA_OF_NAMES : axes_known(context, name, hint);
}

/* ---- freeing ---- */

static void case_free(struct axis_case *c)
{
    free(c->when_value);
    texts_free(c->choices, c->choice_count);
    texts_free(c->titles, c->choice_count);
    texts_free(c->papers, c->choice_count);
    texts_free(c->initials, c->choice_count);
    texts_free(c->published, c->choice_count);
    texts_free(c->said, c->said_count);
    free(c->negative_control);
    free(c->default_text);
    formula_free(c->default_formula);
    free(c->doc);
}

static void task_metrics_free(struct task_metrics *task)
{
    for (int i = 0; i < task->count; i++) {
        free(task->metrics[i].name);
        free(task->metrics[i].axis);
        texts_free(task->metrics[i].values, task->metrics[i].value_count);
    }
    free(task->metrics);
    free(task->name);
}

void axes_free(struct axes *axes)
{
    for (int i = 0; i < axes->count; i++) {
        struct axis *axis = &axes->list[i];
        for (int k = 0; k < axis->case_count; k++) case_free(&axis->cases[k]);
        free(axis->cases);
        free(axis->name);
    }
    free(axes->list);
    texts_free(axes->slots, axes->slot_count);
    texts_free(axes->slot_groups, axes->slot_count);
    for (int i = 0; i < axes->dataset_count; i++) {
        free(axes->datasets[i].name);
        free(axes->datasets[i].label);
        free(axes->datasets[i].said);
        free(axes->datasets[i].kind);
        free(axes->datasets[i].title);
        free(axes->datasets[i].source);
        free(axes->datasets[i].licence);
    }
    free(axes->datasets);
    interned_free(axes->met);
    for (int i = 0; i < axes->simple_baseline_count; i++) {
        free(axes->simple_baselines[i].name);
        free(axes->simple_baselines[i].label);
        free(axes->simple_baselines[i].title);
        texts_free(axes->simple_baselines[i].tasks, axes->simple_baselines[i].task_count);
    }
    free(axes->simple_baselines);
    for (int i = 0; i < axes->task_count; i++) task_metrics_free(&axes->tasks[i]);
    free(axes->tasks);
    for (int i = 0; i < axes->event_count; i++) {
        free(axes->events[i].group);
        free(axes->events[i].doc);
    }
    free(axes->events);
    free(axes->description);
    *axes = (struct axes){0};
}

/* Behind all choices when no case has it. */
static int place_among_choices(const struct axis *axis, const char *value)
{
    int place = 0;
    for (int k = 0; k < axis->case_count; k++)
        for (int i = 0; i < axis->cases[k].choice_count; i++, place++)
            if (!strcmp(axis->cases[k].choices[i], value)) return place;
    return place;
}

int axis_compare(const struct axis *axis, const char *a, const char *b)
{
    if (axis->type == AXIS_CHOICE)
        return place_among_choices(axis, a) - place_among_choices(axis, b);
    if (axis->type == AXIS_TEXT) return strcmp(a, b);
    double x = strtod(a, NULL), y = strtod(b, NULL);
    return (x > y) - (x < y);
}

/* ==== The kinds of cells. ==== */

const struct cell_kind cell_kinds[] = {
    {"overhead", KIND_ASKED | KIND_TIMES_LAYER},
    {"quality", KIND_ASKED | KIND_TRAINS},
    {"step", KIND_ASKED | KIND_TIMES_STEPS},
    {"simple_baseline", KIND_COUNTS},
    {0},
};

bool kind_has(const char *name, enum kind_trait trait)
{
    const struct cell_kind *k = cell_kinds;
    while (name && *name && k->name && strcmp(k->name, name)) k++;
    return k->traits & trait;
}

bool cell_has(const struct axes *axes, char *const *values, enum kind_trait trait)
{
    return kind_has(axes_value(axes, values, "kind"), trait);
}

char *layer_fault(const struct axes *axes, char *const *values)
{
    if (cell_has(axes, values, KIND_TIMES_LAYER)) return NULL;
    const char *does = cell_has(axes, values, KIND_TRAINS)        ? "trains a model"
                       : cell_has(axes, values, KIND_TIMES_STEPS) ? "times steps of a training"
                                                                  : "only counts";
    return xformat("axis kind: found '%s', which %s; expected %s, a single layer",
                   axes_value(axes, values, "kind"), does, kind_that(KIND_TIMES_LAYER));
}

const char *kind_that(enum kind_trait trait)
{
    const struct cell_kind *k = cell_kinds;
    while (k->name && !(k->traits & trait)) k++;
    return k->name;
}

char *kinds_asked(void)
{
    struct text out = {0};
    int left = 0;
    for (const struct cell_kind *k = cell_kinds; k->name; k++) left += !!(k->traits & KIND_ASKED);
    for (const struct cell_kind *k = cell_kinds; k->name; k++) {
        if (!(k->traits & KIND_ASKED)) continue;
        left--;
        text_add(&out, "%s%s", k->name, left > 1 ? ", " : left ? " or " : "");
    }
    return out.data;
}
