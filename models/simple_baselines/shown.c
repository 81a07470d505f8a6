/* SPDX-License-Identifier: MIT
 * Predicts the answers that the record has shown before, with equal probability. A model that
 * recalls values without their keys has the same accuracy: 1 / P for P pairs.
 *
 * Answers are ids that are targets in training; C is the number of ids. If K different answers
 * occur before a question:
 *
 *     p(c) = (1 - r) / K for each shown answer, p(c) = r / (C - K) for each other id,
 *     r = (missing + 1) / (targets + 2).
 *
 * `missing` counts training targets that were not shown before. With K = 0, all ids are equally
 * likely. The predicted answer is drawn by a counter-based generator, so every run predicts the
 * same answer. */
#include "models/simple_baselines/simple_baseline.h"

#include "base/mem.h"
#include "base/rng.h"

#include <math.h>
#include <stdlib.h>

struct shown {
    int ids;
    double targets, missing;
    bool *asked;   /* true for ids that are targets in training; shape (ids) */
    bool *known;   /* true for ids that have occurred in the current row; shape (ids) */
    int32_t *list; /* answers that have occurred in the current row; shape (ids) */
    int count;
    const struct batch *batch;
    uint64_t drawn;
};

static struct model *open(const struct simple_baseline *y, const struct task *task,
                          const struct model_config *shape)
{
    struct shown *m = xalloc(sizeof *m);
    (void)y, (void)task;
    m->ids = shape->vocabulary;
    m->asked = xarray((size_t)m->ids, sizeof *m->asked);
    m->known = xarray((size_t)m->ids, sizeof *m->known);
    m->list = xarray((size_t)m->ids, sizeof *m->list);
    return (struct model *)m;
}

static void close(struct model *model)
{
    struct shown *m = (struct shown *)model;
    free(m->asked);
    free(m->known);
    free(m->list);
    free(m);
}

static size_t row_at(const struct batch *b, int row) { return (size_t)row * (size_t)b->n; }

static void forget_row(struct shown *m, const struct batch *b, int row)
{
    const int32_t *tokens = b->tokens + row_at(b, row);
    for (int i = 0; i < b->lengths[row]; i++) m->known[tokens[i]] = false;
    m->count = 0;
}

static void count(struct model *model, const struct batch *b)
{
    struct shown *m = (struct shown *)model;
    for (int row = 0; row < b->batch; row++) {
        const int32_t *tokens = b->tokens + row_at(b, row), *targets = b->targets + row_at(b, row);
        for (int i = 0; i < b->lengths[row]; i++) {
            m->known[tokens[i]] = true;
            if (targets[i] < 0) continue;
            m->asked[targets[i]] = true;
            m->targets++;
            m->missing += !m->known[targets[i]];
        }
        forget_row(m, b, row);
    }
}

/* ---- answering ---- */

static void show(struct shown *m, int32_t token)
{
    if (m->asked[token] && !m->known[token]) m->list[m->count++] = token;
    m->known[token] = true;
}

static bool is_shown(const struct shown *m, int32_t answer)
{
    return m->known[answer] && m->asked[answer];
}

/* Returns the log-probability of an answer. `shown` is true if the answer occurred earlier in the
 * record. */
static double log_share(const struct shown *m, bool shown)
{
    double rest = (m->missing + 1) / (m->targets + 2);
    if (!m->count || m->count == m->ids) return -log(m->ids);
    return shown ? log1p(-rest) - log(m->count) : log(rest / (m->ids - m->count));
}

static double forward(struct model *model, const struct batch *b, uint64_t step, double *count)
{
    struct shown *m = (struct shown *)model;
    double nats = 0;
    (void)step;
    *count = 0;
    m->batch = b;
    for (int row = 0; row < b->batch; row++) {
        const int32_t *tokens = b->tokens + row_at(b, row), *targets = b->targets + row_at(b, row);
        for (int i = 0; i < b->lengths[row]; i++) {
            show(m, tokens[i]);
            if (targets[i] < 0) continue;
            nats -= log_share(m, is_shown(m, targets[i]));
            ++*count;
        }
        forget_row(m, b, row);
    }
    return nats;
}

/* Gives the drawn answer a slightly larger logit, so that it is the prediction. */
static void logits(struct model *model, int b, int n, float *out)
{
    struct shown *m = (struct shown *)model;
    for (int i = 0; i <= n; i++) show(m, m->batch->tokens[row_at(m->batch, b) + (size_t)i]);
    for (int c = 0; c < m->ids; c++) out[c] = (float)log_share(m, false);
    for (int i = 0; i < m->count; i++) out[m->list[i]] = (float)log_share(m, true);
    if (m->count)
        out[m->list[rng_below(0, rng_stream("shown"), m->drawn++, (uint64_t)m->count)]] += 0.001f;
    forget_row(m, m->batch, b);
}

const struct simple_baseline simple_baseline_shown = {
    .name = "shown",
    .label = "any answer shown",
    .title = "any answer shown earlier in the record, equally likely",
    .source = "",
    .tasks = "positions",
    .open = open,
    .close = close,
    .count = count,
    .forward = forward,
    .logits = logits,
};
