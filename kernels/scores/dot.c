/* SPDX-License-Identifier: MIT
 * The dot product: s = norm(q) . norm(k), scale 1/sqrt(D). The baseline.
 *
 * Source: Vaswani et al., arXiv 1706.03762, equation 1. QK-norm is an argument, since it is a
 * nonlinearity of its own and raises the usable learning rate:
 *   none  as it is;
 *   l2    norm(x) = x / ||x||, times a learned temperature per head (arXiv 2010.04245). It starts
 *         at 1 with natural scale sqrt(D), so that cosines start with the spread that q.k/sqrt(D)
 *         has for q and k of unit variance;
 *   rms   norm(x) = g x / sqrt(mean(x^2) + 1e-5), learned gains g_q, g_k (D) that all heads
 *         share, starting at 1 (as in arXiv 2302.05442, with RMSNorm for LayerNorm); scale
 *         1/sqrt(D);
 *   rms_plain  the same without gains, and
 *   rms_k      of the keys alone: QK-norm and k-norm in an audit of the code of arXiv 2603.13381
 *         (eps 1e-6 there). The length of a query is then a temperature of its own. */
#include "product.h"

#include <math.h>

enum qk_norm { QK_NONE, QK_L2, QK_RMS, QK_RMS_PLAIN, QK_RMS_K, QK_NORMS };
static const char *const qk_norms[] = {"none", "l2", "rms", "rms_plain", "rms_k", NULL};
static const char *const qk_norms_said[] = {"without QK-norm",       "QK-norm (l2)",
                                            "QK-norm (RMS)",         "QK-norm (RMS, no gains)",
                                            "norm of K alone (RMS)", NULL};
static const struct param params[] = {{"qk_norm", "normalisation of q and k per head", PARAM_CHOICE,
                                       0, QK_NORMS - 1, QK_NONE, qk_norms, qk_norms_said},
                                      {0}};
enum side { QUERY, KEY };
enum { TEMPERATURE = 0, GAIN_Q = 0, GAIN_K = 1 }; /* tensors of l2 and of rms */

/* ||x|| is at least this, as in torch.nn.functional.normalize: x = 0 gives 0. */
static const double LEAST_LENGTH = 1e-12;

static enum qk_norm norm_of(const struct args *args) { return (enum qk_norm)arg_int(args, 0); }

/* Whether RMSNorm is taken of this side. */
static bool is_rms(enum qk_norm norm, enum side side)
{
    return norm == QK_RMS || norm == QK_RMS_PLAIN || (norm == QK_RMS_K && side == KEY);
}

static int tensors(const struct dims *dims, const struct args *args, struct tensor *out)
{
    switch (norm_of(args)) {
    case QK_L2:
        out[TEMPERATURE] = (struct tensor){"temperature", 1, {dims->heads, 1, 1}, INIT_ONE, 0};
        return 1;
    case QK_RMS:
        out[GAIN_Q] = (struct tensor){"gain_q", 1, {dims->d_head, 1, 1}, INIT_ONE, 0};
        out[GAIN_K] = (struct tensor){"gain_k", 1, {dims->d_head, 1, 1}, INIT_ONE, 0};
        return 2;
    default:
        return 0;
    }
}
static double scale(const struct dims *dims, const struct args *args)
{
    double inverse = N(product_scale)(dims, args);
    return norm_of(args) == QK_L2 ? 1 / inverse : inverse;
}
/* A norm: a square, its sum, products with factor and gain for each number, a root and a division.
 */
static double norm_flop(enum qk_norm norm, enum side side, double d)
{
    if (norm == QK_L2 || norm == QK_RMS) return 4 * d + 2;
    return is_rms(norm, side) ? 3 * d + 2 : 0;
}
static struct work work(const struct dims *dims, const struct args *args)
{
    double d = dims->d_head;
    enum qk_norm norm = norm_of(args);
    return (struct work){norm_flop(norm, QUERY, d), norm_flop(norm, KEY, d), 2 * d};
}

/* ---- formula ---- */

static double inner(const double *x, const double *y, int d)
{
    double s = 0;
    for (int i = 0; i < d; i++) s += x[i] * y[i];
    return s;
}
static void l2_norm(const double *x, int d, double *y)
{
    double length = fmax(sqrt(inner(x, x, d)), LEAST_LENGTH);
    for (int i = 0; i < d; i++) y[i] = x[i] / length;
}
/* dx += (dy - y (y . dy)) / ||x|| */
static void l2_norm_derivative(const double *x, const double *y, int d, const double *dy,
                               double *dx)
{
    double length = sqrt(inner(x, x, d)), along = length < LEAST_LENGTH ? 0 : inner(y, dy, d);
    for (int i = 0; i < d; i++) dx[i] += (dy[i] - along * y[i]) / fmax(length, LEAST_LENGTH);
}

/* The gains of this side; NULL: none. */
static const double *gain_of(enum qk_norm norm, enum side side, const double *const *w)
{
    return norm == QK_RMS ? w[side == KEY ? GAIN_K : GAIN_Q] : NULL;
}
static void rms_norm(enum qk_norm norm, enum side side, const double *const *w, int d,
                     const double *x, double *y)
{
    if (is_rms(norm, side))
        N(rms_norm_formula)(x, d, gain_of(norm, side, w), y);
    else
        memcpy(y, x, (size_t)d * sizeof *y);
}

static double formula(const struct dims *dims, const struct args *args, const double *const *w,
                      int head, const double *q, const double *k, double *scratch)
{
    int d = dims->d_head;
    double *nq = scratch, *nk = scratch + d;
    enum qk_norm norm = norm_of(args);
    if (norm == QK_L2) {
        l2_norm(q, d, nq);
        l2_norm(k, d, nk);
        return w[TEMPERATURE][head] * inner(nq, nk, d);
    }
    rms_norm(norm, QUERY, w, d, q, nq);
    rms_norm(norm, KEY, w, d, k, nk);
    return inner(nq, nk, d);
}
static size_t formula_scratch(const struct dims *dims, const struct args *args)
{
    (void)args;
    return 4 * (size_t)dims->d_head;
}

static void l2_derivative(int d, double temperature, const double *q, const double *k, double ds,
                          double *dq, double *dk, double *dtemperature, double *scratch)
{
    double *nq = scratch, *nk = nq + d, *dnq = nk + d, *dnk = dnq + d;
    l2_norm(q, d, nq);
    l2_norm(k, d, nk);
    if (dtemperature) *dtemperature += ds * inner(nq, nk, d);
    for (int i = 0; i < d; i++) {
        dnq[i] = ds * temperature * nk[i];
        dnk[i] = ds * temperature * nq[i];
    }
    l2_norm_derivative(q, nq, d, dnq, dq);
    l2_norm_derivative(k, nk, d, dnk, dk);
}
/* dx += dy through the norm of this side. */
static void side_derivative(enum qk_norm norm, enum side side, int d, const double *const *w,
                            const double *x, const double *dy, double *dx, double *const *dw)
{
    double *dgain = norm == QK_RMS && dw ? dw[side == KEY ? GAIN_K : GAIN_Q] : NULL;
    if (is_rms(norm, side))
        N(rms_norm_derivative)(x, d, gain_of(norm, side, w), dy, dx, dgain);
    else
        for (int i = 0; i < d; i++) dx[i] += dy[i];
}
static void derivative(const struct dims *dims, const struct args *args, const double *const *w,
                       int head, const double *q, const double *k, double ds, double *dq,
                       double *dk, double *const *dw, double *scratch)
{
    int d = dims->d_head;
    double *dnq = scratch, *dnk = dnq + d;
    enum qk_norm norm = norm_of(args);
    if (norm == QK_L2) {
        l2_derivative(d, w[TEMPERATURE][head], q, k, ds, dq, dk, dw ? dw[TEMPERATURE] + head : NULL,
                      scratch);
        return;
    }
    rms_norm(norm, KEY, w, d, k, dnq);
    rms_norm(norm, QUERY, w, d, q, dnk);
    for (int i = 0; i < 2 * d; i++) scratch[i] *= ds;
    side_derivative(norm, QUERY, d, w, q, dnq, dq, dw);
    side_derivative(norm, KEY, d, w, k, dnk, dk, dw);
}

/* ---- fast ---- */

/* From the sum of squares of a token to its factor. */
static real factor(enum qk_norm norm, int d, real squares)
{
    const real least = (real)(LEAST_LENGTH * LEAST_LENGTH), eps = (real)1e-5;
    if (norm != QK_L2) return 1 / (real)sqrt((double)(squares / (real)d + eps));
    return 1 / (real)sqrt((double)(squares < least ? least : squares));
}

static void norm_query(const struct score_run *run, enum qk_norm norm, real *f)
{
    int d = run->dims->d_head;
    real squares = 0;
    for (int i = 0; i < d; i++) squares += f[i] * f[i];
    real by = factor(norm, d, squares);
    if (norm == QK_L2) by *= run->w[TEMPERATURE][run->head];
    for (int i = 0; i < d; i++) f[i] *= norm == QK_RMS ? by * run->w[GAIN_Q][i] : by;
}
static void prepare_q(const struct score_run *run, const real *q, int ld, int rows, real *fq,
                      real *scratch)
{
    (void)scratch;
    size_t d = (size_t)run->dims->d_head;
    enum qk_norm norm = norm_of(run->args);
    for (int r = 0; r < rows; r++, fq += d) {
        memcpy(fq, q + (size_t)r * (size_t)ld, d * sizeof *fq);
        if (norm == QK_L2 || is_rms(norm, QUERY)) norm_query(run, norm, fq);
    }
}

/* All keys of the tile at once; fk: D x TILE_K. Absent keys are 0 and stay it. */
static void norm_keys(const struct score_run *run, enum qk_norm norm, real *fk)
{
    int d = run->dims->d_head;
    real by[TILE_K] = {0};
    for (int i = 0; i < d; i++)
        for (int j = 0; j < TILE_K; j++) by[j] += fk[i * TILE_K + j] * fk[i * TILE_K + j];
    for (int j = 0; j < TILE_K; j++) by[j] = factor(norm, d, by[j]);
    for (int i = 0; i < d; i++) {
        real gain = norm == QK_RMS ? run->w[GAIN_K][i] : 1;
        for (int j = 0; j < TILE_K; j++) fk[i * TILE_K + j] *= by[j] * gain;
    }
}
static void prepare_k(const struct score_run *run, const real *k, int ld, int cols, real *fk,
                      real *scratch)
{
    (void)scratch;
    enum qk_norm norm = norm_of(run->args);
    N(product_keys)(k, ld, cols, run->dims->d_head, fk);
    if (norm != QK_NONE) norm_keys(run, norm, fk);
}
static void tile(const struct score_run *run, const real *fq, int rows, const real *fk, int cols,
                 real *s, real *scratch)
{
    (void)scratch;
    N(product_tile)(fq, rows, fk, cols, run->dims->d_head, s);
}

/* ---- backward ---- */

/* y = temperature u, u = x / ||x||: dx += temperature (dy - u (dy . u)) / ||x||. */
static void l2_backward(int d, real temperature, const real *x, const real *dy, real *dx,
                        real *dtemperature)
{
    const real least = (real)(LEAST_LENGTH * LEAST_LENGTH);
    real squares = 0, along = 0;
    for (int i = 0; i < d; i++) squares += x[i] * x[i];
    real by = factor(QK_L2, d, squares);
    for (int i = 0; i < d; i++) along += dy[i] * x[i] * by;
    if (dtemperature) *dtemperature += along;
    if (squares < least) along = 0; /* there the length is constant */
    for (int i = 0; i < d; i++) dx[i] += temperature * by * (dy[i] - x[i] * by * along);
}
static void rms_backward(int d, const real *gain, const real *x, real *dy, real *dx, real *dgain)
{
    N(rms_norm_backward)(x, 1, d, gain, dy, dgain);
    for (int i = 0; i < d; i++) dx[i] += dy[i];
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
    (void)fq;
    size_t d = (size_t)run->dims->d_head, h = (size_t)run->head;
    enum qk_norm norm = norm_of(run->args);
    bool gained = norm == QK_RMS;
    for (size_t r = 0; r < (size_t)rows; r++, q += ld, dfq += d, dq += ldd) {
        if (norm == QK_L2)
            l2_backward((int)d, run->w[TEMPERATURE][h], q, dfq, dq, dw[TEMPERATURE] + h);
        else if (!is_rms(norm, QUERY))
            for (size_t i = 0; i < d; i++) dq[i] += dfq[i];
        else {
            memcpy(scratch, dfq, d * sizeof *scratch);
            rms_backward((int)d, gained ? run->w[GAIN_Q] : NULL, q, scratch, dq,
                         gained ? dw[GAIN_Q] : NULL);
        }
    }
}
static void prepare_k_backward(const struct score_run *run, const real *k, int ld, int cols,
                               const real *fk, const real *dfk, real *dk, int ldd, real *const *dw,
                               real *scratch)
{
    (void)fk;
    int d = run->dims->d_head;
    enum qk_norm norm = norm_of(run->args);
    bool gained = norm == QK_RMS;
    if (norm == QK_NONE) {
        N(product_keys_backward)(dfk, cols, d, dk, ldd);
        return;
    }
    memset(scratch, 0, (size_t)cols * (size_t)d * sizeof *scratch);
    N(product_keys_backward)(dfk, cols, d, scratch, d);
    for (int j = 0; j < cols; j++, k += ld, scratch += d, dk += ldd)
        if (norm == QK_L2)
            l2_backward(d, 1, k, scratch, dk, NULL);
        else
            rms_backward(d, gained ? run->w[GAIN_K] : NULL, k, scratch, dk,
                         gained ? dw[GAIN_K] : NULL);
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
    {.working = "the same without gains: (3*4 - 1*2) / sqrt(5.00001 * 10.00001)",
     .dims = {.heads = 1, .d_head = 2},
     .args = {{QK_RMS_PLAIN}},
     .in = {VALUES(3, -1), VALUES(4, 2)},
     .out = VALUES(1.4142114410561104)},
    {.working = "of the key alone: (3*4 - 1*2) / sqrt(10.00001)",
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
