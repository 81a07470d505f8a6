/* SPDX-License-Identifier: MIT
 * The kinds of cells (kinds.h). */
#include "harness/plan/axes/kinds.h"

#include <string.h>

const struct cell_kind cell_kinds[] = {
    {"overhead", KIND_ASKED | KIND_TIMES_LAYER},
    {"quality", KIND_ASKED | KIND_TRAINS},
    {"step", KIND_ASKED | KIND_TIMES_STEPS},
    {"yardstick", KIND_COUNTS},
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
