/* SPDX-License-Identifier: MIT
 * Opens the task of a cell that trains a model or fits a simple baseline. Sets the shapes that
 * depend on the data. */
#include "harness/measure/quality.h"

#include "base/mem.h"
#include "datasets/data_store.h"
#include "models/tasks/tasks.h"

#include <stdlib.h>
#include <string.h>

/* Adds a note that explains why the columns of the test split are empty. */
static void note_no_test(const struct worker_cell *cell, struct dataset *data)
{
    if (cell->training.scored[SPLIT_TEST] && !data->count[SPLIT_TEST])
        data_note(data, "test=yes is ignored, because this data set has no test split.");
}

struct task *cell_task_open(const struct worker_cell *cell, struct dataset *data,
                            enum row_status *status, char **error)
{
    const struct task_kind *kind = task_kinds[cell->task_kind];
    struct task_options options = cell->task;
    struct task *task = NULL;
    options.cache = getenv("ATTNLAB_CACHE");
    *status = STATUS_UNSUPPORTED;
    if ((*error = task_misfit(kind, cell->data))) return NULL;
    *status = STATUS_SKIPPED;
    if (!cell_data_open(cell, data, error)) return NULL;
    note_no_test(cell, data);
    *status = STATUS_UNSUPPORTED;
    task = kind->open(data, &options, error);
    if (!task) dataset_close(data);
    return task;
}

/* Sets the model sizes that depend on the data. If the model is not supported, returns false and
 * sets *status and *error. */
static bool shape_model(struct worker_cell *cell, struct task *task, enum row_status *status,
                        char **error)
{
    const struct model_build *build = model_build_for(cell->kernels);
    task->kind->shape(task, &cell->model);
    const char *refuse = build->refuse(&cell->model);
    if (!refuse) refuse = swap_refuse(build, &cell->model, &cell->training.swap);
    if (!refuse) return true;
    *status = STATUS_UNSUPPORTED;
    *error = xstrdup(refuse);
    return false;
}

struct task *cell_model_open(struct worker_cell *cell, struct dataset *data,
                             enum row_status *status, char **error)
{
    *status = STATUS_UNSUPPORTED;
    if (!quality_settle(cell, error)) return NULL;
    struct task *task = cell_task_open(cell, data, status, error);
    if (!task || shape_model(cell, task, status, error)) return task;
    task->kind->close(task);
    dataset_close(data);
    return NULL;
}

/* Returns true if the open task has the same batches as this cell. The cell's options must be
 * complete (quality_settle()). */
static bool same_batches(const struct kept_task *o, const struct worker_cell *cell)
{
    return o->task && o->kind == cell->task_kind && !strcmp(o->name, cell->data) &&
           o->held_out == cell->training.scored[SPLIT_HELD_OUT] &&
           !memcmp(&o->source, &cell->source, sizeof o->source) &&
           !memcmp(&o->options, &cell->task, sizeof o->options);
}

void kept_task_close(struct kept_task *o)
{
    if (!o->task) return;
    o->task->kind->close(o->task);
    dataset_close(&o->data);
    free(o->name);
    *o = (struct kept_task){0};
}

bool kept_task_open(struct kept_task *o, struct worker_cell *cell, enum row_status *status,
                    char **error)
{
    *status = STATUS_UNSUPPORTED;
    if (!quality_settle(cell, error)) return false;
    if (!same_batches(o, cell)) {
        kept_task_close(o);
        *o = (struct kept_task){.kind = cell->task_kind,
                                .source = cell->source,
                                .options = cell->task,
                                .held_out = cell->training.scored[SPLIT_HELD_OUT]};
        o->task = cell_task_open(cell, &o->data, status, error);
        if (!o->task) return false;
        o->name = xstrdup(cell->data);
    }
    return shape_model(cell, o->task, status, error);
}
