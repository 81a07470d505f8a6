/* SPDX-License-Identifier: MIT
 * Implements the majority baseline: predicts the most frequent answer for every question. p(c) =
 * (count of c + 1) / (all + C). */
#include "models/simple_baselines/simple_baseline.h"

#include "base/mem.h"

#include <math.h>
#include <stdlib.h>

struct majority {
    int classes;
    bool one_a_row; /* true: one target per record; false: one target per position */
    /* total number of targets; number of targets per class, shape (classes) */
    double all, *counts;
};

static struct model *open(const struct simple_baseline *y, const struct task *task,
                          const struct model_config *shape)
{
    struct majority *m = xalloc(sizeof *m);
    (void)y, (void)task;
    m->one_a_row = shape->head == HEAD_CLASS;
    m->classes = m->one_a_row ? shape->classes : shape->vocabulary;
    m->counts = xarray((size_t)m->classes, sizeof *m->counts);
    return (struct model *)m;
}

static void close(struct model *model)
{
    free(((struct majority *)model)->counts);
    free(model);
}

static size_t targets_in(const struct majority *m, const struct batch *b)
{
    return m->one_a_row ? (size_t)b->batch : (size_t)b->batch * (size_t)b->n;
}

static void count(struct model *model, const struct batch *b)
{
    struct majority *m = (struct majority *)model;
    for (size_t i = 0; i < targets_in(m, b); i++)
        if (b->targets[i] >= 0) m->counts[b->targets[i]]++, m->all++;
}

static double log_share(const struct majority *m, int answer)
{
    return log((m->counts[answer] + 1) / (m->all + m->classes));
}

static double forward(struct model *model, const struct batch *b, uint64_t step, double *count)
{
    const struct majority *m = (const struct majority *)model;
    double nats = 0;
    (void)step;
    *count = 0;
    for (size_t i = 0; i < targets_in(m, b); i++)
        if (b->targets[i] >= 0) nats -= log_share(m, b->targets[i]), ++*count;
    return nats;
}

static void logits(struct model *model, int b, int n, float *out)
{
    const struct majority *m = (const struct majority *)model;
    (void)b, (void)n;
    for (int c = 0; c < m->classes; c++) out[c] = (float)log_share(m, c);
}

const struct simple_baseline simple_baseline_majority = {
    .name = "majority",
    .label = "most frequent answer",
    .title = "always the most frequent answer in training",
    .source = "",
    .tasks = "positions classes stories images",
    .floor = true,
    .open = open,
    .close = close,
    .count = count,
    .forward = forward,
    .logits = logits,
};
