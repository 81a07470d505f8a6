/* SPDX-License-Identifier: MIT
 * Implements the static graph attention score (GAT): s = leaky_relu(a1 . W q + a2 . W k), slope
 * 0.2. Source: Velickovic et al., arXiv 1710.10903, equation 3 (a = [a1 ; a2], no bias). All
 * queries rank the keys in the same order; GATv2 (2105.14491) removes this limit. */
#include "pairwise.h"

#include <math.h>

static const double SLOPE = 0.2;
enum { W, A1, A2, TENSORS };

static int tensors(const struct dims *dims, const struct args *args, struct tensor *out)
{
    int d = dims->d_head, units = arg_int(args, ARG_D_PRIME);
    /* With these standard deviations, the hidden units and s have unit variance if q and k have
     * unit variance. */
    double in = 1 / sqrt((double)d), last = 1 / sqrt(2.0 * units);
    const struct tensor all[TENSORS] = {[W] = {"w", 2, {d, units, 1}, INIT_NORMAL, in, true},
                                        [A1] = {"a1", 1, {units, 1, 1}, INIT_NORMAL, last, false},
                                        [A2] = {"a2", 1, {units, 1, 1}, INIT_NORMAL, last, false}};
    for (int t = 0; t < TENSORS; t++) out[t] = N(head_tensor)(dims, args, all[t]);
    return TENSORS;
}
/* Declared FLOPs of the fast path. The products W a1 and W a2 are not counted, because their cost
 * does not depend on the number of tokens. */
static struct work work(const struct dims *dims, const struct args *args)
{
    (void)args;
    return (struct work){2.0 * dims->d_head + 2, 2.0 * dims->d_head + 2, 4};
}

/* ---- formula ---- */

struct parts {
    int d, units;
    size_t w, a; /* offsets of a head's data: w in tensor W, a in tensors A1 and A2 */
};
static struct parts open_parts(const struct dims *dims, const struct args *args, int head)
{
    size_t d = (size_t)dims->d_head, units = (size_t)arg_int(args, ARG_D_PRIME);
    return (struct parts){dims->d_head, (int)units, N(head_part)(args, head, d * units),
                          N(head_part)(args, head, units)};
}
/* Returns element u of W x. */
static double unit(struct parts p, const double *w, int u, const double *x)
{
    double sum = 0;
    for (int i = 0; i < p.d; i++) sum += w[i * p.units + u] * x[i];
    return sum;
}
/* Returns the argument of the leaky ReLU: a1 . W q + a2 . W k. */
static double argument(struct parts p, const double *const *w, const double *q, const double *k)
{
    double x = 0;
    for (int u = 0; u < p.units; u++)
        x +=
            w[A1][p.a + u] * unit(p, w[W] + p.w, u, q) + w[A2][p.a + u] * unit(p, w[W] + p.w, u, k);
    return x;
}

static double formula(const struct dims *dims, const struct args *args, const double *const *w,
                      int head, const double *q, const double *k, double *scratch)
{
    (void)scratch;
    double x = argument(open_parts(dims, args, head), w, q, k);
    return x < 0 ? SLOPE * x : x;
}

/* Accumulates the gradients of x, W and a, where g is the gradient of a . W x. */
static void half(struct parts p, const double *w, const double *a, const double *x, double g,
                 double *dx, double *dw, double *da)
{
    for (int u = 0; u < p.units; u++) {
        for (int i = 0; i < p.d; i++) {
            dx[i] += g * a[u] * w[i * p.units + u];
            if (dw) dw[i * p.units + u] += g * a[u] * x[i];
        }
        if (da) da[u] += g * unit(p, w, u, x);
    }
}
static void derivative(const struct dims *dims, const struct args *args, const double *const *w,
                       int head, const double *q, const double *k, double ds, double *dq,
                       double *dk, double *const *dw, double *scratch)
{
    (void)scratch;
    struct parts p = open_parts(dims, args, head);
    double g = argument(p, w, q, k) > 0 ? ds : SLOPE * ds;
    double *dm = dw ? dw[W] + p.w : NULL;
    half(p, w[W] + p.w, w[A1] + p.a, q, g, dq, dm, dw ? dw[A1] + p.a : NULL);
    half(p, w[W] + p.w, w[A2] + p.a, k, g, dk, dm, dw ? dw[A2] + p.a : NULL);
}

/* ---- fast: a separable score with one unit and matrices W a1, W a2 ---- */

/* Returns the scratch size: D reals for W a, then TILE_K reals for the keys. */

static size_t scratch_size(const struct dims *dims, const struct args *args)
{
    (void)args;
    return (size_t)dims->d_head + TILE_K;
}
static int features(const struct dims *dims, const struct args *args)
{
    return (void)dims, (void)args, 2;
}

/* Represents the GAT score as a pairwise score with one unit. `side` selects A1 (queries) or A2
 * (keys). Writes the product W a to `scratch` (D reals). */
static struct pairwise open_side(const struct score_run *run, int side, real *scratch)
{
    static const real one = 1;
    struct parts p = open_parts(run->dims, run->args, run->head);
    if (scratch)
        gemm(false, false, p.d, 1, p.units, 1, run->w[W] + p.w, p.units, run->w[side] + p.a, 1, 0,
             scratch, 1);
    return (struct pairwise){
        p.d, 1, ACT_LEAKY_RELU, (real)SLOPE, {scratch, scratch, &one, NULL, NULL}};
}
static void prepare_q(const struct score_run *run, const real *q, int ld, int rows, real *fq,
                      real *scratch)
{
    struct pairwise p = open_side(run, A1, scratch);
    N(pairwise_queries)(&p, run->shift_invariant, q, ld, rows, fq);
}
static void prepare_k(const struct score_run *run, const real *k, int ld, int cols, real *fk,
                      real *scratch)
{
    struct pairwise p = open_side(run, A2, scratch);
    N(pairwise_keys)(&p, k, ld, cols, fk, scratch + p.d);
}
static void tile(const struct score_run *run, const real *fq, int rows, const real *fk, int cols,
                 real *s, real *scratch)
{
    (void)scratch;
    struct pairwise p = open_side(run, A1, NULL);
    N(pairwise_tile)(&p, fq, rows, fk, cols, s, NULL);
}

/* ---- backward ---- */

static void tile_backward(const struct score_run *run, const real *fq, int rows, const real *fk,
                          int cols, const real *ds, real *dfq, real *dfk, real *const *dw,
                          real *scratch)
{
    (void)dw;
    static real *const none[PAIR_TENSORS] = {
        NULL}; /* tile_backward adds no tensor gradients; prepare_q_backward and prepare_k_backward
                  add them */
    struct pairwise p = open_side(run, A1, NULL);
    N(pairwise_tile_backward)(&p, fq, rows, fk, cols, ds, dfq, dfk, none, scratch);
}

/* Computes the gradients of v = W a from dv (D): dW += dv a^T, da += W^T dv. */
static void side_backward(const struct score_run *run, int side, const real *dv, real *const *dw)
{
    struct parts p = open_parts(run->dims, run->args, run->head);
    const real *w = run->w[W] + p.w, *a = run->w[side] + p.a;
    real *dm = dw[W] + p.w, *da = dw[side] + p.a;
    for (int i = 0; i < p.d; i++)
        for (int u = 0; u < p.units; u++) {
            dm[i * p.units + u] += dv[i] * a[u];
            da[u] += dv[i] * w[i * p.units + u];
        }
}
static void prepare_q_backward(const struct score_run *run, const real *q, int ld, int rows,
                               const real *fq, const real *dfq, real *dq, int ldd, real *const *dw,
                               real *scratch)
{
    (void)fq;
    int d = run->dims->d_head;
    struct pairwise p = open_side(run, A1, scratch);
    real *dv = scratch + d, *part[PAIR_TENSORS] = {[PAIR_WQ] = dv};
    memset(dv, 0, (size_t)d * sizeof *dv);
    N(pairwise_queries_backward)(&p, q, ld, rows, dfq, dq, ldd, part, dv + d);
    side_backward(run, A1, dv, dw);
}
static void prepare_k_backward(const struct score_run *run, const real *k, int ld, int cols,
                               const real *fk, const real *dfk, real *dk, int ldd, real *const *dw,
                               real *scratch)
{
    (void)fk;
    int d = run->dims->d_head;
    struct pairwise p = open_side(run, A2, scratch);
    real *dv = scratch + d, *part[PAIR_TENSORS] = {[PAIR_WK] = dv};
    memset(dv, 0, (size_t)d * sizeof *dv);
    N(pairwise_keys_backward)(&p, k, ld, cols, dfk, dk, ldd, part, dv + d);
    side_backward(run, A2, dv, dw);
}
static size_t backward_scratch(const struct dims *dims, const struct args *args)
{
    (void)args;
    return 2 * (size_t)dims->d_head + N(pairwise_backward_reals)(dims->d_head, 1);
}

static const struct by_hand by_hand[] = {
    {.working = "2*1 - 1*4 + 1*3 - 1*5 = -4, leaky_relu(-4) = 0.2*-4",
     .dims = {.heads = 1, .d_head = 2},
     .args = {{2, 0}},
     .in = {VALUES(1, 2), VALUES(3, -1)},
     .out = VALUES(-0.8),
     .tensors = {VALUES(1, 2, 0, 1), VALUES(2, -1), VALUES(1, -1)}},
    {.working = "second head: 2*1 - 1*4 + 1*3 + 1*5",
     .dims = {.heads = 2, .d_head = 2},
     .args = {{2, 1}},
     .in = {VALUES(1, 2), VALUES(3, -1)},
     .out = VALUES(6),
     .head = 1,
     .tensors = {VALUES(9, 9, 9, 9, 1, 2, 0, 1), VALUES(9, 9, 2, -1), VALUES(9, 9, 1, 1)}},
    {0},
};

const struct score N(score_gat) = {.base = {.name = "gat",
                                            .label = "GAT score",
                                            .title = "leaky_relu_0.2(a1 . W q + a2 . W k)",
                                            .paper = "arXiv 1710.10903, eq. 3",
                                            .by_hand = by_hand,
                                            .initial = "w N(0, 1/d_head), a N(0, 1/(2 d_prime))",
                                            .params = N(pairwise_params),
                                            .tensors = tensors,
                                            .work = work},
                                   .formula = formula,
                                   .derivative = derivative,
                                   .q_features = features,
                                   .k_features = features,
                                   .prepare_q = prepare_q,
                                   .prepare_k = prepare_k,
                                   .tile = tile,
                                   .scratch = scratch_size,
                                   .tile_backward = tile_backward,
                                   .prepare_q_backward = prepare_q_backward,
                                   .prepare_k_backward = prepare_k_backward,
                                   .backward_scratch = backward_scratch};
