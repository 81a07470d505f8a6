/* SPDX-License-Identifier: MIT
 * Implements the static score: s = c . k. All queries have the same scores.
 *
 * The score `neural` without its activation is a_i + c . k_j. Under softmax, it gives the same
 * weights as the static score, because a_i is constant along a row. */
#include "slots.h"

#include <math.h>

static int tensors(const struct dims *dims, const struct args *args, struct tensor *out)
{
    (void)args;
    double std = 1 / sqrt((double)dims->d_head); /* s has unit variance if k has unit variance */
    out[0] = (struct tensor){"c", 2, {dims->heads, dims->d_head, 1}, INIT_NORMAL, std, true};
    return 1;
}
static struct work work(const struct dims *dims, const struct args *args)
{
    (void)args;
    return (struct work){.per_key = 2.0 * dims->d_head};
}

static double formula(const struct dims *dims, const struct args *args, const double *const *w,
                      int head, const double *q, const double *k, double *scratch)
{
    (void)args, (void)q, (void)scratch;
    const double *c = w[0] + (size_t)head * (size_t)dims->d_head;
    double s = 0;
    for (int i = 0; i < dims->d_head; i++) s += c[i] * k[i];
    return s;
}
static void derivative(const struct dims *dims, const struct args *args, const double *const *w,
                       int head, const double *q, const double *k, double ds, double *dq,
                       double *dk, double *const *dw, double *scratch)
{
    (void)args, (void)q, (void)dq, (void)scratch;
    size_t part = (size_t)head * (size_t)dims->d_head;
    for (int i = 0; i < dims->d_head; i++) {
        dk[i] += ds * w[0][part + i];
        if (dw) dw[0][part + i] += ds * k[i];
    }
}

/* ---- fast: a query has one zero feature, a key has its score ---- */

static int one(const struct dims *dims, const struct args *args)
{
    return (void)dims, (void)args, 1;
}

static void prepare_q(const struct score_run *run, const real *q, int ld, int rows, real *fq,
                      real *scratch)
{
    (void)run, (void)q, (void)ld, (void)scratch;
    memset(fq, 0, (size_t)rows * sizeof *fq);
}
static void prepare_k(const struct score_run *run, const real *k, int ld, int cols, real *fk,
                      real *scratch)
{
    (void)scratch;
    int d = run->dims->d_head;
    const real *c = run->w[0] + (size_t)run->head * (size_t)d;
    gemm(false, true, 1, cols, d, 1, c, d, k, ld, 0, fk, TILE_K);
    memset(fk + cols, 0, (size_t)(TILE_K - cols) * sizeof *fk);
}
static void tile(const struct score_run *run, const real *fq, int rows, const real *fk, int cols,
                 real *s, real *scratch)
{
    (void)run, (void)fq, (void)cols, (void)scratch;
    for (int r = 0; r < rows; r++) memcpy(s + r * TILE_K, fk, TILE_K * sizeof *s);
}

static void tile_backward(const struct score_run *run, const real *fq, int rows, const real *fk,
                          int cols, const real *ds, real *dfq, real *dfk, real *const *dw,
                          real *scratch)
{
    (void)run, (void)fq, (void)fk, (void)cols, (void)dfq, (void)dw, (void)scratch;
    for (int r = 0; r < rows; r++)
        for (int j = 0; j < TILE_K; j++) dfk[j] += ds[r * TILE_K + j];
}
static void prepare_q_backward(const struct score_run *run, const real *q, int ld, int rows,
                               const real *fq, const real *dfq, real *dq, int ldd, real *const *dw,
                               real *scratch)
{
    (void)run, (void)q, (void)ld, (void)rows, (void)fq, (void)dfq, (void)dq, (void)ldd, (void)dw;
    (void)scratch;
}
static void prepare_k_backward(const struct score_run *run, const real *k, int ld, int cols,
                               const real *fk, const real *dfk, real *dk, int ldd, real *const *dw,
                               real *scratch)
{
    (void)fk, (void)scratch;
    int d = run->dims->d_head;
    size_t at = (size_t)run->head * (size_t)d;
    gemm(true, false, cols, d, 1, 1, dfk, TILE_K, run->w[0] + at, d, 1, dk, ldd);
    gemm(false, false, 1, d, cols, 1, dfk, TILE_K, k, ld, 1, dw[0] + at, d);
}

static const struct by_hand by_hand[] = {
    {.working = "second head: 2*4 - 3*1 for every q",
     .dims = {.heads = 2, .d_head = 2},
     .in = {VALUES(7, -8), VALUES(4, 1)},
     .out = VALUES(5),
     .head = 1,
     .tensors = {VALUES(9, 9, 2, -3)}},
    {0},
};

const struct score N(score_static) = {.base = {.name = "static",
                                               .label = "same weights for every query",
                                               .title = "c . k",
                                               .paper = "control for arXiv 2502.17206",
                                               .by_hand = by_hand,
                                               .negative_control = true,
                                               .initial = "c N(0, 1/d_head)",
                                               .tensors = tensors,
                                               .work = work},
                                      .formula = formula,
                                      .derivative = derivative,
                                      .q_features = one,
                                      .k_features = one,
                                      .prepare_q = prepare_q,
                                      .prepare_k = prepare_k,
                                      .tile = tile,
                                      .tile_backward = tile_backward,
                                      .prepare_q_backward = prepare_q_backward,
                                      .prepare_k_backward = prepare_k_backward};
