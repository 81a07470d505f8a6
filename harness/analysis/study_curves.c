/* SPDX-License-Identifier: MIT
 * Learning curves read between their points. See study.h. */
#include "harness/analysis/study.h"
#include "base/mem.h"

#include <math.h>
#include <stdlib.h>

static const char *const axis_columns[] = {"step", "flop", "seconds"};

double curve_end(const struct study *s, const struct trial *t, enum curve_axis axis)
{
    if (!t || t->last_point <= t->first_point) return NAN;
    return table_number(s->curves, t->last_point - 1, axis_columns[axis]);
}

double curve_at(const struct study *s, const struct trial *t, const struct metric *m,
                enum curve_axis axis, double x)
{
    char *column = xformat("valid_%s", m->name);
    double before_x = NAN, before = NAN, value = NAN;
    for (int p = t ? t->first_point : 0; t && p < t->last_point && isnan(value); p++) {
        double at = table_number(s->curves, p, axis_columns[axis]);
        double here = table_number(s->curves, p, column);
        if (isnan(at) || isnan(here)) continue;
        if (at == x)
            value = here;
        else if (at > x && !(before_x < x))
            break;
        else if (at > x)
            value = before + (here - before) * (x - before_x) / (at - before_x);
        before_x = at;
        before = here;
    }
    free(column);
    return value;
}
