/* SPDX-License-Identifier: MIT
 * The first row that nothing holds back (training_queue.h). */
#include "harness/run/trainings/training_queue.h"
#include "harness/run/row_steps.h"
#include "harness/run/trainings/shared_training.h"
#include "harness/run/tuning/tuning.h"

#include <stdlib.h>

struct queue {
    const struct run *run;
    struct tuning *tuning;
    struct shared *shared;
    bool *taken; /* rows of the plan that a core has had, or that are done */
};

struct queue *queue_open(const struct run *run)
{
    struct queue *q = xalloc(sizeof *q);
    *q = (struct queue){.run = run};
    q->tuning = tuning_open(run);
    q->shared = shared_open(run);
    q->taken = xarray((size_t)run->plan->row_count, sizeof *q->taken);
    for (int i = 0; i < run->plan->row_count; i++)
        q->taken[i] =
            !row_is_quality(run, &run->plan->rows[i]) || row_is_done(run, &run->plan->rows[i]);
    return q;
}

void queue_close(struct queue *q)
{
    tuning_close(q->tuning);
    shared_close(q->shared);
    free(q->taken);
    free(q);
}

/* Whether a row is run or left out now; false: later. */
static bool is_ready(const struct queue *q, int row, struct ready *r)
{
    enum tuning_answer tuned = tuning_ask(q->tuning, row, &r->lost);
    r->status = tuned == TUNING_NO_WINNER ? STATUS_SKIPPED : STATUS_NOT_NEEDED;
    return tuned != TUNING_WAIT;
}

struct ready queue_next(struct queue *q)
{
    for (int i = 0; i < q->run->plan->row_count; i++) {
        struct ready r = {.row = &q->run->plan->rows[i]};
        if (q->taken[i] || !is_ready(q, i, &r)) continue;
        if (!r.lost && shared_ask(q->shared, i, q->taken, &r.same) == SHARED_WAIT) continue;
        q->taken[i] = true;
        return r;
    }
    return (struct ready){0};
}
