/* SPDX-License-Identifier: MIT
 * Implements forgetting attention (arXiv 2503.02130, section 3), a data-dependent forget gate per
 * head:
 *
 *     log f = log sigmoid(x W + b),
 *     logit_ij += sum of log f_l over l = j + 1 .. i.
 *
 * Shapes: x (rows, d_model), the layer's input; W (d_model, H); b (H). As in the paper's code, b is
 * initially 0, so the weight of earlier keys initially halves at each position.
 *
 * log sigmoid(z) = min(z, 0) - log(1 + e^-|z|) has the derivative sigmoid(-z). */
#include "projections/chain.h"
#include "../vmath.h"

#include <math.h>

static struct chain logits(const struct dims *d)
{
    struct chain c = N(chain_start)(d, false);
    N(chain_affine)(&c, d->d_out, true, "");
    return c;
}

static int tensors(const struct dims *d, const struct args *a, struct tensor *out)
{
    (void)a;
    return N(chain_tensors)(logits(d), out);
}

/* Declared FLOPs per output: minimum, exponential, sum, logarithm, difference. */
static struct work work(const struct dims *d, const struct args *a)
{
    (void)a;
    struct work w = N(chain_work)(logits(d));
    w.per_query += 5 * d->d_out;
    return w;
}

static double log_logistic(double z) { return fmin(z, 0) - log1p(exp(-fabs(z))); }

/* Returns the scratch size: gradients of the gate's logits, then the chain's scratch memory. */
static size_t formula_scratch(const struct dims *d, const struct args *a)
{
    (void)a;
    return (size_t)d->d_out + N(chain_formula_scratch)(logits(d));
}

static void formula(const struct dims *d, const struct args *a, const double *const *w,
                    const double *x, double *y, double *scratch)
{
    (void)a;
    N(chain_formula)(logits(d), w, x, y, scratch);
    for (int h = 0; h < d->d_out; h++) y[h] = log_logistic(y[h]);
}

static void derivative(const struct dims *d, const struct args *a, const double *const *w,
                       const double *x, const double *dy, double *dx, double *const *dw,
                       double *scratch)
{
    (void)a;
    double *z = scratch, *rest = scratch + d->d_out;
    N(chain_formula)(logits(d), w, x, z, rest);
    for (int h = 0; h < d->d_out; h++) z[h] = dy[h] / (1 + exp(z[h]));
    N(chain_derivative)(logits(d), w, x, z, dx, dw, rest);
}

/* ---- fast ---- */

/* Runs the fast forward pass with log and exp of the C library. They are accurate near 0, and fast
 * enough for one value per head and row. */
static void forward(const struct projection_run *r)
{
    size_t count = (size_t)r->rows * (size_t)r->dims->d_out;
    N(chain_forward)(logits(r->dims), r->w, r->rows, r->x, r->y, NULL, NULL);
    for (size_t i = 0; i < count; i++) r->y[i] = (real)log_logistic((double)r->y[i]);
}

static size_t backward_scratch(const struct dims *d, const struct args *a, int rows)
{
    (void)a;
    return round_up((size_t)rows * (size_t)d->d_out) + N(chain_backward_scratch)(logits(d), rows);
}

static void backward(const struct projection_backward *r)
{
    struct chain chain = logits(r->dims);
    size_t count = (size_t)r->rows * (size_t)r->dims->d_out, i = 0;
    real *z = r->scratch;
    N(chain_forward)(chain, r->w, r->rows, r->x, z, NULL, NULL);
    for (; i + VLEN <= count; i += VLEN) vstore(z + i, vload(r->dy + i) * vlogistic(-vload(z + i)));
    for (; i < count; i++) z[i] = r->dy[i] * vlogistic(vset(-z[i]))[0];
    N(chain_backward)
    (chain, r->w, r->rows, r->x, NULL, z, r->dx, r->dw, r->begin, z + round_up(count));
}

/* sigmoid(log 3) = 3/4 and sigmoid(-log 3) = 1/4 */
static const struct by_hand by_hand[] = {
    {.working = "log(3/4) and log(1/4)",
     .dims = {.d_in = 2, .d_out = 2, .heads = 2},
     .in = {VALUES(1, 2)},
     .out = VALUES(-0.28768207245178092744, -1.3862943611198906188),
     .tensors = {VALUES(1.0986122886681098, 1, 1, -1), VALUES(-2, -0.0986122886681098)}},
    {0},
};

const struct forget N(forget_sigmoid) = {
    .log = {.base =
                {
                    .name = "sigmoid",
                    .label = "forget gate",
                    .title = "log f = log sigmoid(x W + b)",
                    .paper = "arXiv 2503.02130, section 3",
                    .by_hand = by_hand,
                    .initial = "w N(0, 1/fan_in), b 0",
                    .published = &recipe_gpt2,
                    .tensors = tensors,
                    .work = work,
                },
            .formula = formula,
            .derivative = derivative,
            .formula_scratch = formula_scratch,
            .forward = forward,
            .backward = backward,
            .begins = true,
            .backward_scratch = backward_scratch},
};
