/* SPDX-License-Identifier: MIT
 * See estimate.h. */
#include "harness/spec/estimate.h"

#include <math.h>
#include <stdlib.h>

const double estimate_start_s = 0.35, estimate_gflops = 70;

static double field(const struct plan_cell *cell, const char *axis, double otherwise)
{
    const char *text = cell_get(&cell->fields, axis);
    return text ? strtod(text, NULL) : otherwise;
}

double estimate_row_s(const struct plan_cell *cell, const struct prediction *p)
{
    if (p->refuse || isnan(p->flop)) return 0;
    double pass_s = p->flop / (estimate_gflops * 1e9 * field(cell, "threads", 1));
    double sample_s = fmax(pass_s, field(cell, "min_sample_ms", 5) / 1e3);
    return estimate_start_s + (ESTIMATE_WARM_UP + ESTIMATE_COUNTER_PASSES) * pass_s +
           field(cell, "samples", ESTIMATE_SAMPLES) * sample_s;
}
