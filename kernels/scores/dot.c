/* SPDX-License-Identifier: MIT
 * Implements the dot-product score, which is the baseline: s = norm(q) . norm(k), scale 1/sqrt(D).
 * Source: Vaswani et al., arXiv 1706.03762, equation 1. The argument qk_norm selects the norm
 * (qk_norm.h); the default is no norm. */
#include "product.h"
#include "qk_norm.h"

static const struct param params[] = {{"qk_norm", "normalisation of q and k per head", PARAM_CHOICE,
                                       0, QK_NORMS - 1, QK_NONE, N(qk_norm_names), N(qk_norm_said)},
                                      {0}};
static enum qk_norm norm_of(const struct args *args) { return (enum qk_norm)arg_int(args, 0); }

static int tensors(const struct dims *dims, const struct args *args, struct tensor *out)
{
    return N(qk_norm_tensors)(norm_of(args), dims, out);
}
static double scale(const struct dims *dims, const struct args *args)
{
    double inverse = N(product_scale)(dims, args);
    return norm_of(args) == QK_L2 ? 1 / inverse : inverse;
}
static struct work work(const struct dims *dims, const struct args *args)
{
    double d = dims->d_head;
    enum qk_norm norm = norm_of(args);
    return (struct work){N(qk_norm_flop)(norm, QK_QUERY, d), N(qk_norm_flop)(norm, QK_KEY, d),
                         2 * d};
}

/* ---- formula ---- */

static double temperature_of(enum qk_norm norm, const double *const *w, int head)
{
    return norm == QK_L2 ? w[QK_TEMPERATURE][head] : 1;
}

static double formula(const struct dims *dims, const struct args *args, const double *const *w,
                      int head, const double *q, const double *k, double *scratch)
{
    int d = dims->d_head;
    double *nq = scratch, *nk = scratch + d;
    enum qk_norm norm = norm_of(args);
    N(qk_norm_formula)(norm, QK_QUERY, w, d, q, nq);
    N(qk_norm_formula)(norm, QK_KEY, w, d, k, nk);
    return temperature_of(norm, w, head) * inner_product(nq, nk, d);
}
static size_t formula_scratch(const struct dims *dims, const struct args *args)
{
    (void)args;
    return 4 * (size_t)dims->d_head;
}

static void derivative(const struct dims *dims, const struct args *args, const double *const *w,
                       int head, const double *q, const double *k, double ds, double *dq,
                       double *dk, double *const *dw, double *scratch)
{
    int d = dims->d_head;
    double *nq = scratch, *nk = nq + d, *dnq = nk + d, *dnk = dnq + d;
    enum qk_norm norm = norm_of(args);
    double temperature = temperature_of(norm, w, head);
    N(qk_norm_formula)(norm, QK_QUERY, w, d, q, nq);
    N(qk_norm_formula)(norm, QK_KEY, w, d, k, nk);
    if (norm == QK_L2 && dw) dw[QK_TEMPERATURE][head] += ds * inner_product(nq, nk, d);
    for (int i = 0; i < d; i++) {
        dnq[i] = ds * temperature * nk[i];
        dnk[i] = ds * temperature * nq[i];
    }
    N(qk_norm_derivative)(norm, QK_QUERY, w, d, q, nq, dnq, dq, dw);
    N(qk_norm_derivative)(norm, QK_KEY, w, d, k, nk, dnk, dk, dw);
}

/* ---- fast ---- */

static void prepare_q(const struct score_run *run, const real *q, int ld, int rows, real *fq,
                      real *scratch)
{
    (void)scratch;
    size_t d = (size_t)run->dims->d_head;
    for (size_t r = 0; r < (size_t)rows; r++)
        memcpy(fq + r * d, q + r * (size_t)ld, d * sizeof *fq);
    N(qk_norm_queries)(run, norm_of(run->args), rows, fq);
}
static void prepare_k(const struct score_run *run, const real *k, int ld, int cols, real *fk,
                      real *scratch)
{
    (void)scratch;
    N(product_keys)(k, ld, cols, run->dims->d_head, fk);
    N(qk_norm_keys)(run, norm_of(run->args), fk);
}
static void tile(const struct score_run *run, const real *fq, int rows, const real *fk, int cols,
                 real *s, real *scratch)
{
    (void)scratch;
    N(product_tile)(fq, rows, fk, cols, run->dims->d_head, s);
}

/* ---- backward ---- */

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
    (void)fq;
    N(qk_norm_queries_backward)(run, norm_of(run->args), q, ld, rows, dfq, dq, ldd, dw, scratch);
}
static void prepare_k_backward(const struct score_run *run, const real *k, int ld, int cols,
                               const real *fk, const real *dfk, real *dk, int ldd, real *const *dw,
                               real *scratch)
{
    (void)fk;
    int d = run->dims->d_head;
    enum qk_norm norm = norm_of(run->args);
    if (norm == QK_NONE) {
        N(product_keys_backward)(dfk, cols, d, dk, ldd);
        return;
    }
    memset(scratch, 0, (size_t)cols * (size_t)d * sizeof *scratch);
    N(product_keys_backward)(dfk, cols, d, scratch, d);
    N(qk_norm_keys_backward)(run, norm, k, ld, cols, scratch, dk, ldd, dw);
}

static const struct by_hand by_hand[] = {
    {.working = "1*4 - 2*5 + 3*6",
     .dims = {.heads = 1, .d_head = 3},
     .args = {{QK_NONE}},
     .in = {VALUES(1, 2, 3), VALUES(4, -5, 6)},
     .out = VALUES(12)},
    {.working = "temperature 2 of the second head: 2 (3*5 - 4*12) / (5 * 13)",
     .dims = {.heads = 2, .d_head = 2},
     .args = {{QK_L2}},
     .in = {VALUES(3, 4), VALUES(5, -12)},
     .out = VALUES(-66.0 / 65),
     .head = 1,
     .tensors = {VALUES(9, 2)}},
    {.working = "mean squares 5 and 10: (6*4 - 1*6) / sqrt(5.00001 * 10.00001)",
     .dims = {.heads = 1, .d_head = 2},
     .args = {{QK_RMS}},
     .in = {VALUES(3, -1), VALUES(4, 2)},
     .out = VALUES(2.545580593900999),
     .tensors = {VALUES(2, 1), VALUES(1, 3)}},
    {.working = "without gains: (3*4 - 1*2) / sqrt(5.00001 * 10.00001)",
     .dims = {.heads = 1, .d_head = 2},
     .args = {{QK_RMS_PLAIN}},
     .in = {VALUES(3, -1), VALUES(4, 2)},
     .out = VALUES(1.4142114410561104)},
    {.working = "norm of the key only: (3*4 - 1*2) / sqrt(10.00001)",
     .dims = {.heads = 1, .d_head = 2},
     .args = {{QK_RMS_K}},
     .in = {VALUES(3, -1), VALUES(4, 2)},
     .out = VALUES(3.162276079030735)},
    {0},
};

const struct score N(score_dot) = {.base = {.name = "dot",
                                            .label = "dot product",
                                            .title = "q . k / sqrt(D)",
                                            .paper = "arXiv 1706.03762, eq. 1",
                                            .by_hand = by_hand,
                                            .initial = "temperature 1, gain 1",
                                            .params = params,
                                            .tensors = tensors,
                                            .work = work},
                                   .scale = scale,
                                   .formula = formula,
                                   .derivative = derivative,
                                   .formula_scratch = formula_scratch,
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
