/* SPDX-License-Identifier: MIT
 * Predicts one token per position with a target: language modelling, masked language modelling,
 * translation, tagging. */
#include "models/net/net.h"

static const real *output(const struct model *m) { return stack_output(m->top); }

static double forward(struct model *m, const struct batch *b, double *count)
{
    double loss = N(classify)(m, output(m), stack_rows(m->top), b->targets);
    *count = m->classifier.asked;
    return loss;
}

static void backward(struct model *m, const struct batch *b, real scale)
{
    N(classify_backward)(m, output(m), stack_rows(m->top), b->targets, scale, m->d_u);
}

static void logits(struct model *m, int b, int n, float *out)
{
    size_t row = (size_t)b * (size_t)m->top->n + (size_t)n;
    N(classify_logits)(m, output(m) + row * (size_t)m->layout.config.d_model, out);
}

const struct head N(head_tokens) = {forward, backward, logits};
