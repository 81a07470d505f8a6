/* SPDX-License-Identifier: MIT
 * The fourth matrix, as an output: y_h = c o_h W_h^T for each head h.
 *
 * A discussion thread proposed a fourth matrix W beside Q, K and V,
 *     (1/sqrt(D)) softmax(Q K^T / sqrt(D)) V W^T,
 * per head and in place of mixing the heads. o_h = softmax(Q_h K_h^T / sqrt(D)) V_h is what reaches
 * this slot, so c = 1/sqrt(D) as written; scale=one gives the control with the matrix alone, since
 * a constant before a linear map is only another initial size and learning rate for it.
 *
 * o, y (rows, H*D); W (H, D, D). Cost: 2 H D D a row, D / d_model of a linear output. */
#include "../chain.h"

#include <math.h>

static const char *const scales[] = {"inv_sqrt_d", "one", NULL};

enum { SCALE };
enum { SCALE_INV_SQRT_D, SCALE_ONE };
static const struct param params[] = {
    [SCALE] = {"scale", "factor c before the matrix", PARAM_CHOICE, 0, 1, SCALE_INV_SQRT_D, scales},
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
                             .std = 1 / sqrt(d->d_head)};
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

/* y_hi = c sum_j o_hj W_hij */
static void formula(const struct dims *d, const struct args *a, const double *const *w,
                    const double *x, double *y, double *scratch)
{
    (void)scratch;
    for (int h = 0; h < d->heads; h++, x += d->d_head, y += d->d_head)
        for (int i = 0; i < d->d_head; i++) {
            const double *row = head_matrix(d, w[0], h) + (size_t)i * d->d_head;
            double sum = 0;
            for (int j = 0; j < d->d_head; j++) sum += x[j] * row[j];
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
                dx[j] += factor(d, a) * dy[i] * row[j];
                drow[j] += factor(d, a) * dy[i] * x[j];
            }
        }
}

static void forward(const struct projection_run *r)
{
    int heads = r->dims->heads, d = r->dims->d_head, width = heads * d;
    for (int h = 0; h < heads; h++)
        gemm(false, true, r->rows, d, d, (real)factor(r->dims, r->args), r->x + h * d, width,
             r->w[0] + (size_t)h * d * d, d, 0, r->y + h * d, width);
}

/* do_h += c dy_h W_h, dW_h += c dy_h^T o_h */
static void backward(const struct projection_backward *r)
{
    int heads = r->dims->heads, d = r->dims->d_head, width = heads * d;
    real c = (real)factor(r->dims, r->args);
    for (int h = 0; h < heads; h++) {
        const real *x = r->x + h * d, *dy = r->dy + h * d;
        size_t matrix = (size_t)h * d * d;
        gemm(false, false, r->rows, d, d, c, dy, width, r->w[0] + matrix, d, 1, r->dx + h * d,
             width);
        gemm(true, false, d, d, r->rows, c, dy, width, x, width, 1, r->dw[0] + matrix, d);
    }
}

const struct projection N(projection_fourth_matrix) = {
    .base =
        {
            .name = "fourth_matrix",
            .title = "y_h = c o_h W_h^T, head by head",
            .paper = "discussion thread: (1/sqrt(D)) softmax(Q K^T/sqrt(D)) V W^T",
            .params = params,
            .refuse = refuse_unless_square,
            .tensors = tensors,
            .work = work,
        },
    .formula = formula,
    .derivative = derivative,
    .forward = forward,
    .backward = backward,
};
