/* SPDX-License-Identifier: MIT
 * Finds axes by name, orders their values, and lists the kinds of cells (axes.h). */
#include "base/nearest.h"
#include "harness/plan/axes/axes.h"

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

/* Accepts `arm` and the names of axes. In `arm == gate`, `gate` is the name of an arm even if an
 * axis has the same name. */
enum formula_name axes_or_arm_known(void *context, const char *name, struct text *hint)
{
    return !strcmp(name, "arm") ? FORMULA_OF_NAMES : axes_known(context, name, hint);
}

char *axes_unknown(const struct axes *axes, const char *name)
{
    struct text out = {0};
    text_add(&out, "there is no axis %s", name);
    axes_add_nearest(axes, name, &out);
    return out.data;
}

/* Returns the index of a value among the choices of an axis, or the number of choices if the value
 * is unknown. */
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

/* ---- kinds of cells ---- */

const struct kind_entry cell_kinds[] = {
    {"overhead", KIND_OF_QUESTION | KIND_TIMES_LAYER},
    {"quality", KIND_OF_QUESTION | KIND_TRAINS},
    {"step", KIND_OF_QUESTION | KIND_TIMES_STEPS},
    {"simple_baseline", KIND_SIMPLE_BASELINE},
    {0},
};

bool kind_has(const char *name, enum kind_trait trait)
{
    const struct kind_entry *k = cell_kinds;
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
                       : cell_has(axes, values, KIND_TIMES_STEPS) ? "times training steps"
                                                                  : "fits a simple baseline";
    return xformat(
        "axis kind: the kind '%s' %s, expected the kind '%s', which times a single layer",
        axes_value(axes, values, "kind"), does, kind_that(KIND_TIMES_LAYER));
}

const char *kind_that(enum kind_trait trait)
{
    const struct kind_entry *k = cell_kinds;
    while (k->name && !(k->traits & trait)) k++;
    return k->name;
}

char *question_kinds(void)
{
    struct text out = {0};
    int left = 0;
    for (const struct kind_entry *k = cell_kinds; k->name; k++)
        left += !!(k->traits & KIND_OF_QUESTION);
    for (const struct kind_entry *k = cell_kinds; k->name; k++) {
        if (!(k->traits & KIND_OF_QUESTION)) continue;
        left--;
        text_add(&out, "%s%s", k->name, left > 1 ? ", " : left ? " or " : "");
    }
    return out.data;
}
