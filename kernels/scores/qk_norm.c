/* SPDX-License-Identifier: MIT
 * Implements QK-norm: tensors, formula with derivative, and fast passes. */
#include "qk_norm.h"

#include "product.h"

#include <math.h>

const char *const N(qk_norm_names)[] = {"none", "l2", "rms", "rms_plain", "rms_k", NULL};
const char *const N(qk_norm_said)[] = {"without QK-norm",      "QK-norm (l2)",
                                       "QK-norm (RMS)",        "QK-norm (RMS, no gains)",
                                       "norm of K only (RMS)", NULL};

enum { GAIN_Q = 0, GAIN_K = 1 }; /* tensors of QK_RMS */

/* Lower bound of ||x||. It maps x = 0 to 0 and limits the derivative to 1e6. The source's code uses
 * PyTorch's 1e-12 (F.normalize), but in float ||x|| has an error of at least 1e-7. */
static const double LEAST_LENGTH = 1e-6;

/* Returns true if RMSNorm is applied to queries or keys (side). */
static bool is_rms(enum qk_norm norm, enum qk_side side)
{
    return norm == QK_RMS || norm == QK_RMS_PLAIN || (norm == QK_RMS_K && side == QK_KEY);
}

int N(qk_norm_tensors)(enum qk_norm norm, const struct dims *dims, struct tensor *out)
{
    switch (norm) {
    case QK_L2:
        out[QK_TEMPERATURE] =
            (struct tensor){"temperature", 1, {dims->heads, 1, 1}, INIT_ONE, 0, false};
        return 1;
    case QK_RMS:
        out[GAIN_Q] = (struct tensor){"gain_q", 1, {dims->d_head, 1, 1}, INIT_ONE, 0, false};
        out[GAIN_K] = (struct tensor){"gain_k", 1, {dims->d_head, 1, 1}, INIT_ONE, 0, false};
        return 2;
    default:
        return 0;
    }
}

/* Returns the declared FLOPs. Each number costs a square, a sum, and a product with the factor and
 * with the gain. Each token costs a root and a division. */
double N(qk_norm_flop)(enum qk_norm norm, enum qk_side side, double d)
{
    if (norm == QK_L2 || norm == QK_RMS) return 4 * d + 2;
    return is_rms(norm, side) ? 3 * d + 2 : 0;
}

/* ---- formula ---- */

static void l2_norm(const double *x, int d, double *y)
{
    double length = fmax(sqrt(inner_product(x, x, d)), LEAST_LENGTH);
    for (int i = 0; i < d; i++) y[i] = x[i] / length;
}
/* Accumulates the derivative of the l2 norm: dx += (dy - y (y . dy)) / ||x||. */
static void l2_norm_derivative(const double *x, const double *y, int d, const double *dy,
                               double *dx)
{
    double length = sqrt(inner_product(x, x, d));
    double along = length < LEAST_LENGTH ? 0 : inner_product(y, dy, d);
    for (int i = 0; i < d; i++) dx[i] += (dy[i] - along * y[i]) / fmax(length, LEAST_LENGTH);
}

/* Returns the gains of queries or keys (side); NULL without gains. */
static const double *gain_of(enum qk_norm norm, enum qk_side side, const double *const *w)
{
    return norm == QK_RMS ? w[side == QK_KEY ? GAIN_K : GAIN_Q] : NULL;
}

void N(qk_norm_formula)(enum qk_norm norm, enum qk_side side, const double *const *w, int d,
                        const double *x, double *y)
{
    if (norm == QK_L2)
        l2_norm(x, d, y);
    else if (is_rms(norm, side))
        N(rms_norm_formula)(x, d, gain_of(norm, side, w), y);
    else
        memcpy(y, x, (size_t)d * sizeof *y);
}

void N(qk_norm_derivative)(enum qk_norm norm, enum qk_side side, const double *const *w, int d,
                           const double *x, const double *y, const double *dy, double *dx,
                           double *const *dw)
{
    double *dgain = norm == QK_RMS && dw ? dw[side == QK_KEY ? GAIN_K : GAIN_Q] : NULL;
    if (norm == QK_L2)
        l2_norm_derivative(x, y, d, dy, dx);
    else if (is_rms(norm, side))
        N(rms_norm_derivative)(x, d, gain_of(norm, side, w), dy, dx, dgain);
    else
        for (int i = 0; i < d; i++) dx[i] += dy[i];
}

/* ---- fast ---- */

/* Returns the factor that normalises a token, given the token's sum of squares. */
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
    if (norm == QK_L2) by *= run->w[QK_TEMPERATURE][run->head];
    for (int i = 0; i < d; i++) f[i] *= norm == QK_RMS ? by * run->w[GAIN_Q][i] : by;
}
void N(qk_norm_queries)(const struct score_run *run, enum qk_norm norm, int rows, real *fq)
{
    if (norm != QK_L2 && !is_rms(norm, QK_QUERY)) return;
    for (int r = 0; r < rows; r++, fq += run->dims->d_head) norm_query(run, norm, fq);
}

void N(qk_norm_keys)(const struct score_run *run, enum qk_norm norm, real *fk)
{
    if (norm == QK_NONE) return;
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

/* ---- backward ---- */

/* Accumulates the gradient of y = temperature * u, u = x / ||x||: dx += temperature * (dy - u (dy .
 * u)) / ||x||. */
static void l2_backward(int d, real temperature, const real *x, const real *dy, real *dx,
                        real *dtemperature)
{
    const real least = (real)(LEAST_LENGTH * LEAST_LENGTH);
    real squares = 0, along = 0;
    for (int i = 0; i < d; i++) squares += x[i] * x[i];
    real by = factor(QK_L2, d, squares);
    for (int i = 0; i < d; i++) along += dy[i] * x[i] * by;
    if (dtemperature) *dtemperature += along;
    if (squares < least)
        along = 0; /* If ||x|| is below its lower bound, the divisor is constant. */
    for (int i = 0; i < d; i++) dx[i] += temperature * by * (dy[i] - x[i] * by * along);
}
static void rms_backward(int d, const real *gain, const real *x, real *dy, real *dx, real *dgain)
{
    N(rms_norm_backward)(x, 1, d, gain, dy, dgain);
    for (int i = 0; i < d; i++) dx[i] += dy[i];
}

void N(qk_norm_queries_backward)(const struct score_run *run, enum qk_norm norm, const real *q,
                                 int ld, int rows, const real *dfq, real *dq, int ldd,
                                 real *const *dw, real *scratch)
{
    size_t d = (size_t)run->dims->d_head, h = (size_t)run->head;
    bool gained = norm == QK_RMS;
    for (size_t r = 0; r < (size_t)rows; r++, q += ld, dfq += d, dq += ldd) {
        if (norm == QK_L2)
            l2_backward((int)d, run->w[QK_TEMPERATURE][h], q, dfq, dq, dw[QK_TEMPERATURE] + h);
        else if (!is_rms(norm, QK_QUERY))
            for (size_t i = 0; i < d; i++) dq[i] += dfq[i];
        else {
            memcpy(scratch, dfq, d * sizeof *scratch);
            rms_backward((int)d, gained ? run->w[GAIN_Q] : NULL, q, scratch, dq,
                         gained ? dw[GAIN_Q] : NULL);
        }
    }
}

void N(qk_norm_keys_backward)(const struct score_run *run, enum qk_norm norm, const real *k, int ld,
                              int cols, real *dnk, real *dk, int ldd, real *const *dw)
{
    int d = run->dims->d_head;
    bool gained = norm == QK_RMS;
    for (int j = 0; j < cols; j++, k += ld, dnk += d, dk += ldd)
        if (norm == QK_L2)
            l2_backward(d, 1, k, dnk, dk, NULL);
        else
            rms_backward(d, gained ? run->w[GAIN_K] : NULL, k, dnk, dk, gained ? dw[GAIN_K] : NULL);
}
