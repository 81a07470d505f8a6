/* SPDX-License-Identifier: MIT
 * See estimate.h. */
#include "harness/plan/estimate.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

const double estimate_start_s = 0.25, estimate_gradient_s = 0.15, estimate_gflops = 70;

static double field(const struct plan *plan, const struct plan_cell *cell, const char *axis,
                    double otherwise)
{
    const char *text = plan_value(plan, cell, axis);
    return text ? strtod(text, NULL) : otherwise;
}

/* Training takes this much longer with its evaluations. Small models spend much of their time
 * outside of matrix products: one core did 50 GFLOP/s at d_model = 32, 80 to 90 at 64, 105 at 128.
 */
static const double quality_start_s = 0.05, quality_evaluation = 1.25;

static double quality_gflops(double d_model) { return 130 * d_model / (d_model + 44); }

static double quality_s(const struct plan *plan, const struct plan_cell *cell,
                        const struct prediction *p)
{
    double rate = quality_gflops(field(plan, cell, "d_model", 128));
    return quality_start_s + quality_evaluation * p->flop / (rate * 1e9);
}

static double start_s(const struct plan *plan, const struct plan_cell *cell)
{
    const char *phase = plan_value(plan, cell, "phase");
    bool gradients = phase && strcmp(phase, "forward");
    return estimate_start_s + (gradients ? estimate_gradient_s : 0);
}

double estimate_row_s(const struct plan *plan, const struct plan_cell *cell,
                      const struct prediction *p)
{
    const char *kind = plan_value(plan, cell, "kind");
    if (p->refuse || isnan(p->flop)) return 0;
    if (kind && !strcmp(kind, "quality")) return quality_s(plan, cell, p);
    double pass_s =
        (p->flop + p->recomputed) / (estimate_gflops * 1e9 * field(plan, cell, "threads", 1));
    double sample_s = fmax(pass_s, field(plan, cell, "min_sample_ms", 5) / 1e3);
    return start_s(plan, cell) + (ESTIMATE_WARM_UP + ESTIMATE_COUNTER_PASSES) * pass_s +
           field(plan, cell, "samples", ESTIMATE_SAMPLES) * sample_s;
}

/* ---- tuning ---- */

static const char *tuned_value(const struct plan *plan, int spec, int cell)
{
    const struct plan_cell *c = &plan->cells[cell];
    return c->spec == spec ? plan_value(plan, c, plan->specs[spec].tune_axis) : NULL;
}

int estimate_tuned_values(const struct plan *plan, int spec)
{
    enum { MOST = 64 };
    const char *met[MOST];
    int count = 0;
    for (int i = 0; plan->specs[spec].tune_axis && i < plan->cell_count; i++) {
        const char *value = tuned_value(plan, spec, i);
        int k = 0;
        while (value && k < count && strcmp(met[k], value)) k++;
        if (value && k == count && count < MOST) met[count++] = value;
    }
    return count;
}

double estimate_share(const struct plan_cell *cell, int tuned_values)
{
    return tuned_values < 2 || cell->tuning ? 1 : 1.0 / tuned_values;
}
