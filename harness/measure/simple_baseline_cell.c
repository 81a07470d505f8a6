/* SPDX-License-Identifier: MIT
 * Implements `attnlab-worker run` for a simple baseline, which is fitted and scored. The record has
 * the fields of a training record except curve, steps and parameters, so one table can contain both
 * kinds of rows. */
#include "harness/measure/quality.h"

#include "base/mem.h"
#include "harness/measure/clock.h"
#include "harness/measure/record.h"
#include "models/simple_baselines/simple_baseline.h"
#include "models/tasks/tasks.h"

#include <stdlib.h>

static void count_and_score(const struct worker_cell *cell, const struct dataset *data,
                            struct task *task, json_t *record)
{
    struct simple_baseline_result r;
    const struct train_options *o = &cell->training;
    int64_t seen = (o->swap.steps + o->steps) * o->accumulate;
    double before = (double)clock_cpu_ns();
    simple_baseline_measure(simple_baselines[cell->simple_baseline], task,
                            cell->counted == COUNTED_SEEN ? seen : 0, o->generate, o->scored, 0,
                            &r);
    json_t *result = json_object();
    record_number(result, "tokens", r.counted);
    record_number(result, "train_seconds", ((double)clock_cpu_ns() - before) * 1e-9);
    record_number(result, "cut_records", (double)task->cut);
    json_object_set_new(result, "floor",
                        json_boolean(simple_baselines[cell->simple_baseline]->floor));
    json_object_set_new(result, "metric", json_string(data->metric));
    record_scores(result, r.score);
    json_object_set_new(record, "quality", result);
    json_object_set_new(record, "input", record_data(data, task));
    record_status(record, STATUS_OK, NULL);
}

void simple_baseline_run(const struct worker_options *options, const struct worker_cell *given,
                         json_t *record)
{
    (void)options;
    struct worker_cell cell = *given;
    const struct task_kind *kind = task_kinds[cell.task_kind];
    const struct simple_baseline *y = simple_baselines[cell.simple_baseline];
    struct dataset data;
    enum row_status status;
    char *error = NULL;
    cell.task.seed = (uint64_t)cell.seed;
    if (!simple_baseline_fits(y, kind)) {
        record_fail(record, STATUS_UNSUPPORTED,
                    xformat("simple baseline %s does not support task %s", y->name, kind->name));
        return;
    }
    struct task *task = cell_task_open(&cell, &data, &status, &error);
    if (!task) {
        record_fail(record, status, error);
        return;
    }
    count_and_score(&cell, &data, task, record);
    kind->close(task);
    dataset_close(&data);
}
