/* SPDX-License-Identifier: MIT
 * Declared FLOPs of a training step: a multiply-add is 2, any function 1, as in kernels.h.
 *
 * Blocks as their kinds declare; other matrices once forward and twice backward; norms, biases,
 * residuals and softmax per element. The head counts only positions with targets (classify.c).
 * Dropout, branch multipliers and the optimizer are left out. */
#include "models/net/block_kind.h"

/* Per element, forward plus backward. LayerNorm forward as declared by the kernels (7:
 * LAYER_NORM_FLOP); backward: u again 4, gain and bias sums 3, means 4, projection 5. */
static const double NORM_FLOP = 7 + 16;
static const double RESIDUAL_FLOP = 2; /* x + f(x), and its gradient */
static const double EMBED_FLOP = 2;    /* token + position */
static const double SOFTMAX_FLOP = 6;  /* maximum, difference, exp, sum, product; scale */

/* m: positions of the source, for cross-attention. */
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
