/* SPDX-License-Identifier: MIT
 * Finding and describing the largest training (largest.h). */
#include "harness/run/commands/largest.h"
#include "base/mem.h"

#include <math.h>

/* -1: none. */
static int largest_row(const struct plan *plan, const struct expected_row *rows, int spec)
{
    int largest = -1;
    for (int i = 0; i < plan->row_count; i++) {
        const struct plan_cell *cell = plan_row_cell(plan, &plan->rows[i]);
        if (cell->spec != spec || cell->yardstick || !spec_trains(&plan->specs[spec])) continue;
        if (largest < 0 || rows[i].seconds > rows[largest].seconds) largest = i;
    }
    return largest;
}

char *largest_words(const struct plan *plan, const struct prediction *predictions,
                    const struct expected_row *rows, int spec)
{
    int row = largest_row(plan, rows, spec);
    if (row < 0) return NULL;
    const struct prediction *p = &predictions[plan->rows[row].cell_index];
    if (!(p->parameters > 0) || isnan(p->memory_bytes)) return NULL;
    return xformat("largest training: %.3g million parameters, %.3g FLOP with scoring, %.3g GB of "
                   "memory, %.2g core-hours",
                   p->parameters / 1e6, p->flop + p->evaluate_flop + p->decode_flop,
                   p->memory_bytes / 1e9, rows[row].seconds / 3600);
}
