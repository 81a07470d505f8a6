/* SPDX-License-Identifier: MIT
 * Learning curves read between their points. */
#include "harness/analysis/analysis.h"

#include <math.h>

static double place_of(const struct point *p, enum curve_axis axis)
{
    const double places[] = {[CURVE_STEP] = p->step,
                             [CURVE_TOKENS] = p->tokens,
                             [CURVE_FLOP] = p->flop,
                             [CURVE_SECONDS] = p->seconds};
    return places[axis];
}

double curve_end(const struct trial *t, enum curve_axis axis)
{
    return t && t->point_count ? place_of(&t->points[t->point_count - 1], axis) : (double)NAN;
}

double curve_at(const struct trial *t, const struct metric *m, enum curve_axis axis, double x)
{
    double before_x = NAN, before = NAN;
    for (int i = 0; t && i < t->point_count; i++) {
        double at = place_of(&t->points[i], axis), here = t->points[i].valid[m - metrics];
        if (isnan(at) || isnan(here)) continue;
        if (at == x) return here;
        if (at > x)
            return before_x < x ? before + (here - before) * (x - before_x) / (at - before_x)
                                : (double)NAN;
        before_x = at;
        before = here;
    }
    return NAN;
}
