/* SPDX-License-Identifier: MIT
 * Reports a model's answers as text, record by record (report_records.h). */
#include "models/tasks/report_records.h"

#include "base/mem.h"

#include <math.h>
#include <stdlib.h>

void report_prediction(const struct task *task, const struct prediction *p)
{
    if (task->listener.hear) task->listener.hear(task->listener.context, p);
}

void report_class(const struct task *task, enum split split, int record, int truth, int answer)
{
    const char *const *names = task->data->class_names;
    if (!task->listener.hear) return;
    report_prediction(task, &(struct prediction){.split = split,
                                                 .record = record,
                                                 .truth = truth < 0 ? NULL : names[truth],
                                                 .answer = names[answer]});
}

void report_text(const struct task *task, enum split split, int record, const char *answer)
{
    const struct record *r = &task->data->records[split][record];
    struct string truth = r->reference_count ? r->references[0] : r->second;
    if (!task->listener.hear) return;
    char *text = xformat("%.*s", (int)truth.size, truth.at);
    report_prediction(task, &(struct prediction){.split = split,
                                                 .record = record,
                                                 .truth = text,
                                                 .answer = answer,
                                                 .references = r->references,
                                                 .reference_count = r->reference_count});
    free(text);
}

/* -log softmax(logits)[target] */
static double nats_of(const float *logits, int count, int target)
{
    double most = -INFINITY, sum = 0;
    for (int i = 0; i < count; i++) most = fmax(most, (double)logits[i]);
    for (int i = 0; i < count; i++) sum += exp((double)logits[i] - most);
    return log(sum) + most - (double)logits[target];
}

void report_losses(const struct task *task, enum split split, const int *records,
                   const struct model_build *build, struct model *model, const struct batch *batch)
{
    if (!task->listener.hear) return;
    int vocabulary = tokenizer_size(task->tokenizer);
    float *logits = xarray((size_t)vocabulary, sizeof *logits);
    for (int b = 0; b < batch->batch; b++) {
        struct prediction p = {.split = split, .record = records[b]};
        for (int i = 0; i < batch->n; i++) {
            int32_t target = batch->targets[b * batch->n + i];
            if (target < 0) continue;
            build->logits(model, b, i, logits);
            p.nats += nats_of(logits, vocabulary, target);
            p.targets++;
        }
        if (p.targets > 0) report_prediction(task, &p); /* nothing to report if nothing is masked */
    }
    free(logits);
}
