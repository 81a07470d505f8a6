/* SPDX-License-Identifier: MIT
 * Builds batches of records, in training order or in file order. */
#include "models/tasks/records.h"

#include <stdlib.h>

const struct batch *records_batch(struct task *task, int64_t step)
{
    int rows;
    const int *records = order_batch(&task->order, step, &rows);
    return task->kind->fill(task, SPLIT_TRAIN, records, rows);
}

double records_epoch_steps(const struct task *task) { return order_batches(&task->order); }

void records_walk(struct task *task, int64_t batches, task_visit *visit, void *to)
{
    int count, most = task->options.batch, *records = order_shown(&task->order, batches, &count);
    for (int i = 0; i < count; i += most) {
        int rows = count - i < most ? count - i : most;
        visit(to, task->kind->fill(task, SPLIT_TRAIN, records + i, rows));
    }
    free(records);
}
