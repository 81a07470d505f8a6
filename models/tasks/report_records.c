/* SPDX-License-Identifier: MIT
 * Reports a model's answers as text, one record at a time. */
#include "models/tasks/report_records.h"

#include "base/mem.h"

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

void report_losses(const struct task *task, enum split split, const int *records,
                   const struct model_build *build, struct model *model, const struct batch *batch,
                   struct record_scores *kept)
{
    bool wanted = task->listener.hear || (kept && task->listener.keep);
    if (!wanted || !build->row_losses) return;
    double *nats = xarray((size_t)batch->batch, sizeof *nats);
    double *targets = xarray((size_t)batch->batch, sizeof *targets);
    build->row_losses(model, nats, targets);
    for (int b = 0; b < batch->batch; b++) {
        if (kept) kept->column[0][records[b]] = nats[b], kept->column[1][records[b]] = targets[b];
        if (targets[b] > 0) /* Rows without masked tokens have nothing to report. */
            report_prediction(task, &(struct prediction){.split = split,
                                                         .record = records[b],
                                                         .nats = nats[b],
                                                         .targets = targets[b]});
    }
    free(nats);
    free(targets);
}
