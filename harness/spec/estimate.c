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

/* Training runs at about this rate on one core, and takes this much longer with its evaluations.
 * Small models spend much of their time outside of matrix products. */
static const double quality_peak_gflops = 130, quality_half_width = 44, quality_evaluation = 1.25;

static double quality_s(const struct prediction *p)
{
    return estimate_start_s + quality_evaluation * p->flop / (quality_gflops * 1e9);
}

static double start_s(const struct plan_cell *cell)
{
    const char *phase = cell_get(&cell->fields, "phase");
    bool gradients = phase && strcmp(phase, "forward");
    return estimate_start_s + (gradients ? estimate_gradient_s : 0);
}

double estimate_row_s(const struct plan_cell *cell, const struct prediction *p)
{
    const char *kind = cell_get(&cell->fields, "kind");
    if (p->refuse || isnan(p->flop)) return 0;
    if (kind && !strcmp(kind, "quality")) return quality_s(p);
    double pass_s = (p->flop + p->recomputed) / (estimate_gflops * 1e9 * field(cell, "threads", 1));
    double sample_s = fmax(pass_s, field(cell, "min_sample_ms", 5) / 1e3);
    return start_s(cell) + (ESTIMATE_WARM_UP + ESTIMATE_COUNTER_PASSES) * pass_s +
           field(cell, "samples", ESTIMATE_SAMPLES) * sample_s;
}
