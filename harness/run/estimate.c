/* SPDX-License-Identifier: MIT
 * See estimate.h. */
#include "harness/run/estimate.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

const double estimate_start_s = 0.25, estimate_gradient_s = 0.15, estimate_gflops = 70;

static double field(const struct plan_cell *cell, const char *axis, double otherwise)
{
    const char *text = cell_get(&cell->fields, axis);
    return text ? strtod(text, NULL) : otherwise;
}

/* Training takes this much longer with its evaluations. Small models spend much of their time
 * outside of matrix products: one core did 50 GFLOP/s at d_model = 32, 80 to 90 at 64, 105 at 128.
 */
static const double quality_start_s = 0.05, quality_evaluation = 1.25;

static double quality_gflops(double d_model) { return 130 * d_model / (d_model + 44); }

static double quality_s(const struct plan_cell *cell, const struct prediction *p)
{
    double rate = quality_gflops(field(cell, "d_model", 128));
    return quality_start_s + quality_evaluation * p->flop / (rate * 1e9);
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
    if (kind && !strcmp(kind, "quality")) return quality_s(cell, p);
    double pass_s = (p->flop + p->recomputed) / (estimate_gflops * 1e9 * field(cell, "threads", 1));
    double sample_s = fmax(pass_s, field(cell, "min_sample_ms", 5) / 1e3);
    return start_s(cell) + (ESTIMATE_WARM_UP + ESTIMATE_COUNTER_PASSES) * pass_s +
           field(cell, "samples", ESTIMATE_SAMPLES) * sample_s;
}

/* ---- tuning ---- */

static const char *tuned_value(const struct plan *plan, int spec, int cell)
{
    const struct plan_cell *c = &plan->cells[cell];
    return c->spec == spec ? cell_get(&c->fields, plan->specs[spec].tune_axis) : NULL;
}

static bool is_tuning_seed(const struct spec *s, const char *seed)
{
    for (int i = 0; seed && i < s->tune_seed_count; i++)
        if (!strcmp(s->tune_seeds[i], seed)) return true;
    return false;
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

double estimate_share(const struct spec *s, const struct plan_cell *cell, int tuned_values)
{
    bool runs = tuned_values < 2 || is_tuning_seed(s, cell_get(&cell->fields, "seed"));
    return runs ? 1 : 1.0 / tuned_values;
}
