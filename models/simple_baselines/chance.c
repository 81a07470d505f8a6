/* SPDX-License-Identifier: MIT
 * Implements the chance baseline: every answer that occurs in training is equally likely. p(c) = (1
 * - r) / K for each of the K answers that occurred; all other answers together have the probability
 * r = 1 / (targets + 1). The predicted answer is drawn by a counter-based generator, so every run
 * predicts the same answer. */
#include "models/simple_baselines/simple_baseline.h"

#include "base/mem.h"
#include "base/rng.h"

#include <math.h>
#include <stdlib.h>

struct chance {
    int classes,
        kinds; /* number of possible answers; number of answers that occurred in training */
    double targets;
    bool *seen; /* true for classes that occurred in training; shape (classes) */
    int *kind;  /* ids of the answers that occurred, in order of first appearance; shape (kinds) */
    uint64_t drawn;
};

static struct model *open(const struct simple_baseline *y, const struct task *task,
                          const struct model_config *shape)
{
    struct chance *m = xalloc(sizeof *m);
    (void)y, (void)task;
    m->classes = shape->vocabulary;
    m->seen = xarray((size_t)m->classes, sizeof *m->seen);
    m->kind = xarray((size_t)m->classes, sizeof *m->kind);
    return (struct model *)m;
}

static void close(struct model *model)
{
    struct chance *m = (struct chance *)model;
    free(m->seen);
    free(m->kind);
    free(m);
}

static void count(struct model *model, const struct batch *b)
{
    struct chance *m = (struct chance *)model;
    for (size_t i = 0; i < (size_t)b->batch * (size_t)b->n; i++) {
        int answer = b->targets[i];
        if (answer < 0) continue;
        m->targets++;
        if (!m->seen[answer]) m->kind[m->kinds++] = answer;
        m->seen[answer] = true;
    }
}

static double log_share(const struct chance *m, int answer)
{
    double rest = 1 / (m->targets + 1);
    return m->seen[answer] ? log1p(-rest) - log(m->kinds) : log(rest / (m->classes - m->kinds));
}

static double forward(struct model *model, const struct batch *b, uint64_t step, double *count)
{
    const struct chance *m = (const struct chance *)model;
    double nats = 0;
    (void)step;
    *count = 0;
    for (size_t i = 0; i < (size_t)b->batch * (size_t)b->n; i++)
        if (b->targets[i] >= 0) nats -= log_share(m, b->targets[i]), ++*count;
    return nats;
}

/* Gives the drawn answer a slightly larger logit, so that it is the prediction. */
static void logits(struct model *model, int b, int n, float *out)
{
    struct chance *m = (struct chance *)model;
    (void)b, (void)n;
    for (int c = 0; c < m->classes; c++) out[c] = (float)log_share(m, c);
    if (!m->kinds) return;
    uint64_t which = rng_below(0, rng_stream("chance"), m->drawn++, (uint64_t)m->kinds);
    out[m->kind[which]] += 0.001f;
}

const struct simple_baseline simple_baseline_chance = {
    .name = "chance",
    .label = "chance",
    .title = "any answer seen in training, equally likely",
    .source = "",
    .tasks = "positions",
    .open = open,
    .close = close,
    .count = count,
    .forward = forward,
    .logits = logits,
};
