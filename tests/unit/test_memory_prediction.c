/* SPDX-License-Identifier: MIT
 * Compares the predicted memory and parameters of a training run with the models that the run
 * opens. */
#include "tests/unit/test.h"
#include "complete_cell.h"
#include "harness/measure/quality.h"

#include "base/mem.h"
#include "models/tasks/longer.h"
#include "models/tasks/tasks.h"

static struct quality_prediction predicted(const char *more)
{
    char *string =
        xformat("kind=quality,n=32,d_model=16,heads=2,layers=1,batch=2,steps=4,%s", more);
    struct quality_prediction p = prediction_of(string);
    free(string);
    return p;
}

static double bytes(struct model_memory m)
{
    return (double)(m.parameters + m.gradients + m.optimizer + m.activations + m.working);
}

/* Returns the memory of all models that a row opens at once. If `times` > 1, includes a model that
 * scores sequences `times` as long. */
static double opened_bytes(const char *more, int times)
{
    char *string =
             xformat("kind=quality,n=32,d_model=16,heads=2,layers=1,batch=2,steps=4,%s", more),
         *error = NULL;
    struct worker_cell cell = completed_cell(string);
    const struct model_build *build = model_build_for(cell.kernels);
    struct dataset data;
    enum row_status status;
    struct task *task = cell_model_open(&cell, &data, &status, &error);
    if (!task) fail_msg("%s", error);
    double sum = bytes(build->measure(&cell.model, true));
    task->options = task_at_length(&task->options, times);
    task->kind->shape(task, &cell.model);
    if (times > 1) sum += bytes(build->measure(&cell.model, false));
    task->kind->close(task);
    dataset_close(&data);
    worker_cell_free(&cell);
    free(string);
    return sum;
}

/* Batches of longer sequences have one sequence instead of two. A batch of sequences eight times as
 * long therefore has four times as many tokens. */
TEST("memory for longer sequences is predicted")
{
    static const int lengths[] = {1, 2, 4, 8};
    double before = 0;
    for (int i = 0; i < 4; i++) {
        char *cell = xformat("position=rotary,tokenizer=bytes,score_lengths=%d", lengths[i]);
        double foretold = predicted(cell).memory_bytes;
        assert_true(foretold == opened_bytes(cell, lengths[i]));
        assert_true(foretold > before);
        before = foretold;
        free(cell);
    }
}

/* With select=best, a run keeps a copy of the best parameters. */
TEST("memory for the best parameters is predicted")
{
    double last = predicted("tokenizer=bytes").memory_bytes;
    struct quality_prediction best = predicted("tokenizer=bytes,select=best");
    assert_true(best.memory_bytes >= last + best.parameters * sizeof(float));
    assert_true(best.memory_bytes < last + 1.2 * best.parameters * sizeof(float));
}

/* The tokenizer `bytes` has a vocabulary of 256 bytes and the special tokens. The setting
 * `vocabulary` has no effect. */
TEST("the vocabulary size of bytes is predicted")
{
    static const char *const cells[] = {"tokenizer=bytes", "tokenizer=bytes,vocabulary=1000"};
    for (int i = 0; i < 2; i++) {
        struct quality_prediction p = predicted(cells[i]);
        assert_true(p.memory_bytes == opened_bytes(cells[i], 1));
    }
}
