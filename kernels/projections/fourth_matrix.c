/* SPDX-License-Identifier: MIT
 * Implements the fourth matrix, an output projection per head: y_h = c * o_h W_h^T.
 *
 * The source is a discussion thread that proposes a fourth matrix W in addition to Q, K and V:
 * (1/sqrt(D)) softmax(Q K^T / sqrt(D)) V W^T.
 *
 * W acts per head and does not mix heads. The input is o_h = softmax(Q_h K_h^T / sqrt(D)) V_h, so c
 * = 1/sqrt(D). The control scale=one sets c = 1. The constant affects only the initial size and the
 * effective learning rate.
 *
 * Shapes: o, y (rows, H*D); W (H, D, D). Cost per row: 2 H D D, which is D / d_model of the cost of
 * a linear output. */
#include "chain.h"
#include "../bf16.h"
#include "../product.h"

#include <math.h>

static const char *const scales[] = {"inv_sqrt_d", "one", NULL};

enum { SCALE };
enum { SCALE_INV_SQRT_D, SCALE_ONE };
static const struct param params[] = {
    [SCALE] = {"scale", "factor c before the matrix", PARAM_CHOICE, 0, 1, SCALE_INV_SQRT_D, scales,
               SAID("1/sqrt(D) before the matrix", "no factor before the matrix")},
    {0},
};

static double factor(const struct dims *d, const struct args *a)
{
    return arg_int(a, SCALE) == SCALE_ONE ? 1 : 1 / sqrt(d->d_head);
}

static int tensors(const struct dims *d, const struct args *a, struct tensor *out)
{
    (void)a;
    out[0] = (struct tensor){.name = "w",
                             .rank = 3,
                             .dim = {d->heads, d->d_head, d->d_head},
                             .init = INIT_NORMAL,
                             .std = 1 / sqrt(d->d_head),
                             .matrix = true};
    return 1;
}

static struct work work(const struct dims *d, const struct args *a)
{
    double outputs = (double)d->heads * d->d_head;
    double scaling = arg_int(a, SCALE) == SCALE_ONE ? 0 : outputs;
    return (struct work){.per_query = 2 * outputs * d->d_head + scaling};
}

static const double *head_matrix(const struct dims *d, const double *w, int head)
{
    return w + (size_t)head * d->d_head * d->d_head;
}

static double operand(const struct dims *d, double x)
{
    return round_operand(d->precision == PRECISION_BF16, x);
}

/* Computes y_hi = c * sum_j o_hj W_hij. */
static void formula(const struct dims *d, const struct args *a, const double *const *w,
                    const double *x, double *y, double *scratch)
{
    (void)scratch;
    for (int h = 0; h < d->heads; h++, x += d->d_head, y += d->d_head)
        for (int i = 0; i < d->d_head; i++) {
            const double *row = head_matrix(d, w[0], h) + (size_t)i * d->d_head;
            double sum = 0;
            for (int j = 0; j < d->d_head; j++) sum += operand(d, x[j]) * operand(d, row[j]);
            y[i] = factor(d, a) * sum;
        }
}

static void derivative(const struct dims *d, const struct args *a, const double *const *w,
                       const double *x, const double *dy, double *dx, double *const *dw,
                       double *scratch)
{
    (void)scratch;
    for (int h = 0; h < d->heads; h++, x += d->d_head, dx += d->d_head, dy += d->d_head)
        for (int i = 0; i < d->d_head; i++) {
            const double *row = head_matrix(d, w[0], h) + (size_t)i * d->d_head;
            double *drow = dw[0] + (row - w[0]);
            for (int j = 0; j < d->d_head; j++) {
                double g = factor(d, a) * operand(d, dy[i]);
                dx[j] += g * operand(d, row[j]);
                drow[j] += g * operand(d, x[j]);
            }
        }
}

/* Multiplies TILE_Q rows at a time. W_h is transposed first if it fits the tile of product_keys(),
 * because OpenBLAS then multiplies without packing. */
static void head_forward(const struct projection_run *r, int head, real *turned)
{
    int d = r->dims->d_head, width = r->dims->heads * d;
    real c = (real)factor(r->dims, r->args);
    const real *w = r->w[0] + (size_t)head * d * d;
    if (turned) N(product_keys)(w, d, d, d, turned);
    for (int i = 0; i < r->rows; i += TILE_Q) {
        int rows = r->rows - i < TILE_Q ? r->rows - i : TILE_Q;
        size_t at = (size_t)i * width + (size_t)head * d;
        gemm_in(r->dims->precision, false, !turned, rows, d, d, c, r->x + at, width,
                turned ? turned : w, turned ? TILE_K : d, 0, r->y + at, width);
    }
}

static void forward(const struct projection_run *r)
{
    for (int h = 0; h < r->dims->heads; h++)
        head_forward(r, h, r->dims->d_head <= TILE_K ? r->scratch : NULL);
}

static size_t scratch(const struct dims *d, const struct args *a, int rows)
{
    (void)a, (void)rows;
    return d->d_head <= TILE_K ? (size_t)d->d_head * TILE_K : 0;
}

/* Accumulates the gradients of one head: do_h += c * dy_h W_h, dW_h += c * dy_h^T o_h. */
static void head_backward(const struct projection_backward *r, int head)
{
    int d = r->dims->d_head, width = r->dims->heads * d;
    real c = (real)factor(r->dims, r->args);
    size_t matrix = (size_t)head * d * d;
    for (int i = 0; i < r->rows; i += TILE_Q) {
        int rows = r->rows - i < TILE_Q ? r->rows - i : TILE_Q;
        size_t at = (size_t)i * width + (size_t)head * d;
        gemm_in(r->dims->precision, false, false, rows, d, d, c, r->dy + at, width,
                r->w[0] + matrix, d, 1, r->dx + at, width);
        gemm_in(r->dims->precision, true, false, d, d, rows, c, r->dy + at, width, r->x + at, width,
                1, r->dw[0] + matrix, d);
    }
}

static void backward(const struct projection_backward *r)
{
    for (int h = 0; h < r->dims->heads; h++) head_backward(r, h);
}

static const struct by_hand by_hand[] = {
    {.working = "two heads, c = 1: (1*1 + 2*2, 1*3 + 2*4) and (4*1, -3*1)",
     .dims = {.d_in = 4, .d_out = 4, .heads = 2, .d_head = 2},
     .args = {{SCALE_ONE}},
     .in = {VALUES(1, 2, 3, 4)},
     .out = VALUES(5, 11, 4, -3),
     .tensors = {VALUES(1, 2, 3, 4, 0, 1, -1, 0)}},
    {.working = "one head of width 4, c = 1/2: (1, 2*2, 1 + 2 + 3 + 4, -3 + 4) / 2",
     .dims = {.d_in = 4, .d_out = 4, .heads = 1, .d_head = 4},
     .args = {{SCALE_INV_SQRT_D}},
     .in = {VALUES(1, 2, 3, 4)},
     .out = VALUES(0.5, 2, 5, 0.5),
     .tensors = {VALUES(1, 0, 0, 0, 0, 2, 0, 0, 1, 1, 1, 1, 0, 0, -1, 1)}},
    {0},
};

const struct projection N(projection_fourth_matrix) = {
    .base =
        {
            .name = "fourth_matrix",
            .label = "fourth matrix",
            .title = "y_h = c o_h W_h^T, head by head",
            .paper = "discussion thread: (1/sqrt(D)) softmax(Q K^T/sqrt(D)) V W^T",
            .by_hand = by_hand,
            .initial = "w N(0, 1/d_head)",
            .params = params,
            .refuse = refuse_unless_square,
            .tensors = tensors,
            .work = work,
        },
    .formula = formula,
    .derivative = derivative,
    .forward = forward,
    .scratch = scratch,
    .backward = backward,
};
