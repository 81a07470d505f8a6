/* SPDX-License-Identifier: MIT
 * Sums the loss over a batch, and stores the true and predicted class of each record. */
#include "models/tasks/class_scores.h"

#include "base/mem.h"
#include "models/tasks/sequences.h"
#include "models/tasks/report_records.h"

#include <stdlib.h>

int largest(const float *values, int count)
{
    int best = 0;
    for (int i = 1; i < count; i++)
        if (values[i] > values[best]) best = i;
    return best;
}

struct sums {
    const struct task *task;
    enum split split;
    struct record_scores records;
    int seen;
    double nats,
        targets;   /* sum of losses; number of records with a class that occurs in training */
    float *logits; /* logits of one record, shape (classes) */
};

enum { RIGHT, TARGETS, TRUTH, ANSWER };
const char *const class_columns[] = {"right", "targets", "truth", "answer", NULL};

static void begin(struct sums *s, const struct task *task, enum split split, int records)
{
    *s = (struct sums){.task = task, .split = split};
    s->logits = xarray((size_t)task->data->classes, sizeof *s->logits);
    record_scores_open(&s->records, records);
    record_scores_add_all(&s->records, class_columns);
}

static void add(struct sums *s, const struct model_build *build, struct model *model,
                const struct batch *b, const int *records)
{
    double count;
    s->nats += build->forward(model, b, 0, &count);
    s->targets += count;
    for (int row = 0; row < b->batch; row++) {
        build->logits(model, row, 0, s->logits);
        int answer = largest(s->logits, s->task->data->classes), truth = b->targets[row];
        report_class(s->task, s->split, records[row], truth, answer);
        s->records.column[RIGHT][s->seen] = answer == truth;
        s->records.column[TARGETS][s->seen] = 1;
        s->records.column[TRUTH][s->seen] = truth;
        s->records.column[ANSWER][s->seen] = answer;
        s->seen++;
    }
}

static void finish(struct sums *s, struct task_score *score)
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

void class_score(struct task *task, enum split split, const struct model_build *build,
                 struct model *model, bool generate, int limit, struct task_score *s)
{
    int end, most = task->options.batch, *records = spread(task->data->count[split], limit, &end);
    struct sums sum;
    (void)generate; /* a class is predicted without generating text */
    begin(&sum, task, split, end);
    for (int i = 0; i < end; i += most) {
        int rows = end - i < most ? end - i : most;
        const struct batch *b = task->kind->fill(task, split, records + i, rows);
        add(&sum, build, model, b, records + i);
    }
    finish(&sum, s);
    free(records);
}
