/* SPDX-License-Identifier: MIT
 * Computes the FLOPs of a training step. A multiply-add counts as 2, any function as 1, as in
 * kernels.h. Each kind of block computes its own FLOPs. Other matrices count one product forward
 * and two backward. Norms, biases, residuals and softmax count operations per element. The head
 * counts only positions with targets. Dropout, branch multipliers and the optimizer are not
 * counted. */
#include "models/net/block_kind.h"

/* FLOPs of LayerNorm per element, forward plus backward. Forward: 7 (LAYER_NORM_FLOP of the
 * kernels). Backward: 4 to recompute u, 3 for the sums of gain and bias, 4 for means, 5 for the
 * projection. */
static const double NORM_FLOP = 7 + 16;
static const double RESIDUAL_FLOP =
    2; /* FLOPs per element of the residual sum x + f(x) and its gradient */
static const double EMBED_FLOP = 2; /* FLOPs per element of the sum of token and position */
/* FLOPs per logit: maximum, difference, exp, sum, product; scaling of the gradient */
static const double SOFTMAX_FLOP = 6;

/* Returns the FLOPs of one stack, where m is the number of source positions for cross-attention. */
static double stack_flop(const struct layout *l, const struct stack_layout *s, int batch, int n,
                         int m)
{
    const struct model_config *c = &l->config;
    double elements = (double)batch * n * c->d_model, flop = elements * EMBED_FLOP;
    if (s->blocks == 0) return 0;
    for (int b = 0; b < s->blocks; b++)
        flop += s->block[b].kind->flop(c, &s->block[b], batch, n, m) +
                elements * (NORM_FLOP + RESIDUAL_FLOP);
    if (s->norm[s->blocks] >= 0 && s->norm[0] >= 0) flop += elements * NORM_FLOP;
    if (s->patch >= 0)
        flop += 2.0 / 3 * matrix_flop((double)batch * (n - 1), c->patch_dim, c->d_model);
    return flop;
}

static double head_flop(const struct layout *l, double rows)
{
    return matrix_flop(rows, l->config.d_model, l->outputs) + rows * l->outputs * SOFTMAX_FLOP;
}

double N(step_flop)(const struct model_config *c, int batch, int n, int m, double answers)
{
    struct layout l;
    N(layout_open)(&l, c);
    int top = stack_positions(l.top, n);
    double flop = stack_flop(&l, &l.encoder, batch, l.decoder.has_source ? m : top, 0) +
                  stack_flop(&l, &l.decoder, batch, top, m) +
                  head_flop(&l, c->head == HEAD_SPAN ? (double)batch * n : answers);
    N(layout_close)(&l);
    return flop;
}
