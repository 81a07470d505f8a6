/* SPDX-License-Identifier: MIT
 * Implements `attnlab-worker predict`, which prints the cost of cells, or why a cell is not
 * supported. The cost is computed from formulas; no cell is run. */
#include "harness/measure/quality.h"
#include "harness/measure/workload.h"
#include "models/simple_baselines/simple_baseline.h"

#include "base/mem.h"
#include "models/tasks/tasks.h"

#include <stdlib.h>
#include <unistd.h>

/* Returns a JSON answer with the reason. Frees the reason. */
static json_t *refusal(const char *name, char *reason)
{
    json_t *line = json_pack("{s:s, s:s}", "cell", name, "refuse", reason);
    free(reason);
    return line;
}

json_t *training_predict(const char *name, const struct worker_cell *cell)
{
    struct quality_prediction p = quality_predict(cell);
    if (p.refuse) return refusal(name, p.refuse);
    return json_pack("{s:s, s:n, s:f, s:f, s:f, s:f, s:f, s:f}", "cell", name, "refuse", "flop",
                     p.flop, "evaluate_flop", p.evaluate_flop, "decode_flop", p.decode_flop,
                     "read_work", p.read_work, "memory_bytes", p.memory_bytes, "parameters",
                     p.parameters);
}

/* Predicts the cost of one training step. Scoring is not included. */
json_t *step_predict(const char *name, const struct worker_cell *cell)
{
    struct worker_cell one = *cell;
    one.training.steps = one.training.evaluate_every = 1;
    if (cell->training.swap.steps) return refusal(name, xstrdup(STEP_OF_SWAP));
    json_t *line = training_predict(name, &one);
    json_object_del(line, "evaluate_flop");
    json_object_del(line, "decode_flop");
    return line;
}

/* Returns an empty prediction, because the time of a simple baseline is negligible. */
json_t *simple_baseline_predict(const char *name, const struct worker_cell *cell)
{
    const struct simple_baseline *y = simple_baselines[cell->simple_baseline];
    const struct task_kind *kind = task_kinds[cell->task_kind];
    char *misfit = task_misfit(kind, cell->data);
    if (misfit) return refusal(name, misfit);
    if (simple_baseline_fits(y, kind)) return json_pack("{s:s, s:n}", "cell", name, "refuse");
    return refusal(name,
                   xformat("simple baseline %s does not support task %s", y->name, kind->name));
}

json_t *layer_predict(const char *name, const struct worker_cell *cell)
{
    const struct kernels *k = cell->kernels;
    enum phase_kind phase = (enum phase_kind)cell->phase;
    const char *refuse = k->refuse(&cell->layer);
    if (refuse) return refusal(name, xstrdup(refuse));
    struct layer_work work = workload_work(k, &cell->layer, phase);
    struct layer_memory memory = workload_memory(k, &cell->layer, cell->threads, phase);
    return json_pack("{s:s, s:n, s:f, s:f, s:f, s:I}", "cell", name, "refuse", "flop",
                     phases_sum(work.flop), "recomputed_flop", phases_sum(work.recomputed), "bytes",
                     phases_sum(work.bytes), "memory_bytes", (json_int_t)workload_total(&memory));
}

static json_t *predict(const char *name, struct worker_cell *cell, void *nothing)
{
    (void)nothing;
    return worker_kinds[cell->kind].predict(name, cell);
}

int worker_predict(int argc, char **argv) { return worker_answer_cells(argc, argv, predict, NULL); }
