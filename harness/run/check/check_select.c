/* SPDX-License-Identifier: MIT
 * Which cells of a check matrix (check_matrix.h) are kept, and one that is put back. */
#include "harness/run/check/check_matrix.h"
#include "base/cell.h"

#include <stdlib.h>
#include <string.h>

/* What a string leaves out is quiet, and a default, or does not apply. */
static bool may_go_unsaid(const struct axis *axis, const char *value)
{
    bool may = false;
    for (int c = 0; c < axis->case_count; c++)
        may = may || axis->cases[c].default_formula || !strcmp(axis->cases[c].default_text, value);
    return axis->quiet && may;
}

/* After resolution, which takes half of what the driver does in a short check. */
static bool resolves_to(const struct axes *axes, const char *cell, const char *axis,
                        const char *value)
{
    struct resolved values;
    char *error = NULL;
    bool good = axes_read_cell(axes, cell, &values, &error);
    const char *found = good ? axes_value(axes, values.values, axis) : NULL;
    bool has = found && strcmp(found, value) == 0;
    resolved_free(&values);
    free(error);
    return has;
}

/* A cell of a matrix says what it resolves to, so it is resolved again only if the value may be one
 * that goes unsaid. */
static bool cell_has(const struct axes *axes, const char *cell, const char *axis, const char *value)
{
    struct cell_fields fields;
    char *error = NULL;
    require(cell_parse(cell, &fields, &error)); /* the matrix made it */
    const char *said = cell_get(&fields, axis);
    bool silent = !said, same = said && !strcmp(said, value);
    cell_free(&fields);
    if (silent && may_go_unsaid(&axes->list[axes_find(axes, axis)], value))
        return resolves_to(axes, cell, axis, value);
    return same;
}

void matrix_filter(struct matrix *m, const char *axis, const char *value)
{
    int count = 0;
    for (int i = 0; i < m->count; i++) {
        if (cell_has(m->axes, m->cells[i], axis, value))
            m->cells[count++] = m->cells[i];
        else
            free(m->cells[i]);
    }
    m->count = count;
}

void matrix_add_alone(struct matrix *m, const char *slot, const char *choice)
{
    int before = m->count;
    matrix_reset(m);
    matrix_set(m, slot, choice);
    json_object_clear(m->seen);
    for (int i = 0; i < before; i++) json_object_set_new(m->seen, m->cells[i], json_true());
    matrix_add(m);
    matrix_reset(m);
}

void matrix_thin(struct matrix *m, int most)
{
    int count = 0, all = m->count;
    if (all <= most) return;
    for (int i = 0; i < all; i++) {
        bool take = (long)i * most / all >= count && count < most;
        if (take)
            m->cells[count++] = m->cells[i];
        else
            free(m->cells[i]);
    }
    m->count = count;
}
