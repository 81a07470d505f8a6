/* SPDX-License-Identifier: MIT
 * Adds up loss, accuracy and the confusion matrix of classifications from the logits of a batch. */
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

void class_scores_begin(struct class_scores *s, const struct task *task, enum split split)
{
    size_t classes = (size_t)task->data->classes;
    *s = (struct class_scores){.task = task, .split = split};
    s->logits = xarray(classes, sizeof *s->logits);
    classification_begin(&s->known, classes);
}

void class_scores_add(struct class_scores *s, const struct model_build *build, struct model *model,
                      const struct batch *b)
{
    double count;
    s->nats += build->forward(model, b, 0, &count);
    s->targets += count;
    for (int row = 0; row < b->batch; row++) {
        build->logits(model, row, 0, s->logits);
        int answer = largest(s->logits, (int)s->known.classes), truth = b->targets[row];
        tell_class(s->task, s->split, (int)s->records, truth, answer);
        s->records++;
        s->right += answer == truth;
        if (truth >= 0) classification_add(&s->known, (size_t)truth, (size_t)answer);
    }
}

void class_scores_finish(struct class_scores *s, struct task_score *score)
{
    if (s->records > 0) {
        score->targets = s->records;
        task_score_add(score, "loss", s->nats / s->targets);
        task_score_add(score, "accuracy", s->right / s->records);
        task_score_add(score, "matthews", classification_matthews(&s->known));
    }
    classification_end(&s->known);
    free(s->logits);
}
