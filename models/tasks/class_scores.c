/* SPDX-License-Identifier: MIT
 * Adds up the loss, and puts down truth and answer of each record, from the logits of a batch. */
#include "models/tasks/class_scores.h"

#include "base/mem.h"
#include "models/tasks/told.h"

#include <stdlib.h>

int largest(const float *values, int count)
{
    int best = 0;
    for (int i = 1; i < count; i++)
        if (values[i] > values[best]) best = i;
    return best;
}

enum { RIGHT, TARGETS, TRUTH, ANSWER }; /* columns of records */
static const char *const columns[] = {"right", "targets", "truth", "answer", NULL};

void class_scores_begin(struct class_scores *s, const struct task *task, enum split split,
                        int records)
{
    *s = (struct class_scores){.task = task, .split = split};
    s->logits = xarray((size_t)task->data->classes, sizeof *s->logits);
    record_scores_open(&s->records, records);
    record_scores_add_all(&s->records, columns);
}

void class_scores_add(struct class_scores *s, const struct model_build *build, struct model *model,
                      const struct batch *b)
{
    double count;
    s->nats += build->forward(model, b, 0, &count);
    s->targets += count;
    for (int row = 0; row < b->batch; row++) {
        build->logits(model, row, 0, s->logits);
        int answer = largest(s->logits, s->task->data->classes), truth = b->targets[row];
        tell_class(s->task, s->split, s->seen, truth, answer);
        s->records.column[RIGHT][s->seen] = answer == truth;
        s->records.column[TARGETS][s->seen] = 1;
        s->records.column[TRUTH][s->seen] = truth;
        s->records.column[ANSWER][s->seen] = answer;
        s->seen++;
    }
}

void class_scores_finish(struct class_scores *s, struct task_score *score)
{
    if (s->seen) {
        score->targets = s->seen;
        score->no_loss = !(s->targets > 0);
        task_score_add(score, "loss", s->nats / s->targets);
        task_score_records(s->task, s->split, &s->records, score);
    }
    record_scores_free(&s->records);
    free(s->logits);
}
