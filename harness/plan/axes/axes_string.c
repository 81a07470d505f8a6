/* SPDX-License-Identifier: MIT
 * Cells as text (axes.h): the strings of a resolved cell, and reading those that people wrote. */
#include "base/cell.h"
#include "harness/plan/axes/axes.h"

#include <stdlib.h>

static char *string_of(const struct axes *axes, const struct resolved *cell, bool complete)
{
    struct text out = {0};
    text_add_bytes(&out, "", 0);
    for (int i = 0; i < axes->count; i++)
        if (cell->values[i] && (complete || !cell->hidden[i]))
            cell_append(&out, axes->list[i].name, cell->values[i]);
    return xgrow(out.data, out.length + 1, 1); /* a plan keeps many: nothing behind their end */
}

char *resolved_string(const struct axes *axes, const struct resolved *cell)
{
    return string_of(axes, cell, false);
}

char *resolved_complete(const struct axes *axes, const struct resolved *cell)
{
    return string_of(axes, cell, true);
}

const char *axes_value(const struct axes *axes, char *const *values, const char *axis)
{
    int i = axes_find(axes, axis);
    return i >= 0 ? values[i] : NULL;
}

/* ---- cell strings from people ---- */

static char *assign_fields(const struct axes *axes, const struct cell_fields *fields,
                           const char **values)
{
    for (int i = 0; i < fields->count; i++) {
        int axis = axes_find(axes, fields->list[i].axis);
        if (axis >= 0) {
            values[axis] = fields->list[i].value;
            continue;
        }
        struct text out = {0};
        text_add(&out, "there is no axis %s", fields->list[i].axis);
        axes_add_nearest(axes, fields->list[i].axis, &out);
        return out.data;
    }
    return NULL;
}

static bool resolve_fields(const struct axes *axes, const char **values, struct resolved *cell,
                           char **error)
{
    int culprit;
    char *why;
    if (!axes_resolve(axes, &(struct assignment){.values = values}, cell, &culprit, &why))
        *error = xformat("axis %s: %s", axes->list[culprit].name, why);
    for (int i = 0; i < axes->count && !*error; i++)
        if (values[i] && !cell->values[i])
            *error = xformat("axis %s does not apply to this cell", axes->list[i].name);
    free(why);
    return !*error;
}

bool axes_read_cell(const struct axes *axes, const char *string, struct resolved *cell,
                    char **error)
{
    struct cell_fields fields;
    *cell = (struct resolved){0};
    if (!cell_parse(string, &fields, error)) return false;
    const char **values = xarray((size_t)axes->count, sizeof *values);
    *error = assign_fields(axes, &fields, values);
    bool good = !*error && resolve_fields(axes, values, cell, error);
    free(values);
    cell_free(&fields);
    return good;
}

char *axes_canonical_cell(const struct axes *axes, const char *string, char **error)
{
    struct resolved cell;
    char *result = axes_read_cell(axes, string, &cell, error) ? resolved_string(axes, &cell) : NULL;
    resolved_free(&cell);
    return result;
}
