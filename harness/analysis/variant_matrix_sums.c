/* SPDX-License-Identifier: MIT
 * What a row of the matrix costs, and what its cells come to (variant_matrix.h). */
#include "harness/analysis/variant_matrix.h"

#include <math.h>

/* ---- costs ---- */

static double timed_ratio(const struct matrix_cell *c)
{
    return c->a ? exp(-c->effect->gain.centre) : (double)NAN;
}

double matrix_step_time(const struct matrix_row *r) { return timed_ratio(&r->step); }

double matrix_training_time(const struct matrix_row *r)
{
    if (r->step.a || !r->trained.a) return timed_ratio(&r->step);
    return exp(r->trained.effect->cost.log_time.centre);
}

double matrix_layer_time(const struct matrix_row *r) { return timed_ratio(&r->layer); }

static const struct cost *cost_of(const struct matrix_row *r)
{
    const struct matrix_cell *c = r->trained.a ? &r->trained : r->step.a ? &r->step : &r->layer;
    return c->a ? &c->effect->cost : NULL;
}

double matrix_memory(const struct matrix_row *r)
{
    const struct cost *c = cost_of(r);
    return c ? c->memory : (double)NAN;
}

double matrix_parameters(const struct matrix_row *r)
{
    const struct cost *c = cost_of(r);
    return c ? c->parameters : (double)NAN;
}

/* ---- cells ---- */

static void count(struct matrix_counts *n, const struct matrix_cell *cell)
{
    const struct effect *e = cell->effect;
    bool equivalent = e->outcome == OUTCOME_EQUIVALENT;
    n->all++;
    n->outcomes[e->outcome]++;
    n->at_top += equivalent && stands_at_top(cell->a, e->reference);
    n->leaning += e->outcome == OUTCOME_SUGGESTIVE && e->gain.centre > 0;
    if (e->outcome == OUTCOME_BETTER &&
        (!n->best || e->gain.interval.low > n->best->effect->gain.interval.low))
        n->best = cell;
}

struct matrix_counts variant_matrix_counts(const struct variant_matrix *m)
{
    struct matrix_counts n = {0};
    for (int i = 0; i < m->row_count; i++)
        for (int c = 0; c < m->column_count; c++) {
            const struct matrix_cell *cell = &m->rows[i].cells[c];
            if (cell->a && !cell->a->entries[cell->effect->entry].damaged) count(&n, cell);
        }
    return n;
}
