/* SPDX-License-Identifier: MIT
 * Implements differential attention (arXiv 2410.05258). Two heads share values, and the second
 * output is subtracted from the first:
 *
 *     y_i = (1 - l0) * RMSNorm(o_2i - lambda * o_2i+1) * gain,
 *     lambda = exp(lq1 . lk1) - exp(lq2 . lk2) + l0,
 *     l0 = 0.8 - 0.6 * exp(-0.3 * (l - 1)).
 *
 * Here o_j = A_j V_i, and l is the layer's index in its stack, from 1.
 *
 * The paper splits q and k of each head in two and doubles the width of v. Equivalently, this code
 * pairs H score heads; each pair shares a value head of width 2D.
 *
 * As in the released code (microsoft/unilm, Diff-Transformer/multihead_diffattn.py):
 *  - All heads share one lambda and one gain (2D, initially 1).
 *  - lq1, lk1, lq2 and lk2 are initially N(0, 0.1^2).
 *  - Each norm is over the 2D numbers of a pair, with eps 1e-5.
 *
 * Shapes: o (rows, H * 2D), y (rows, H * D). Cost: 7 H D per row. */
#include "slots.h"

#include <math.h>

enum { LQ1, LK1, LQ2, LK2, GAIN, TENSORS };

static double initial_lambda(const struct dims *d)
{
    return 0.8 - 0.6 * exp(-0.3 * (d->depth - 1));
}

static int tensors(const struct dims *d, const struct args *a, struct tensor *out)
{
    static const char *const names[] = {"lq1", "lk1", "lq2", "lk2"};
    (void)a;
    for (int t = 0; t < GAIN; t++) {
        out[t] =
            (struct tensor){.rank = 1, .dim = {d->d_head, 1, 1}, .init = INIT_NORMAL, .std = 0.1};
        memcpy(out[t].name, names[t], sizeof "lq1");
    }
    out[GAIN] = (struct tensor){"gain", 1, {2 * d->d_head, 1, 1}, INIT_ONE, 0, false};
    return TENSORS;
}

/* Declared FLOPs per output: a product, a difference, the norm and the final factor. */
static struct work work(const struct dims *d, const struct args *a)
{
    (void)a;
    return (struct work){.per_query = (2.0 + RMS_NORM_FLOP + 1) * d->d_out};
}

/* ---- one row, in double ---- */

static double exp_dot(const double *a, const double *b, int count)
{
    double sum = 0;
    for (int i = 0; i < count; i++) sum += a[i] * b[i];
    return exp(sum);
}

static double lambda(const struct dims *d, const double *const *w)
{
    return exp_dot(w[LQ1], w[LK1], d->d_head) - exp_dot(w[LQ2], w[LK2], d->d_head) +
           initial_lambda(d);
}

/* Accumulates the gradients of lq1, lk1, lq2 and lk2, given the gradient of lambda. */
static void lambda_derivative(const struct dims *d, const double *const *w, double slope,
                              double *const *dw)
{
    double first = slope * exp_dot(w[LQ1], w[LK1], d->d_head);
    double second = -slope * exp_dot(w[LQ2], w[LK2], d->d_head);
    for (int i = 0; i < d->d_head; i++) {
        dw[LQ1][i] += first * w[LK1][i];
        dw[LK1][i] += first * w[LQ1][i];
        dw[LQ2][i] += second * w[LK2][i];
        dw[LK2][i] += second * w[LQ2][i];
    }
}

/* Returns the scratch size: a difference and two gradients, 2D doubles each. */
static size_t formula_scratch(const struct dims *d, const struct args *a)
{
    (void)a;
    return 6 * (size_t)d->d_head;
}

static void subtract(const double *o, double by, int width, double *u)
{
    for (int c = 0; c < width; c++) u[c] = o[c] - by * o[width + c];
}

static void formula(const struct dims *d, const struct args *a, const double *const *w,
                    const double *o, double *y, double *u)
{
    (void)a;
    int width = 2 * d->d_head;
    double by = lambda(d, w), left = 1 - initial_lambda(d);
    for (int pair = 0; pair < d->heads / 2; pair++, o += 2 * width, y += width) {
        subtract(o, by, width, u);
        N(rms_norm_formula)(u, width, w[GAIN], y);
        for (int c = 0; c < width; c++) y[c] *= left;
    }
}

static void derivative(const struct dims *d, const struct args *a, const double *const *w,
                       const double *o, const double *dy, double *d_o, double *const *dw,
                       double *scratch)
{
    (void)a;
    int width = 2 * d->d_head;
    double by = lambda(d, w), left = 1 - initial_lambda(d), slope = 0;
    double *u = scratch, *du = u + width, *dn = du + width;
    for (int pair = 0; pair < d->heads / 2; pair++, o += 2 * width, dy += width, d_o += 2 * width) {
        subtract(o, by, width, u);
        for (int c = 0; c < width; c++) du[c] = 0, dn[c] = left * dy[c];
        N(rms_norm_derivative)(u, width, w[GAIN], dn, du, dw[GAIN]);
        for (int c = 0; c < width; c++) {
            d_o[c] += du[c];
            d_o[width + c] -= by * du[c];
            slope -= du[c] * o[width + c];
        }
    }
    lambda_derivative(d, w, slope, dw);
}

/* ---- a block of rows, fast: pairs are contiguous, so all pairs of all rows are rows of 2D ---- */

/* Computes exp(a . b) in double precision; the cost is small, because a and b have only D numbers.
 */
static double exp_dot_real(const real *a, const real *b, int count)
{
    double sum = 0;
    for (int i = 0; i < count; i++) sum += (double)a[i] * (double)b[i];
    return exp(sum);
}

static real lambda_real(const struct dims *d, const real *const *w)
{
    return (real)(exp_dot_real(w[LQ1], w[LK1], d->d_head) -
                  exp_dot_real(w[LQ2], w[LK2], d->d_head) + initial_lambda(d));
}

static void add_slope(const real *const *w, int a, int b, int count, double slope, real *const *dw)
{
    double of_exp = slope * exp_dot_real(w[a], w[b], count);
    for (int i = 0; i < count; i++) {
        dw[a][i] += (real)(of_exp * (double)w[b][i]);
        dw[b][i] += (real)(of_exp * (double)w[a][i]);
    }
}

static void subtract_pairs(const real *o, real by, int pairs, int width, real *u)
{
    for (int p = 0; p < pairs; p++, o += 2 * width, u += width)
        for (int c = 0; c < width; c++) u[c] = o[c] - by * o[width + c];
}

static void forward(const struct projection_run *r)
{
    const struct dims *d = r->dims;
    int width = 2 * d->d_head, pairs = r->rows * (d->heads / 2);
    real left = (real)(1 - initial_lambda(d)), *gain = r->scratch;
    for (int c = 0; c < width; c++) gain[c] = left * r->w[GAIN][c];
    subtract_pairs(r->x, lambda_real(d, r->w), pairs, width, r->y);
    N(rms_norm)(r->y, pairs, width, gain, r->y);
}

static size_t scratch(const struct dims *d, const struct args *a, int rows)
{
    (void)a, (void)rows;
    return 2 * (size_t)d->d_head;
}

static void backward(const struct projection_backward *r)
{
    const struct dims *d = r->dims;
    int width = 2 * d->d_head, pairs = r->rows * (d->heads / 2);
    size_t all = (size_t)pairs * (size_t)width;
    real by = lambda_real(d, r->w), left = (real)(1 - initial_lambda(d));
    real *u = r->scratch, *du = u + all, *dx = r->dx;
    const real *o = r->x;
    double slope = 0;
    subtract_pairs(o, by, pairs, width, u);
    for (size_t i = 0; i < all; i++) du[i] = left * r->dy[i];
    N(rms_norm_backward)(u, pairs, width, r->w[GAIN], du, r->dw[GAIN]);
    for (int p = 0; p < pairs; p++, o += 2 * width, dx += 2 * width, du += width) {
        real sum = 0;
        for (int c = 0; c < width; c++) {
            dx[c] += du[c];
            dx[width + c] -= by * du[c];
            sum += du[c] * o[width + c];
        }
        slope -= (double)sum;
    }
    add_slope(r->w, LQ1, LK1, d->d_head, slope, r->dw);
    add_slope(r->w, LQ2, LK2, d->d_head, -slope, r->dw);
}

static size_t backward_scratch(const struct dims *d, const struct args *a, int rows)
{
    (void)a;
    return 2 * (size_t)rows * (size_t)d->d_out;
}

static const struct by_hand by_hand[] = {
    {.working = "lambda = 2 - 1 + 0.2 = 1.2; (9, -2) - 1.2 (5, -5) = (3, 4) has the mean square "
                "12.5; the factor is 0.8, and the gains are 1 and 2",
     .dims = {.d_in = 4, .d_out = 2, .heads = 2, .d_head = 1, .depth = 1},
     .in = {VALUES(9, -2, 5, -5)},
     .out = VALUES(0.6788222384102447, 1.8101926357606524),
     .tensors = {VALUES(0.69314718055994531), VALUES(1), VALUES(0), VALUES(3), VALUES(1, 2)}},
    {.working = "lambda = l0 = 0.470713...: (1, 1) (1 - l0) / root mean square, and (6, 8) / "
                "sqrt(50), both multiplied by 1 - l0",
     .dims = {.d_in = 8, .d_out = 4, .heads = 4, .d_head = 1, .depth = 3},
     .in = {VALUES(1, 1, 1, 1, 6, 8, 0, 0)},
     .out = VALUES(0.5292775352382763, 0.5292775352382763, 0.4491148517961308, 0.598819802394841),
     .tensors = {VALUES(2), VALUES(0), VALUES(0), VALUES(5), VALUES(1, 1)}},
    {0},
};

const struct projection N(combine_differential) = {
    .base =
        {
            .name = "differential",
            .label = "differential",
            .title = "y_i = (1 - l0) RMSNorm(o_2i - lambda o_2i+1)",
            .paper = "arXiv 2410.05258, equations 1 to 3",
            .by_hand = by_hand,
            .initial = "lq N(0, 1/100), lk N(0, 1/100), gain 1",
            .tensors = tensors,
            .work = work,
        },
    .joins = 2,
    .formula = formula,
    .derivative = derivative,
    .formula_scratch = formula_scratch,
    .forward = forward,
    .scratch = scratch,
    .backward = backward,
    .backward_scratch = backward_scratch,
};
