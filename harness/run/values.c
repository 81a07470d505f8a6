/* SPDX-License-Identifier: MIT
 * See values.h. */
#include "harness/run/values.h"
#include "base/cell.h"

#include <stdlib.h>

bool cell_values(const struct axes *axes, const char *cell, struct resolved *values, char **error)
{
    struct cell_fields fields;
    *values = (struct resolved){0};
    if (!cell_parse(cell, &fields, error)) return false;
    struct assignment known = {.values = xarray((size_t)axes->count, sizeof *known.values)};
    for (int i = 0; i < axes->count; i++) known.values[i] = cell_get(&fields, axes->list[i].name);
    int culprit;
    bool good = axes_resolve(axes, &known, values, &culprit, error);
    free(known.values);
    cell_free(&fields);
    return good;
}

const char *value_of(const struct axes *axes, const struct resolved *values, const char *axis)
{
    int i = axes_find(axes, axis);
    return i >= 0 && i < values->count ? values->values[i] : NULL;
}
