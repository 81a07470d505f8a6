/* SPDX-License-Identifier: MIT
 * Labels of a question (spec.h). An arm's label may name axes in braces: of the arm
 *
 *     mlp: {q: mlp, label: "{q_depth}-layer {q_act} MLP"}
 *
 * the cell with q_depth 2 and q_act relu is the 2-layer ReLU MLP. Names of axes, choices and data
 * sets come from describe. */
#include "harness/plan/spec_read.h"

#include <stdlib.h>
#include <string.h>

/* ---- braces ---- */

/* The next "{axis}" of a label: where it begins, NULL: there is none; the axis's name: to be freed.
 */
static const char *next_brace(const char *label, char **axis)
{
    const char *open = strchr(label, '{'), *close = open ? strchr(open, '}') : NULL;
    *axis = close ? xformat("%.*s", (int)(close - open - 1), open + 1) : NULL;
    return close ? open : NULL;
}

void check_label(struct reader *r, const struct yaml_entry *e)
{
    char *axis;
    for (const char *at = e->value->text; (at = next_brace(at, &axis)); at++) {
        struct text hint = {0};
        text_add_bytes(&hint, "", 0);
        if (axes_find(r->axes, axis) < 0) {
            axes_add_nearest(r->axes, axis, &hint);
            diag_add(r->diags, e->value->place.file, e->value->place.line, e->value->place.column,
                     "key label: found {%s}, expected the name of an axis in braces%s", axis,
                     hint.data);
        }
        text_free(&hint);
        free(axis);
    }
}

bool label_tells(const char *label, const char *axis)
{
    char *name;
    bool found = false;
    for (const char *at = label; !found && (at = next_brace(at, &name)); at++) {
        found = !strcmp(name, axis);
        free(name);
    }
    return found;
}

/* ---- saying ---- */

char *spec_said(const struct spec *s, const struct axes *axes, int axis, char *const *values,
                const char *value)
{
    (void)s;
    return axes_said(axes, axis, values, value);
}

static char *value_in_braces(const struct spec *s, const struct axes *axes, const char *name,
                             char *const *values)
{
    int axis = axes_find(axes, name);
    const char *value = axis < 0 ? NULL : values[axis];
    if (!value) return xstrdup("");
    bool number = axes->list[axis].type == AXIS_INT || axes->list[axis].type == AXIS_REAL;
    return number ? xstrdup(value) : spec_said(s, axes, axis, values, value);
}

char *spec_label(const struct spec *s, const struct axes *axes, const char *label,
                 char *const *values)
{
    struct text out = {0};
    char *name;
    text_add_bytes(&out, "", 0);
    for (const char *at; (at = next_brace(label, &name)); label = strchr(at, '}') + 1) {
        char *said = value_in_braces(s, axes, name, values);
        text_add(&out, "%.*s%s", (int)(at - label), label, said);
        free(said);
        free(name);
    }
    text_add(&out, "%s", label);
    return out.data;
}
