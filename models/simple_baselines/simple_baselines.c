/* SPDX-License-Identifier: MIT
 * Defines the table of simple baselines. Fits and scores a baseline with the functions of a task.
 */
#include "models/simple_baselines/simple_baseline.h"

#include "models/tasks/longer.h"

#include <string.h>

const struct simple_baseline *const simple_baselines[] = {
#define SIMPLE_BASELINE(name) &simple_baseline_##name,
#include "models/simple_baselines/list.def"
#undef SIMPLE_BASELINE
    NULL};

bool simple_baseline_fits(const struct simple_baseline *y, const struct task_kind *kind)
{
    const char *name = kind->counted_as;
    size_t length = name ? strlen(name) : 0;
    for (const char *at = y->tasks; name && (at = strstr(at, name)); at += length)
        if ((at == y->tasks || at[-1] == ' ') && (!at[length] || at[length] == ' ')) return true;
    return false;
}

struct fitting {
    const struct simple_baseline *simple_baseline;
    struct model *model;
    bool one_a_row; /* true: one target per record; false: one target per position */
    double targets;
};

static double targets_of(const struct batch *b, bool one_a_row)
{
    if (one_a_row) return b->batch;
    double count = 0;
    for (int row = 0; row < b->batch; row++)
        for (int i = 0; i < b->lengths[row]; i++)
            count += b->targets[(size_t)row * (size_t)b->n + (size_t)i] >= 0;
    return count;
}

static void count_batch(void *to, const struct batch *b)
{
    struct fitting *f = to;
    f->targets += targets_of(b, f->one_a_row);
    f->simple_baseline->count(f->model, b);
}

static const char *whole_prefix(const struct model *model)
{
    (void)model;
    return "simple baselines have no key/value cache";
}

/* Returns a simple baseline's functions as a struct model_build, which tasks use. */
static struct model_build face(const struct simple_baseline *y)
{
    return (struct model_build){.name = y->name,
                                .forward = y->forward,
                                .logits = y->logits,
                                .refuse_steps = whole_prefix,
                                .encode = y->encode,
                                .forward_decoder = y->forward_decoder};
}

void simple_baseline_measure(const struct simple_baseline *y, struct task *task, int64_t batches,
                             bool generate, const bool scored[SPLITS], int limit,
                             struct simple_baseline_result *r)
{
    struct model_config shape = {0};
    struct model_build build = face(y);
    *r = (struct simple_baseline_result){0};
    task->kind->shape(task, &shape);
    struct fitting f = {y, y->open(y, task, &shape), shape.head != HEAD_TOKENS, 0};
    task->kind->walk(task, batches, count_batch, &f);
    if (y->fit) y->fit(f.model);
    generate = generate && y->encode;
    for_each_scored_split(s)
    {
        if (s != SPLIT_VALID && !scored[s]) continue;
        task->kind->score(task, s, &build, f.model, generate, limit, &r->score[s]);
        task_score_longer(task, s, &build, NULL, f.model, &r->score[s]);
    }
    r->counted = f.targets;
    y->close(f.model);
}
