/* SPDX-License-Identifier: MIT
 * Declared FLOPs of a training step: a multiply-add is 2, any function 1, as in kernels.h.
 *
 * Attention as the kernels declare it; every matrix outside it once forward and twice backward;
 * norms, biases, residuals and the softmax by the element. Every position of a token head counts as
 * asked for, which overstates masked language modelling by the head's share. Dropout and the
 * optimiser are left out. */
#include "models/net/layout.h"

/* Of an element, forward and backward together. LayerNorm forward as the kernels declare it (7:
 * LAYER_NORM_FLOP); backward: u again 4, gain and bias sums 3, means 4, projection 5. */
static const double NORM_FLOP = 7 + 16;
static const double RESIDUAL_FLOP = 2;           /* x + f(x), and its gradient */
static const double EMBED_FLOP = 2;              /* token + position */
static const double HIDDEN_FLOP = 1 + 1 + 2 + 1; /* bias, phi; phi' and product, bias */
static const double SOFTMAX_FLOP = 6;            /* maximum, difference, exp, sum, product; scale */
static const double FORWARD_AND_BACKWARD = 3;    /* products per matrix */

static double sum_phases(struct layer_work w)
{
    double sum = 0;
    for (int p = 0; p < PHASES; p++) sum += w.flop[p];
    return sum;
}

static double product(double rows, double d_in, double d_out)
{
    return FORWARD_AND_BACKWARD * 2 * rows * d_in * d_out;
}

static double branch_flop(const struct model_config *c, const struct kernels *k,
                          const struct branch *b, struct shape now)
{
    double rows = (double)now.batch * now.n;
    if (b->kind == BRANCH_FEED_FORWARD)
        return 2 * product(rows, c->d_model, c->ffn) + rows * c->ffn * HIDDEN_FLOP +
               rows * c->d_model * 2;
    struct layer layer = b->layer;
    layer.shape = now;
    return sum_phases(k->work(&layer)) + sum_phases(k->backward_work(&layer));
}

/* m: positions of the source, for cross-attention. */
static double stack_flop(const struct layout *l, const struct kernels *k,
                         const struct stack_layout *s, int batch, int n, int m)
{
    const struct model_config *c = &l->config;
    double elements = (double)batch * n * c->d_model, flop = elements * EMBED_FLOP;
    if (s->branches == 0) return 0;
    for (int b = 0; b < s->branches; b++) {
        bool cross = s->branch[b].kind == BRANCH_CROSS;
        struct shape now = {batch, c->heads, n, cross ? m : n, c->d_model, c->d_head};
        flop += branch_flop(c, k, &s->branch[b], now) + elements * (NORM_FLOP + RESIDUAL_FLOP);
    }
    if (s->norm[s->branches] >= 0 && s->norm[0] >= 0) flop += elements * NORM_FLOP;
    if (s->patch >= 0) flop += 2.0 / 3 * product((double)batch * (n - 1), c->patch_dim, c->d_model);
    return flop;
}

static double head_flop(const struct layout *l, double batch, double n)
{
    double rows = l->config.head == HEAD_CLASS ? batch : batch * n;
    return product(rows, l->config.d_model, l->outputs) + rows * l->outputs * SOFTMAX_FLOP;
}

double model_step_flop(const struct model_config *c, const struct kernels *k, int batch, int n,
                       int m)
{
    struct layout l;
    layout_open(&l, c, k);
    bool both = c->architecture == ARCH_ENCODER_DECODER;
    int top = stack_positions(l.top, n);
    double flop = stack_flop(&l, k, &l.encoder, batch, both ? m : top, 0) +
                  stack_flop(&l, k, &l.decoder, batch, top, m) + head_flop(&l, batch, n);
    layout_close(&l);
    return flop;
}
