/* SPDX-License-Identifier: MIT
 * A class of each sequence, from the mean of its valid rows, or from the class token's row where
 * there is one (arXiv 2010.11929). */
#include "models/net/net.h"
#include "models/net/rows.h"

/* Rows of a sequence that are pooled: the class token alone, or all that are valid. */
static int pooled_rows(const struct stack *s, int b)
{
    if (s->layout->class_token >= 0) return 1;
    return s->lengths ? s->lengths[b] : s->n;
}

static void pool(struct model *m)
{
    const struct stack *s = m->top;
    int d = m->layout.config.d_model;
    const real *u = s->u[s->layout->branches];
    for (int b = 0; b < s->batch; b++) {
        real *to = m->classifier.pooled + (size_t)b * (size_t)d;
        int rows = pooled_rows(s, b);
        memset(to, 0, (size_t)d * sizeof *to);
        for (int n = 0; n < rows; n++)
            row_add_scaled(to, 1 / (real)rows, u + ((size_t)b * (size_t)s->n + n) * (size_t)d, d);
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
        int rows = pooled_rows(s, b);
        for (int n = 0; n < rows; n++)
            row_add_scaled(m->d_u + ((size_t)b * (size_t)s->n + n) * (size_t)d, 1 / (real)rows,
                           from, d);
    }
}

static void logits(struct model *m, int b, int n, float *out)
{
    (void)n;
    pool(m);
    N(classify_logits)(m, m->classifier.pooled + (size_t)b * (size_t)m->layout.config.d_model, out);
}

const struct head N(head_class) = {forward, backward, logits};
