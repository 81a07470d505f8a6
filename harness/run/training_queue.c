/* SPDX-License-Identifier: MIT
 * Implements the queue of training runs (trainings.h). */
#include "base/mem.h"
#include "harness/run/trainings.h"

#include <stdlib.h>

struct queue {
    const struct run *run;
    struct tuning *tuning;
    bool *taken;    /* for each row of the plan, true if it is finished or assigned to a core */
    int *next_same; /* for each row, the next row with the same training run; the last of these rows
                       refers to the first */
};

/* Links the rows of each training run into a ring. */
static void link_same_trainings(struct queue *q)
{
    const struct plan *plan = q->run->plan;
    int rounds = 1;
    for (int i = 0; i < plan->row_count; i++)
        if (plan->rows[i].round > rounds) rounds = plan->rows[i].round;
    /* index of the last row of each training run, plus 1; 0 if the training run has no row */
    int *last = xarray((size_t)plan->cell_count * (size_t)rounds, sizeof *last);
    for (int i = 0; i < plan->row_count; i++) {
        const struct plan_row *row = &plan->rows[i];
        int *ring = &last[plan_row_cell(plan, row)->trained_by * rounds + row->round - 1];
        q->next_same[i] = *ring ? q->next_same[*ring - 1] : i;
        if (*ring) q->next_same[*ring - 1] = i;
        *ring = i + 1;
    }
    free(last);
}

struct queue *queue_open(const struct run *run)
{
    const struct plan *plan = run->plan;
    struct queue *q = xalloc(sizeof *q);
    *q = (struct queue){run, tuning_open(run), xarray((size_t)plan->row_count, sizeof *q->taken),
                        xarray((size_t)plan->row_count, sizeof *q->next_same)};
    for (int i = 0; i < plan->row_count; i++)
        q->taken[i] = !row_trains(run, &plan->rows[i]) || row_is_done(run, &plan->rows[i]);
    link_same_trainings(q);
    return q;
}

void queue_close(struct queue *q)
{
    tuning_close(q->tuning);
    free(q->taken);
    free(q->next_same);
    free(q);
}

/* Returns the journal line of a row's training run, from this run or an earlier run, or NULL. Sets
 * *runs if the training run is in progress. */
static json_t *same_training(const struct queue *q, int row, bool *runs)
{
    const struct plan_row *rows = q->run->plan->rows;
    const struct journal *journal = &q->run->journal;
    *runs = false;
    for (int i = q->next_same[row]; i != row; i = q->next_same[i]) {
        int place = q->taken[i] ? row_in_journal(q->run, &rows[i]) : -1;
        *runs |= q->taken[i] && place < 0;
        if (place >= 0 && status_trained(journal->rows[place].status))
            return journal_get(journal, place);
    }
    const struct plan_cell *cell = plan_row_cell(q->run->plan, &rows[row]);
    return json_incref(reuse_find(&q->run->reuse, cell->string, rows[row].round));
}

struct ready queue_next(struct queue *q)
{
    for (int i = 0; i < q->run->plan->row_count; i++) {
        struct ready r = {.row = &q->run->plan->rows[i]};
        bool runs = false;
        if (q->taken[i]) continue;
        enum tuning_decision decision = tuning_decide(q->tuning, i, &r.left_out);
        if (decision == TUNING_WAIT) continue;
        r.status = decision == TUNING_NO_BEST ? STATUS_SKIPPED : STATUS_NOT_NEEDED;
        if (!r.left_out) r.same = same_training(q, i, &runs);
        if (runs && !r.same) continue;
        q->taken[i] = true;
        return r;
    }
    return (struct ready){0};
}

void queue_return(struct queue *q, const struct plan_row *row)
{
    q->taken[row - q->run->plan->rows] = false;
}
