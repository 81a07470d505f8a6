/* SPDX-License-Identifier: MIT
 * Implements y = RMS(x) + g RMS(W2 phi(W1 RMSNorm(x))). Both RMS norms are per head, and g has one
 * gain per output number. residual_bottleneck.c differs only in its norm, a LayerNorm.
 *
 * The source is `per_head_norm` in an audit of the code of arXiv 2603.13381
 * (github.com/25simsa1/1beyond_query_linearity, model.py). The audit uses it with normalised keys
 * (qk_norm=rms_k) and the full scale 1/sqrt(D).
 *
 * eps is 1e-5. Cost per row: 4 d r + 13 d + r. */
#include "bottleneck.h"

/* Returns the second term of the sum as a chain of steps. */
static struct chain branch(const struct dims *d, const struct args *a)
{
    struct chain c = bottleneck(d, a, false);
    N(chain_rms_norm)(&c, d->heads, "_out");
    return c;
}

static int tensors(const struct dims *d, const struct args *a, struct tensor *out)
{
    return N(chain_tensors)(branch(d, a), out);
}

/* Declared FLOPs of the second term and of the norm of x. This norm has no gain, but adding the two
 * terms costs as much as a gain. */
static struct work work(const struct dims *d, const struct args *a)
{
    struct work w = N(chain_work)(branch(d, a));
    w.per_query += (double)RMS_NORM_FLOP * d->d_out;
    return w;
}

/* ---- one row, in double ---- */

static size_t formula_scratch(const struct dims *d, const struct args *a)
{
    return N(chain_formula_scratch)(branch(d, a)) + (size_t)d->d_head;
}

static void formula(const struct dims *d, const struct args *a, const double *const *w,
                    const double *x, double *y, double *scratch)
{
    double *normed = scratch, *rest = scratch + d->d_head;
    N(chain_formula)(branch(d, a), w, x, y, rest);
    for (int h = 0; h < d->heads; h++, x += d->d_head, y += d->d_head) {
        N(rms_norm_formula)(x, d->d_head, NULL, normed);
        for (int i = 0; i < d->d_head; i++) y[i] += normed[i];
    }
}

static void derivative(const struct dims *d, const struct args *a, const double *const *w,
                       const double *x, const double *dy, double *dx, double *const *dw,
                       double *scratch)
{
    N(chain_derivative)(branch(d, a), w, x, dy, dx, dw, scratch);
    for (int h = 0; h < d->heads; h++, x += d->d_head, dy += d->d_head, dx += d->d_head)
        N(rms_norm_derivative)(x, d->d_head, NULL, dy, dx, NULL);
}

/* ---- a block of rows, fast; scratch: the second term's, then one row (d) ---- */

static size_t scratch(const struct dims *d, const struct args *a, int rows)
{
    return N(chain_scratch)(branch(d, a), rows) + round_up((size_t)d->d_out);
}

static void forward(const struct projection_run *r)
{
    const struct dims *d = r->dims;
    struct chain c = branch(d, r->args);
    real *anchor = r->scratch + N(chain_scratch)(c, r->rows);
    N(chain_forward)(c, r->w, r->rows, r->x, r->y, r->kept, r->scratch);
    for (size_t at = 0; at < (size_t)r->rows * d->d_out; at += d->d_out) {
        N(rms_norm)(r->x + at, d->heads, d->d_head, NULL, anchor);
        add_reals(r->y + at, anchor, (size_t)d->d_out);
    }
}

static size_t kept(const struct dims *d, const struct args *a)
{
    return N(chain_kept)(branch(d, a));
}

static size_t backward_scratch(const struct dims *d, const struct args *a, int rows)
{
    return N(chain_backward_scratch)(branch(d, a), rows) + round_up((size_t)d->d_out);
}

static void backward(const struct projection_backward *r)
{
    const struct dims *d = r->dims;
    struct chain c = branch(d, r->args);
    real *anchor = r->scratch + N(chain_backward_scratch)(c, r->rows);
    N(chain_backward)(c, r->w, r->rows, r->x, r->kept, r->dy, r->dx, r->dw, r->begin, r->scratch);
    for (size_t at = 0; at < (size_t)r->rows * d->d_out; at += d->d_out) {
        memcpy(anchor, r->dy + at, (size_t)d->d_out * sizeof *anchor);
        N(rms_norm_backward)(r->x + at, d->heads, d->d_head, NULL, anchor, NULL);
        add_reals(r->dx + at, anchor, (size_t)d->d_out);
    }
}

/* RMSNorm with gains (1, 2, 3, 4) maps (3, 4, -1, 1) to r * (3, 8, -3, 4) with r^2 = 1/6.75001. */
static const struct by_hand by_hand[] = {
    {.working = "(3, 4) / sqrt(12.50001) + (2*34, -3*17) r / sqrt(722.5 r^2 + 1e-5); likewise "
                "(-1, 1) and (4*17, 5*51) r",
     .dims = {.d_in = 4, .d_out = 4, .heads = 2, .d_head = 2},
     .args = {{[RANK] = 0.25, [ACT] = ACT_IDENTITY}},
     .in = {VALUES(3, 4, -1, 1)},
     .out = VALUES(3.3783498079722603, -0.765996110119183, 0.7888593401810704, 7.708198775857138),
     .tensors = {VALUES(1, 2, 3, 4), VALUES(1, 1, 2, 3), VALUES(2, -1, 1, 3), VALUES(2, 3, 4, 5)}},
    {.working = "W1 negated: relu(-17 r) = 0, so only the normalised heads of x remain",
     .dims = {.d_in = 4, .d_out = 4, .heads = 2, .d_head = 2},
     .args = {{[RANK] = 0.25, [ACT] = ACT_RELU}},
     .in = {VALUES(3, 4, -1, 1)},
     .out = VALUES(0.8485277980128058, 1.1313703973504077, -0.9999950000374997, 0.9999950000374997),
     .tensors = {VALUES(1, 2, 3, 4), VALUES(-1, -1, -2, -3), VALUES(2, -1, 1, 3),
                 VALUES(2, 3, 4, 5)}},
    {0},
};

const struct projection N(projection_residual_bottleneck_heads) = {
    .base =
        {
            .name = "residual_bottleneck_heads",
            .label = "residual bottleneck, one norm per head",
            .title = "y = RMS(x) + RMS(W2 phi(W1 RMSNorm(x))), RMS per head",
            .paper = "audit of the code of arXiv 2603.13381",
            .by_hand = by_hand,
            .initial = "w N(0, 1/fan_in), gain 1",
            .published = &recipe_gpt2,
            .params = params,
            .refuse = refuse_unless_square,
            .tensors = tensors,
            .work = work,
        },
    CHAIN_MEMBERS,
};
