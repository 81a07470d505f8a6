/* SPDX-License-Identifier: MIT
 * Implements the dot product in d' dimensions: s = (q Pq) . (k Pk), scale 1/sqrt(d'). This control
 * has the two learned maps to d' dimensions of arXiv 2502.17206, but not the network after them.
 * The paper does not include this control.
 *
 * Pq and Pk are initially N(0, 1/D), so that s has the spread of a dot product. With d' = D, the
 * score equals `bilinear` with the matrix Pq Pk^T. */
#include "pairwise.h"
#include "product.h"

#include <math.h>

static const struct param params[] = {
    {"d_prime", "width of the projections", PARAM_INT, 1, 512, 16, NULL, SAID("d' = {}")},
    {"share", "one set of weights, or one per head", PARAM_CHOICE, 0, 1, 0, N(share_names),
     N(share_said)},
    {0}};
enum { PQ, PK, MATRICES };

static int units_of(const struct args *args) { return arg_int(args, ARG_D_PRIME); }

static int tensors(const struct dims *dims, const struct args *args, struct tensor *out)
{
    static const char *const names[MATRICES] = {"pq", "pk"};
    int d = dims->d_head;
    for (int t = 0; t < MATRICES; t++) {
        struct tensor one = {"", 2, {d, units_of(args), 1}, INIT_NORMAL, 1 / sqrt((double)d), true};
        strcpy(one.name, names[t]);
        out[t] = N(head_tensor)(dims, args, one);
    }
    return MATRICES;
}
static double scale(const struct dims *dims, const struct args *args)
{
    (void)dims;
    return 1 / sqrt((double)units_of(args));
}
static struct work work(const struct dims *dims, const struct args *args)
{
    double units = units_of(args), token = 2 * units * dims->d_head;
    return (struct work){token, token, 2 * units};
}
static size_t part(const struct dims *dims, const struct args *args, int head)
{
    return N(head_part)(args, head, (size_t)dims->d_head * (size_t)units_of(args));
}

/* ---- formula ---- */

/* Returns element u of the projection x P. */
static double projected(const struct dims *dims, int units, int u, const double *p, const double *x)
{
    double y = 0;
    for (int i = 0; i < dims->d_head; i++) y += x[i] * p[i * units + u];
    return y;
}
static double formula(const struct dims *dims, const struct args *args, const double *const *w,
                      int head, const double *q, const double *k, double *scratch)
{
    (void)scratch;
    size_t at = part(dims, args, head);
    int units = units_of(args);
    double s = 0;
    for (int u = 0; u < units; u++)
        s += projected(dims, units, u, w[PQ] + at, q) * projected(dims, units, u, w[PK] + at, k);
    return s;
}
/* Accumulates the gradients of y = (x P)_u, given dy, into the gradients of x and P. dp may be
 * NULL. */
static void projected_derivative(const struct dims *dims, int units, int u, const double *p,
                                 const double *x, double dy, double *dx, double *dp)
{
    for (int i = 0; i < dims->d_head; i++) {
        dx[i] += dy * p[i * units + u];
        if (dp) dp[i * units + u] += dy * x[i];
    }
}
static void derivative(const struct dims *dims, const struct args *args, const double *const *w,
                       int head, const double *q, const double *k, double ds, double *dq,
                       double *dk, double *const *dw, double *scratch)
{
    (void)scratch;
    size_t at = part(dims, args, head);
    int units = units_of(args);
    const double *pq = w[PQ] + at, *pk = w[PK] + at;
    for (int u = 0; u < units; u++) {
        double a = projected(dims, units, u, pq, q), b = projected(dims, units, u, pk, k);
        projected_derivative(dims, units, u, pq, q, ds * b, dq, dw ? dw[PQ] + at : NULL);
        projected_derivative(dims, units, u, pk, k, ds * a, dk, dw ? dw[PK] + at : NULL);
    }
}

/* ---- fast ---- */

static int features(const struct dims *dims, const struct args *args)
{
    (void)dims;
    return units_of(args);
}
static const real *matrix(const struct score_run *run, int which)
{
    return run->w[which] + part(run->dims, run->args, run->head);
}
static void prepare_q(const struct score_run *run, const real *q, int ld, int rows, real *fq,
                      real *scratch)
{
    (void)scratch;
    int units = units_of(run->args);
    gemm(false, false, rows, units, run->dims->d_head, 1, q, ld, matrix(run, PQ), units, 0, fq,
         units);
}
static void prepare_k(const struct score_run *run, const real *k, int ld, int cols, real *fk,
                      real *scratch)
{
    (void)scratch;
    int units = units_of(run->args);
    gemm(true, true, units, cols, run->dims->d_head, 1, matrix(run, PK), units, k, ld, 0, fk,
         TILE_K);
    for (int u = 0; u < units; u++)
        memset(fk + u * TILE_K + cols, 0, (size_t)(TILE_K - cols) * sizeof *fk);
}
static void tile(const struct score_run *run, const real *fq, int rows, const real *fk, int cols,
                 real *s, real *scratch)
{
    (void)scratch;
    N(product_tile)(fq, rows, fk, cols, units_of(run->args), s);
}

static void tile_backward(const struct score_run *run, const real *fq, int rows, const real *fk,
                          int cols, const real *ds, real *dfq, real *dfk, real *const *dw,
                          real *scratch)
{
    (void)dw;
    N(product_tile_backward)(fq, rows, fk, cols, units_of(run->args), ds, dfq, dfk, scratch);
}
static void prepare_q_backward(const struct score_run *run, const real *q, int ld, int rows,
                               const real *fq, const real *dfq, real *dq, int ldd, real *const *dw,
                               real *scratch)
{
    (void)fq, (void)scratch;
    int d = run->dims->d_head, units = units_of(run->args);
    real *dp = dw[PQ] + part(run->dims, run->args, run->head);
    gemm(false, true, rows, d, units, 1, dfq, units, matrix(run, PQ), units, 1, dq, ldd);
    gemm(true, false, d, units, rows, 1, q, ld, dfq, units, 1, dp, units);
}
static void prepare_k_backward(const struct score_run *run, const real *k, int ld, int cols,
                               const real *fk, const real *dfk, real *dk, int ldd, real *const *dw,
                               real *scratch)
{
    (void)fk, (void)scratch;
    int d = run->dims->d_head, units = units_of(run->args);
    real *dp = dw[PK] + part(run->dims, run->args, run->head);
    gemm(true, true, cols, d, units, 1, dfk, TILE_K, matrix(run, PK), units, 1, dk, ldd);
    gemm(true, true, d, units, cols, 1, k, ld, dfk, TILE_K, 1, dp, units);
}
static size_t backward_scratch(const struct dims *dims, const struct args *args)
{
    (void)dims;
    return (size_t)units_of(args) * TILE_K;
}

static const struct by_hand by_hand[] = {
    {.working = "(1 + 3, 2 - 1) . (0*3 + 1*1, -1*3 + 1*1) = 4*1 - 1*2",
     .dims = {.heads = 1, .d_head = 2},
     .args = {{2, 0}},
     .in = {VALUES(1, 1), VALUES(3, 1)},
     .out = VALUES(2),
     .tensors = {VALUES(1, 2, 3, -1), VALUES(0, -1, 1, 1)}},
    {.working = "second head, one unit: (1*1 + 1*2) (3*2 + 1*1)",
     .dims = {.heads = 2, .d_head = 2},
     .args = {{1, 1}},
     .in = {VALUES(1, 1), VALUES(3, 1)},
     .out = VALUES(21),
     .head = 1,
     .tensors = {VALUES(9, 9, 1, 2), VALUES(9, 9, 2, 1)}},
    {0},
};

const struct score N(score_dot_low) = {.base = {.name = "dot_low",
                                                .label = "dot product in d' dimensions",
                                                .title = "(q Pq) . (k Pk) / sqrt(d')",
                                                .paper = "control of arXiv 2502.17206",
                                                .by_hand = by_hand,
                                                .initial = "pq N(0, 1/d_head), pk N(0, 1/d_head)",
                                                .params = params,
                                                .tensors = tensors,
                                                .work = work},
                                       .scale = scale,
                                       .formula = formula,
                                       .derivative = derivative,
                                       .product = true,
                                       .q_features = features,
                                       .k_features = features,
                                       .prepare_q = prepare_q,
                                       .prepare_k = prepare_k,
                                       .tile = tile,
                                       .tile_backward = tile_backward,
                                       .prepare_q_backward = prepare_q_backward,
                                       .prepare_k_backward = prepare_k_backward,
                                       .backward_scratch = backward_scratch};
