/* SPDX-License-Identifier: MIT
 * attnlab-worker count: the FLOP of trainings, counted from their batches; nothing is trained.
 *
 * What a step declares hangs on its batch: how long that is, and how many answers it asks for. So
 * the FLOP of a training that was counted by another rule (work_version) can be told by today's
 * without training it again. They are those that a training of the cell has at the points of its
 * curve, to the bit. */
#include "harness/measure/quality.h"
#include "harness/measure/worker_cell.h"

#include "base/mem.h"
#include "models/swap.h"

#include <stdlib.h>
#include <string.h>

/* A task stays open for as long as the next cell meets the same batches: novels take seconds to
 * read, and arms, rates and sizes of a question share them. */
struct opened {
    struct task *task; /* NULL: none */
    struct dataset data;
    /* What its batches hang on, of the cell that it was opened for. */
    int kind;
    char *name;
    struct data_options source;
    struct task_options options;
    bool held_out;
};

struct counting {
    const struct worker_cell *cell;
    struct task *task;
    int64_t step; /* of all parts */
    double flop;
};

/* Of a settled cell. Fields that nobody reads may differ; then it is opened again. */
static bool same_batches(const struct opened *o, const struct worker_cell *cell)
{
    return o->task && o->kind == cell->task_kind && !strcmp(o->name, cell->data) &&
           o->held_out == cell->training.scored[SPLIT_HELD_OUT] &&
           !memcmp(&o->source, &cell->source, sizeof o->source) &&
           !memcmp(&o->options, &cell->task, sizeof o->options);
}

static void let_go(struct opened *o)
{
    if (!o->task) return;
    o->task->kind->close(o->task);
    dataset_close(&o->data);
    free(o->name);
    *o = (struct opened){0};
}

/* Settles the cell. False with *error. */
static bool open_for(struct opened *o, struct worker_cell *cell, char **error)
{
    struct worker_cell given = *cell;
    enum row_status status;
    if (!quality_settle(cell, error)) return false;
    if (same_batches(o, cell)) {
        o->task->kind->shape(o->task, &cell->model);
        return true;
    }
    let_go(o);
    *o = (struct opened){.kind = cell->task_kind,
                         .source = cell->source,
                         .options = cell->task,
                         .held_out = cell->training.scored[SPLIT_HELD_OUT]};
    *cell = given;
    o->task = cell_model_open(cell, &o->data, &status, error);
    if (o->task) o->name = xstrdup(cell->data);
    return o->task;
}

/* Targets of a batch, as a forward pass counts them; of spans, whose ends are read at every
 * position whatever is asked for, none. */
static double answers(const struct task_kind *kind, const struct batch *b)
{
    double sum = 0;
    if (kind->head != HEAD_TOKENS) return kind->head == HEAD_CLASS ? b->batch : 0;
    for (int i = 0; i < b->batch * b->n; i++) sum += b->targets[i] >= 0;
    return sum;
}

static void count_step(struct counting *c, const struct model_config *config)
{
    const struct model_build *build = model_build_for(c->cell->kernels);
    const struct task_kind *kind = c->task->kind;
    int accumulate = c->cell->training.accumulate;
    for (int a = 0; a < accumulate; a++) {
        const struct batch *b = kind->batch(c->task, c->step * accumulate + a);
        c->flop += build->step_flop(config, b->batch, b->n, b->m, answers(kind, b));
    }
    c->step++;
}

/* One part of a training, to the points of the curve that lie in it. */
static void count_part(struct counting *c, const struct model_config *config, int64_t steps,
                       json_t *points)
{
    for (int64_t s = 1; s <= steps; s++) {
        count_step(c, config);
        if (s < steps && s % c->cell->training.evaluate_every) continue;
        json_array_append_new(
            points, json_pack("{s:I, s:f}", "step", (json_int_t)c->step, "flop", c->flop));
    }
}

static json_t *count(const char *name, struct worker_cell *cell, void *opened)
{
    struct opened *o = opened;
    char *error = NULL;
    if (cell->kind != CELL_QUALITY)
        return json_pack("{s:s, s:s}", "cell", name, "error", "found a cell that trains nothing");
    if (!open_for(o, cell, &error)) {
        json_t *told = json_pack("{s:s, s:s}", "cell", name, "error", error);
        free(error);
        return told;
    }
    struct counting c = {cell, o->task, 0, 0};
    json_t *points = json_array();
    struct model_config plain = swap_plain(&cell->model);
    count_part(&c, &plain, cell->training.swap.steps, points);
    count_part(&c, &cell->model, cell->training.steps, points);
    return json_pack("{s:s, s:n, s:i, s:o}", "cell", name, "error", "version",
                     TRAINING_WORK_VERSION, "curve", points);
}

int worker_count(int argc, char **argv)
{
    struct opened opened = {0};
    int code = worker_answer_cells(argc, argv, count, &opened);
    let_go(&opened);
    return code;
}
