/* SPDX-License-Identifier: MIT
 * What is foretold of a training, beside the models that it then opens: memory and parameters. */
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

/* Of the models that a row opens at once: the one that it trains, and the one that scores at so
 * many times its length, 1: none. */
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

/* Beside the trained model: with a batch of 2 sequences, eight times as long is four times as many
 * tokens. */
TEST("a model of longer sequences is foretold")
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

/* The copy of parameters that select=best keeps. */
TEST("the best parameters are foretold")
{
    double last = predicted("tokenizer=bytes").memory_bytes;
    struct quality_prediction best = predicted("tokenizer=bytes,select=best");
    assert_true(best.memory_bytes >= last + best.parameters * sizeof(float));
    assert_true(best.memory_bytes < last + 1.2 * best.parameters * sizeof(float));
}

/* Of bytes there are always 256, and what else a vocabulary has, whatever the cell asks for. */
TEST("the vocabulary of bytes is known")
{
    static const char *const cells[] = {"tokenizer=bytes", "tokenizer=bytes,vocabulary=1000"};
    for (int i = 0; i < 2; i++) {
        struct quality_prediction p = predicted(cells[i]);
        assert_true(p.memory_bytes == opened_bytes(cells[i], 1));
    }
}
