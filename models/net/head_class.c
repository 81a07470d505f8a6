/* SPDX-License-Identifier: MIT
 * Predicts one class per sequence from pooled rows. If there is a class token, it is used (arXiv
 * 2010.11929); otherwise, the mean of the valid rows, the first row or the last row is used. */
#include "models/net/net.h"
#include "models/net/rows.h"

/* rows that are pooled into one vector per sequence: `count` rows from row `first` */
struct pooled {
    int first, count;
};
static struct pooled pooled_rows(const struct model *m, int b)
{
    const struct stack *s = m->top;
    int valid = s->lengths ? s->lengths[b] : s->n;
    enum pool pool = s->layout->class_token >= 0 ? POOL_FIRST : m->layout.config.pool;
    if (pool == POOL_FIRST) return (struct pooled){0, 1};
    if (pool == POOL_LAST) return (struct pooled){valid - 1, 1};
    return (struct pooled){0, valid};
}

/* Returns the index of pooled row i in an array (B, N, d). */
static size_t pooled_at(const struct model *m, int b, struct pooled rows, int i)
{
    size_t row = (size_t)b * (size_t)m->top->n + (size_t)(rows.first + i);
    return row * (size_t)m->layout.config.d_model;
}

static void pool(struct model *m)
{
    const struct stack *s = m->top;
    int d = m->layout.config.d_model;
    const real *u = stack_output(s);
    for (int b = 0; b < s->batch; b++) {
        real *to = m->classifier.pooled + (size_t)b * (size_t)d;
        struct pooled rows = pooled_rows(m, b);
        memset(to, 0, (size_t)d * sizeof *to);
        for (int i = 0; i < rows.count; i++)
            row_add_scaled(to, 1 / (real)rows.count, u + pooled_at(m, b, rows, i), d);
    }
}

static double forward(struct model *m, const struct batch *b, double *count)
{
    pool(m);
    double loss = N(classify)(m, m->classifier.pooled, (size_t)m->top->batch, b->targets);
    *count = m->classifier.asked;
    return loss;
}

static void backward(struct model *m, const struct batch *batch, real scale)
{
    const struct stack *s = m->top;
    struct classifier *c = &m->classifier;
    int d = m->layout.config.d_model;
    N(classify_backward)(m, c->pooled, (size_t)s->batch, batch->targets, scale, c->d_pooled);
    memset(m->d_u, 0, stack_rows(s) * (size_t)d * sizeof *m->d_u);
    for (int b = 0; b < s->batch; b++) {
        const real *from = c->d_pooled + (size_t)b * (size_t)d;
        struct pooled rows = pooled_rows(m, b);
        for (int i = 0; i < rows.count; i++)
            row_add_scaled(m->d_u + pooled_at(m, b, rows, i), 1 / (real)rows.count, from, d);
    }
}

static void logits(struct model *m, int b, int n, float *out)
{
    (void)n;
    pool(m);
    N(classify_logits)(m, m->classifier.pooled + (size_t)b * (size_t)m->layout.config.d_model, out);
}

const struct head N(head_class) = {forward, backward, logits};
