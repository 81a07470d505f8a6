/* SPDX-License-Identifier: MIT
 * Rows and seconds of the specifications of a plan (plan_cost.h). */
#include "harness/run/plan_cost.h"
#include "harness/run/estimate.h"

#include <stdlib.h>
#include <unistd.h>

void plan_cost_add(struct plan_cost *sum, const struct plan_cost *t)
{
    sum->cells += t->cells;
    sum->rows += t->rows;
    sum->refused += t->refused;
    sum->saved += t->saved;
    sum->seconds += t->seconds;
    sum->spare += t->spare;
}

/* Of each cell: the first one with rows in this plan, which may be a shard, that is the same
 * training. To be freed. */
static int *trainers(const struct plan *plan)
{
    int *first = xarray((size_t)plan->cell_count, sizeof *first);
    int *trainer = xarray((size_t)plan->cell_count, sizeof *trainer);
    for (int i = 0; i < plan->cell_count; i++) first[i] = plan->cell_count;
    for (int i = 0; i < plan->row_count; i++) {
        int cell = plan->rows[i].cell_index, *of = &first[plan->cells[cell].trained_by];
        if (cell < *of) *of = cell;
    }
    for (int i = 0; i < plan->cell_count; i++) trainer[i] = first[plan->cells[i].trained_by];
    free(first);
    return trainer;
}

struct plan_cost plan_cost_of(const struct plan *plan, int spec, const struct prediction *p)
{
    struct plan_cost t = {0};
    int values = estimate_tuned_values(plan, spec), *trainer = trainers(plan);
    for (int i = 0; i < plan->cell_count; i++) {
        if (plan->cells[i].spec != spec) continue;
        t.cells++;
        t.refused += p && p[i].refuse;
    }
    for (int i = 0; i < plan->row_count; i++) {
        const struct plan_row *row = &plan->rows[i];
        const struct plan_cell *cell = &plan->cells[row->cell_index];
        if (cell->spec != spec) continue;
        bool saved = trainer[row->cell_index] != row->cell_index;
        t.rows++;
        t.saved += saved;
        if (p)
            *(saved ? &t.spare : &t.seconds) +=
                estimate_share(cell, values) * estimate_row_s(plan, cell, &p[row->cell_index]);
    }
    free(trainer);
    long cores = sysconf(_SC_NPROCESSORS_ONLN); /* rows that train run side by side */
    if (plan->specs[spec].kind == SPEC_QUALITY && cores > 1) {
        t.seconds /= (double)cores;
        t.spare /= (double)cores;
    }
    return t;
}
