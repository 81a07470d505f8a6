/* SPDX-License-Identifier: MIT
 * See estimate.h. */
#include "harness/spec/estimate.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

const double estimate_start_s = 0.25, estimate_gradient_s = 0.15, estimate_gflops = 70;

static double field(const struct plan_cell *cell, const char *axis, double otherwise)
{
    const char *text = cell_get(&cell->fields, axis);
    return text ? strtod(text, NULL) : otherwise;
}

static double start_s(const struct plan_cell *cell)
{
    const char *phase = cell_get(&cell->fields, "phase");
    bool gradients = phase && strcmp(phase, "forward");
    return estimate_start_s + (gradients ? estimate_gradient_s : 0);
}

double estimate_row_s(const struct plan_cell *cell, const struct prediction *p)
{
    if (p->refuse || isnan(p->flop)) return 0;
    double pass_s = (p->flop + p->recomputed) / (estimate_gflops * 1e9 * field(cell, "threads", 1));
    double sample_s = fmax(pass_s, field(cell, "min_sample_ms", 5) / 1e3);
    return start_s(cell) + (ESTIMATE_WARM_UP + ESTIMATE_COUNTER_PASSES) * pass_s +
           field(cell, "samples", ESTIMATE_SAMPLES) * sample_s;
}
