/* SPDX-License-Identifier: MIT
 * Which rows of a plan are the same training (shared_training.h): rings of them, by cell and round.
 */
#include "harness/run/trainings/shared_training.h"
#include "harness/run/machine.h"
#include "harness/run/outcome.h"
#include "harness/run/row_steps.h"

#include <stdlib.h>

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
