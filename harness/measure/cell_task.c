/* SPDX-License-Identifier: MIT
 * The data of a cell that trains or counts: opened, made ready, and told of in the record. */
#include "harness/measure/quality.h"

#include "base/mem.h"
#include "datasets/data_store.h"
#include "harness/measure/memory.h"
#include "harness/measure/record.h"
#include "models/tasks/tasks.h"

#include <stdlib.h>
#include <string.h>

/* Cells of a test that is not there stay empty, and a reader is to know why. */
static void note_no_test(const struct worker_cell *cell, struct dataset *data)
{
    if (cell->training.scored[SPLIT_TEST] && !data->count[SPLIT_TEST])
        data_note(data, "test=yes, but this set has no test split: nothing is scored on one.");
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

/* The shape that the data decide. False with *status and *error where no such model can be made. */
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

/* Of a settled cell. Fields that nobody reads may differ; then it is opened again. */
static bool same_batches(const struct opened *o, const struct worker_cell *cell)
{
    return o->task && o->kind == cell->task_kind && !strcmp(o->name, cell->data) &&
           o->held_out == cell->training.scored[SPLIT_HELD_OUT] &&
           !memcmp(&o->source, &cell->source, sizeof o->source) &&
           !memcmp(&o->options, &cell->task, sizeof o->options);
}

void opened_close(struct opened *o)
{
    if (!o->task) return;
    o->task->kind->close(o->task);
    dataset_close(&o->data);
    free(o->name);
    *o = (struct opened){0};
}

bool opened_for(struct opened *o, struct worker_cell *cell, enum row_status *status, char **error)
{
    *status = STATUS_UNSUPPORTED;
    if (!quality_settle(cell, error)) return false;
    if (!same_batches(o, cell)) {
        opened_close(o);
        *o = (struct opened){.kind = cell->task_kind,
                             .source = cell->source,
                             .options = cell->task,
                             .held_out = cell->training.scored[SPLIT_HELD_OUT]};
        o->task = cell_task_open(cell, &o->data, status, error);
        if (!o->task) return false;
        o->name = xstrdup(cell->data);
    }
    return shape_model(cell, o->task, status, error);
}

json_t *record_model_memory(const struct model_memory *m)
{
    json_t *memory = json_object();
    record_count(memory, "parameter_bytes", (long long)m->parameters);
    record_count(memory, "activation_bytes", (long long)m->activations);
    record_count(memory, "working_bytes", (long long)(m->gradients + m->optimizer + m->working));
    record_count(memory, "peak_rss_bytes", process_peak_rss_bytes());
    return memory;
}

json_t *record_data(const struct dataset *data, const struct task *task)
{
    char *hash = xformat("%016llx", (unsigned long long)data->hash);
    char *tokens = task->tokenizer
                       ? xformat("%016llx", (unsigned long long)tokenizer_hash(task->tokenizer))
                       : xstrdup("");
    json_t *input = json_pack("{s:s, s:s, s:s, s:s}", "source", data->name, "hash", hash,
                              "tokenizer_hash", tokens, "notes", data->notes);
    free(hash);
    free(tokens);
    return input;
}

static json_t *score_json(const struct task_score *s)
{
    json_t *object = json_object();
    for (int i = 0; i < s->count; i++) record_number(object, s->metric[i].name, s->metric[i].value);
    if (s->count) record_number(object, "targets", s->targets);
    if (s->records) record_count(object, "records", s->records);
    return object;
}

void record_scores(json_t *result, const struct task_score score[SPLITS])
{
    for_each_scored_split(s) json_object_set_new(result, split_names[s], score_json(&score[s]));
}
