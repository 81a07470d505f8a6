/* SPDX-License-Identifier: MIT
 * Implements the bilinear score: s = q^T W_h k, scale 1/sqrt(D). Source: Luong, Pham and Manning,
 * arXiv 1508.04025, "general". W_h is initially N(0, 1/D), so that q^T W_h has the variance of q
 * and s has the spread of a dot product. */
#include "product.h"

#include <math.h>

static int tensors(const struct dims *dims, const struct args *args, struct tensor *out)
{
    (void)args;
    int d = dims->d_head;
    out[0] = (struct tensor){"w", 3, {dims->heads, d, d}, INIT_NORMAL, 1 / sqrt((double)d), true};
    return 1;
}
static struct work work(const struct dims *dims, const struct args *args)
{
    (void)args;
    double d = dims->d_head;
    return (struct work){.per_query = 2 * d * d, .per_pair = 2 * d};
}

static size_t part(const struct dims *dims, int head)
{
    return (size_t)head * (size_t)dims->d_head * (size_t)dims->d_head;
}

static double formula(const struct dims *dims, const struct args *args, const double *const *w,
                      int head, const double *q, const double *k, double *scratch)
{
    (void)args, (void)scratch;
    const double *m = w[0] + part(dims, head);
    double s = 0;
    for (int i = 0; i < dims->d_head; i++)
        for (int j = 0; j < dims->d_head; j++) s += q[i] * m[i * dims->d_head + j] * k[j];
    return s;
}
static void derivative(const struct dims *dims, const struct args *args, const double *const *w,
                       int head, const double *q, const double *k, double ds, double *dq,
                       double *dk, double *const *dw, double *scratch)
{
    (void)args, (void)scratch;
    int d = dims->d_head;
    const double *m = w[0] + part(dims, head);
    double *dm = dw ? dw[0] + part(dims, head) : NULL;
    for (int i = 0; i < d; i++)
        for (int j = 0; j < d; j++) {
            dq[i] += ds * m[i * d + j] * k[j];
            dk[j] += ds * m[i * d + j] * q[i];
            if (dm) dm[i * d + j] += ds * q[i] * k[j];
        }
}

static void prepare_q(const struct score_run *run, const real *q, int ld, int rows, real *fq,
                      real *scratch)
{
    (void)scratch;
    int d = run->dims->d_head;
    const real *m = run->w[0] + part(run->dims, run->head);
    gemm(false, false, rows, d, d, 1, q, ld, m, d, 0, fq, d);
}
static void prepare_k(const struct score_run *run, const real *k, int ld, int cols, real *fk,
                      real *scratch)
{
    (void)scratch;
    N(product_keys)(k, ld, cols, run->dims->d_head, fk);
}
static void tile(const struct score_run *run, const real *fq, int rows, const real *fk, int cols,
                 real *s, real *scratch)
{
    (void)scratch;
    N(product_tile)(fq, rows, fk, cols, run->dims->d_head, s);
}

static void tile_backward(const struct score_run *run, const real *fq, int rows, const real *fk,
                          int cols, const real *ds, real *dfq, real *dfk, real *const *dw,
                          real *scratch)
{
    (void)dw;
    N(product_tile_backward)(fq, rows, fk, cols, run->dims->d_head, ds, dfq, dfk, scratch);
}
static void prepare_q_backward(const struct score_run *run, const real *q, int ld, int rows,
                               const real *fq, const real *dfq, real *dq, int ldd, real *const *dw,
                               real *scratch)
{
    (void)fq, (void)scratch;
    int d = run->dims->d_head;
    size_t at = part(run->dims, run->head);
    gemm(false, true, rows, d, d, 1, dfq, d, run->w[0] + at, d, 1, dq, ldd);
    gemm(true, false, d, d, rows, 1, q, ld, dfq, d, 1, dw[0] + at, d);
}
static void prepare_k_backward(const struct score_run *run, const real *k, int ld, int cols,
                               const real *fk, const real *dfk, real *dk, int ldd, real *const *dw,
                               real *scratch)
{
    (void)k, (void)ld, (void)fk, (void)dw, (void)scratch;
    N(product_keys_backward)(dfk, cols, run->dims->d_head, dk, ldd);
}

static const struct by_hand by_hand[] = {
    {.working = "W k = (1*5 - 2*1, 3*5 - 4*1) = (3, 11) in the second head: 1*3 + 2*11",
     .dims = {.heads = 2, .d_head = 2},
     .in = {VALUES(1, 2), VALUES(5, -1)},
     .out = VALUES(25),
     .head = 1,
     .tensors = {VALUES(9, 9, 9, 9, 1, 2, 3, 4)}},
    {0},
};

const struct score N(score_bilinear) = {.base = {.name = "bilinear",
                                                 .label = "bilinear score",
                                                 .title = "q^T W_h k / sqrt(D)",
                                                 .paper = "arXiv 1508.04025, general score",
                                                 .by_hand = by_hand,
                                                 .initial = "w N(0, 1/d_head)",
                                                 .tensors = tensors,
                                                 .work = work},
                                        .scale = N(product_scale),
                                        .formula = formula,
                                        .derivative = derivative,
                                        .product = true,
                                        .q_features = N(product_features),
                                        .k_features = N(product_features),
                                        .prepare_q = prepare_q,
                                        .prepare_k = prepare_k,
                                        .tile = tile,
                                        .tile_backward = tile_backward,
                                        .prepare_q_backward = prepare_q_backward,
                                        .prepare_k_backward = prepare_k_backward,
                                        .backward_scratch = N(product_backward_scratch)};
