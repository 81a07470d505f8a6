/* SPDX-License-Identifier: MIT
 * The first row that nothing holds back (training_queue.h). */
#include "harness/run/machine.h"
#include "harness/run/outcome.h"
#include "harness/run/row_steps.h"
#include "harness/run/trainings/trainings.h"
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

/* ==== Which rows of a plan are the same training: rings of them, by cell and round. ==== */

struct shared {
    const struct run *run;
    int *next; /* of each row of the plan: the next of its ring, the last one's is the first */
};

struct shared *shared_open(const struct run *run)
{
    const struct plan *plan = run->plan;
    struct shared *s = xalloc(sizeof *s);
    int rounds = 1;
    for (int i = 0; i < plan->row_count; i++)
        if (plan->rows[i].round > rounds) rounds = plan->rows[i].round;
    int *last = xarray((size_t)plan->cell_count * (size_t)rounds, sizeof *last); /* and 1 */
    *s = (struct shared){run, xarray((size_t)plan->row_count, sizeof *s->next)};
    for (int i = 0; i < plan->row_count; i++) {
        const struct plan_row *row = &plan->rows[i];
        int *ring = &last[plan_row_cell(plan, row)->trained_by * rounds + row->round - 1];
        s->next[i] = *ring ? s->next[*ring - 1] : i;
        if (*ring) s->next[*ring - 1] = i;
        *ring = i + 1;
    }
    free(last);
    return s;
}

void shared_close(struct shared *s)
{
    free(s->next);
    free(s);
}

enum shared_answer shared_ask(const struct shared *s, int row, const bool *taken, json_t **line)
{
    const struct plan *plan = s->run->plan;
    bool running = false;
    for (int i = s->next[row]; i != row; i = s->next[i]) {
        if (!taken[i]) continue;
        const struct journal *journal = &s->run->journal;
        int other =
            journal_find(journal, plan_row_spec(plan, &plan->rows[i])->name, plan->rows[i].key);
        running |= other < 0;
        if (other < 0 || !status_trained(journal->rows[other].status)) continue;
        *line = journal_get(journal, other);
        return SHARED_TAKE;
    }
    *line = json_incref(reuse_find(&s->run->reuse, plan_row_cell(plan, &plan->rows[row])->string,
                                   plan->rows[row].round));
    return *line ? SHARED_TAKE : running ? SHARED_WAIT : SHARED_TRAIN;
}

json_t *shared_marks(const json_t *line)
{
    json_t *from = json_object_get(line, "same_as");
    json_t *marks =
        from ? json_pack("{s:O}", "same_as", from)
             : json_pack("{s:{s:O, s:O}}", "same_as", "ablation", json_object_get(line, "ablation"),
                         "key", json_object_get(line, "key"));
    require(marks);
    if (json_object_get(line, "host")) machine_mark(marks, line);
    return marks;
}
