/* SPDX-License-Identifier: MIT
 * Computes costs of rows, and counts cells, for the matrix (variant_matrix.h). */
#include "harness/analysis/variant_matrix.h"
#include "base/mem.h"

#include <math.h>
#include <stdlib.h>

/* ---- costs ---- */

static struct matrix_time time_of(const struct matrix_cell *c)
{
    if (!c->a) return (struct matrix_time){NAN, false};
    return (struct matrix_time){exp(-c->effect->gain.centre), c->effect->cost.by_formula};
}

struct matrix_time matrix_step_time(const struct matrix_row *r) { return time_of(&r->step); }

struct matrix_time matrix_layer_time(const struct matrix_row *r) { return time_of(&r->layer); }

double matrix_parameters(const struct matrix_row *r)
{
    const struct matrix_cell *c = r->trained.a ? &r->trained : r->step.a ? &r->step : &r->layer;
    return c->a ? c->effect->cost.parameters : (double)NAN;
}

/* ---- main tasks ---- */

/* Returns the number of verdicts on proposals in a column. Returns 0 if the baseline has (almost)
 * the best possible value. */
static int count_verdicts(const struct variant_matrix *m, int column)
{
    const struct matrix_cell *head = &m->columns[column].head;
    int count = 0;
    if (!head->a || stands_at_top(head->a, head->effect->reference)) return 0;
    for (int i = 0; i < m->row_count; i++) {
        const struct matrix_cell *c = &m->rows[i].cells[column];
        count += c->a && c->effect->gain.n && !matrix_row_is_control(&m->rows[i]) &&
                 outcome_says(c->effect->outcome);
    }
    return count;
}

int matrix_main_tasks(const struct variant_matrix *m, int *shown)
{
    int count = 0;
    for (int wanted = m->row_count; wanted > 0; wanted--)
        for (int i = 0; i < m->column_count && count < MAIN_TASKS; i++)
            if (count_verdicts(m, i) == wanted) shown[count++] = i;
    return count;
}

/* ---- cells ---- */

/* Returns the lower bound of a gain in units of the question's margin. Such bounds can be compared
 * between metrics. */
static double sure_margins(const struct matrix_cell *cell)
{
    const struct effect *e = cell->effect;
    return e->gain.interval.low / entry_question(cell->a, e->entry)->margin;
}

static void count(struct matrix_counts *n, const struct matrix_cell *cell)
{
    const struct effect *e = cell->effect;
    bool equivalent = e->outcome == OUTCOME_EQUIVALENT;
    n->all++;
    n->outcomes[e->outcome]++;
    n->at_top += equivalent && stands_at_top(cell->a, e->reference);
    n->leaning += e->outcome == OUTCOME_SUGGESTIVE && e->gain.centre > 0;
    if (e->outcome == OUTCOME_BETTER && (!n->best || sure_margins(cell) > sure_margins(n->best)))
        n->best = cell;
}

struct said {
    const struct matrix_cell *cell;
    double p, corrected;
    enum outcome outcome;
};

static bool is_said(enum outcome o)
{
    return outcome_says(o) || o == OUTCOME_SUGGESTIVE || o == OUTCOME_INCONCLUSIVE;
}

static void count_standing(struct matrix_counts *n, const struct analysis *a, struct said *list,
                           int count)
{
    correct_family(list, count, sizeof *list, offsetof(struct said, p),
                   offsetof(struct said, corrected));
    for (int i = 0; i < count; i++) {
        bool stands = stats_stands(list[i].corrected, a->level);
        n->stand_better += stands && list[i].outcome == OUTCOME_BETTER;
        n->stand_worse += stands && list[i].outcome == OUTCOME_WORSE;
        n->best_stands |= stands && list[i].cell == n->best;
    }
}

struct matrix_counts variant_matrix_counts(const struct variant_matrix *m)
{
    struct matrix_counts n = {0};
    const struct analysis *any = NULL;
    int cells = m->row_count * m->column_count, said = 0, last = -1;
    struct said *list = xarray((size_t)cells + 1, sizeof *list);
    for (int i = 0; i < cells; i++) {
        const struct matrix_cell *cell = &m->rows[i / m->column_count].cells[i % m->column_count];
        if (!cell->a || matrix_row_is_control(&m->rows[i / m->column_count]) ||
            !is_proposal(cell->a, cell->effect))
            continue;
        any = cell->a;
        n.proposals += i / m->column_count != last;
        last = i / m->column_count;
        count(&n, cell);
        if (is_said(cell->effect->outcome))
            list[said++] = (struct said){
                .cell = cell, .p = cell->effect->gain.p, .outcome = cell->effect->outcome};
    }
    if (any) count_standing(&n, any, list, said);
    free(list);
    return n;
}
