/* SPDX-License-Identifier: MIT
 * Checks axis values and converts them to canonical text (axes.h). */
#include "base/cell.h"
#include "base/nearest.h"
#include "harness/plan/axes/axes.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* Reads a decimal number. Rejects hexadecimal numbers and names such as inf. */
static bool decimal(const char *text, double *value)
{
    char *end;
    if (!*text || strspn(text, "+-.0123456789eE") != strlen(text)) return false;
    *value = strtod(text, &end);
    return !*end && isfinite(*value);
}

static char *fit(const struct axis *axis, const struct axis_case *c, const char *text)
{
    double value;
    char digits[32];
    if (axis->type == AXIS_TEXT) return *text || !*c->default_text ? xstrdup(text) : NULL;
    if (axis->type == AXIS_CHOICE) {
        for (int i = 0; i < c->choice_count; i++)
            if (!strcmp(c->choices[i], text)) return xstrdup(text);
        return NULL;
    }
    if (!decimal(text, &value) || value < c->min || value > c->max) return NULL;
    if (axis->type == AXIS_REAL) return xstrdup(number_text(value == 0 ? 0 : value, digits));
    /* Above 2^53 a double cannot represent every integer. */
    return value == trunc(value) && fabs(value) <= 0x1p53 ? xformat("%.0f", value + 0.0) : NULL;
}

static void add_choices(struct text *out, const struct axis *axis, const struct axis_case *only,
                        const char *found)
{
    const char **names = NULL;
    int count = 0;
    for (int k = 0; k < axis->case_count; k++) {
        const struct axis_case *c = &axis->cases[k];
        for (int i = 0; (!only || c == only) && i < c->choice_count; i++) {
            bool seen = false;
            for (int j = 0; j < count; j++) seen |= !strcmp(names[j], c->choices[i]);
            if (seen) continue;
            names = xgrow(names, (size_t)count + 1, sizeof *names);
            names[count++] = c->choices[i];
        }
    }
    text_add(out, "one of");
    for (int i = 0; i < count; i++) text_add(out, " %s", names[i]);
    add_nearest(out, found, names, count);
    free(names);
}

static char *misfit(const struct axis *axis, const struct axis_case *only, const char *text)
{
    struct text out = {0};
    double min = HUGE_VAL, max = -HUGE_VAL;
    text_add(&out, "found '%s', expected ", text);
    for (int k = 0; k < axis->case_count; k++) {
        const struct axis_case *c = &axis->cases[k];
        if (only && c != only) continue;
        min = fmin(min, c->min);
        max = fmax(max, c->max);
    }
    if (axis->type == AXIS_CHOICE)
        add_choices(&out, axis, only, text);
    else if (axis->type == AXIS_TEXT)
        text_add(&out, "a text: %s", (only ? only : axis->cases)->doc);
    else
        text_add(&out, "%s from %.15g to %.15g", axis->type == AXIS_INT ? "an integer" : "a number",
                 min, max);
    return out.data;
}

char *axis_canonical(const struct axis *axis, const struct axis_case *only, const char *text,
                     char **error)
{
    char *value = NULL;
    for (int k = 0; k < axis->case_count && !value; k++)
        if (!only || only == &axis->cases[k]) value = fit(axis, &axis->cases[k], text);
    *error = value ? NULL : misfit(axis, only, text);
    return value;
}

/* ---- cell strings ---- */

static char *string_of(const struct axes *axes, const struct resolved *cell, bool complete)
{
    struct text out = {0};
    text_add_bytes(&out, "", 0);
    for (int i = 0; i < axes->count; i++)
        if (cell->values[i] && (complete || !cell->hidden[i]))
            cell_append(&out, axes->list[i].name, cell->values[i]);
    /* a plan stores many cell strings, so unused bytes are freed */
    return xgrow(out.data, out.length + 1, 1);
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

/* ---- cell strings written by users ---- */

static char *assign_fields(const struct axes *axes, const struct cell_fields *fields,
                           const char **values)
{
    for (int i = 0; i < fields->count; i++) {
        int axis = axes_find(axes, fields->list[i].axis);
        if (axis >= 0) {
            values[axis] = fields->list[i].value;
            continue;
        }
        return axes_unknown(axes, fields->list[i].axis);
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
