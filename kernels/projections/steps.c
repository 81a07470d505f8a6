/* SPDX-License-Identifier: MIT
 * Implements the functions of each kind of chain step, and a table of all kinds. w and dw point to
 * the step's own tensors. */
#include "chain.h"
#include "../bf16.h"

#include <math.h>
#include <string.h>

static struct tensor tensor(const char *stem, const struct step *s, enum init init, double std)
{
    struct tensor t = {.rank = 1, .dim = {s->d_out, 1, 1}, .init = init, .std = std};
    /* printf() would be too slow: large plans build these names for each cell. */
    strncat(t.name, stem, sizeof t.name - 1);
    strncat(t.name, s->suffix, sizeof t.name - 1 - strlen(t.name));
    return t;
}

/* ---- affine: y = x W + b ---- */

static int affine_tensors(const struct step *s, struct tensor *out)
{
    if (!out) return 1 + s->bias;
    out[0] = tensor("w", s, INIT_NORMAL, 1 / sqrt(s->d_in));
    out[0].matrix = true, out[0].rank = 2, out[0].dim[0] = s->d_in, out[0].dim[1] = s->d_out;
    if (s->bias) out[1] = tensor("b", s, INIT_ZERO, 1 / sqrt(s->d_in));
    return 1 + s->bias;
}

static double affine_flop(const struct step *s)
{
    return 2.0 * s->d_in * s->d_out + (s->bias ? s->d_out : 0);
}

static double operand(const struct step *s, double x)
{
    return round_operand(s->precision == PRECISION_BF16, x);
}

static void affine_row(const struct step *s, const double *const *w, const double *x, double *y)
{
    for (int j = 0; j < s->d_out; j++) {
        double sum = s->bias ? w[1][j] : 0;
        for (int i = 0; i < s->d_in; i++)
            sum += operand(s, x[i]) * operand(s, w[0][(size_t)i * s->d_out + j]);
        y[j] = sum;
    }
}

static void affine_derivative(const struct step *s, const double *const *w, const double *x,
                              const double *dy, double *dx, double *const *dw)
{
    for (int i = 0; i < s->d_in; i++)
        for (int j = 0; j < s->d_out; j++) {
            double g = operand(s, dy[j]);
            dx[i] += operand(s, w[0][(size_t)i * s->d_out + j]) * g;
            dw[0][(size_t)i * s->d_out + j] += operand(s, x[i]) * g;
        }
    for (int j = 0; s->bias && j < s->d_out; j++) dw[1][j] += dy[j];
}

static void affine_finish(const struct step *s, const real *const *w, int rows, real *y)
{
    for (int r = 0; s->bias && r < rows; r++)
        for (int j = 0; j < s->d_out; j++) y[(size_t)r * s->d_out + j] += w[1][j];
}

/* ---- activation: y = phi(x) ---- */

static int no_tensors(const struct step *s, struct tensor *out)
{
    (void)s, (void)out;
    return 0;
}

static double activation_flop(const struct step *s) { return ACTIVATION_FLOP * s->d_out; }

static void activation_row(const struct step *s, const double *const *w, const double *x, double *y)
{
    (void)w;
    for (int i = 0; i < s->d_out; i++) y[i] = N(activation_formula)(s->act, x[i]);
}

static void activation_derivative(const struct step *s, const double *const *w, const double *x,
                                  const double *dy, double *dx, double *const *dw)
{
    (void)w, (void)dw;
    for (int i = 0; i < s->d_out; i++) dx[i] += dy[i] * N(activation_derivative)(s->act, x[i]);
}

static void activation_finish(const struct step *s, const real *const *w, int rows, real *y)
{
    (void)w;
    N(activate)(s->act, y, (size_t)rows * s->d_out);
}

static void activation_backward(const struct step *s, const real *const *w, int rows, const real *x,
                                real *g, real *const *dw)
{
    (void)w, (void)dw;
    N(activate_backward)(s->act, x, g, (size_t)rows * s->d_out);
}

/* ---- LayerNorm, with or without a bias ("shift") ---- */

static int layer_norm_tensors(const struct step *s, struct tensor *out)
{
    if (!out) return 1 + s->bias;
    out[0] = tensor("gain", s, INIT_ONE, 0);
    if (s->bias) out[1] = tensor("shift", s, INIT_ZERO, 0);
    return 1 + s->bias;
}

static double layer_norm_flop(const struct step *s)
{
    return (double)(LAYER_NORM_FLOP - !s->bias) * s->d_out;
}

static void layer_norm_row(const struct step *s, const double *const *w, const double *x, double *y)
{
    N(layer_norm_formula)(x, s->d_out, w[0], s->bias ? w[1] : NULL, y);
}

static void layer_norm_derivative(const struct step *s, const double *const *w, const double *x,
                                  const double *dy, double *dx, double *const *dw)
{
    N(layer_norm_derivative)(x, s->d_out, w[0], dy, dx, dw[0], s->bias ? dw[1] : NULL);
}

static void layer_norm_finish(const struct step *s, const real *const *w, int rows, real *y)
{
    N(layer_norm)(y, rows, s->d_out, w[0], s->bias ? w[1] : NULL, y);
}

static void layer_norm_backward(const struct step *s, const real *const *w, int rows, const real *x,
                                real *g, real *const *dw)
{
    N(layer_norm_backward)(x, rows, s->d_out, w[0], g, dw[0], s->bias ? dw[1] : NULL);
}

/* ---- RMSNorm, per head ---- */

static int rms_norm_tensors(const struct step *s, struct tensor *out)
{
    if (out) out[0] = tensor("gain", s, INIT_ONE, 0);
    return 1;
}

static double rms_norm_flop(const struct step *s) { return (double)RMS_NORM_FLOP * s->d_out; }

static void rms_norm_row(const struct step *s, const double *const *w, const double *x, double *y)
{
    for (int h = 0, at = 0, d = s->d_out / s->heads; h < s->heads; h++, at += d)
        N(rms_norm_formula)(x + at, d, w[0] + at, y + at);
}

static void rms_norm_derivative(const struct step *s, const double *const *w, const double *x,
                                const double *dy, double *dx, double *const *dw)
{
    for (int h = 0, at = 0, d = s->d_out / s->heads; h < s->heads; h++, at += d)
        N(rms_norm_derivative)(x + at, d, w[0] + at, dy + at, dx + at, dw[0] + at);
}

static void rms_norm_finish(const struct step *s, const real *const *w, int rows, real *y)
{
    int d = s->d_out / s->heads;
    for (size_t part = 0; part < (size_t)rows * s->heads; part++, y += d)
        N(rms_norm)(y, 1, d, w[0] + part % s->heads * d, y);
}

static void rms_norm_backward(const struct step *s, const real *const *w, int rows, const real *x,
                              real *g, real *const *dw)
{
    int d = s->d_out / s->heads;
    for (size_t part = 0; part < (size_t)rows * s->heads; part++, x += d, g += d) {
        size_t at = part % s->heads * d;
        N(rms_norm_backward)(x, 1, d, w[0] + at, g, dw[0] + at);
    }
}

const struct step_ops N(step_ops)[STEP_KINDS] = {
    [STEP_AFFINE] = {affine_tensors, affine_flop, affine_row, affine_derivative, affine_finish,
                     NULL},
    [STEP_ACTIVATION] = {no_tensors, activation_flop, activation_row, activation_derivative,
                         activation_finish, activation_backward},
    [STEP_LAYER_NORM] = {layer_norm_tensors, layer_norm_flop, layer_norm_row, layer_norm_derivative,
                         layer_norm_finish, layer_norm_backward},
    [STEP_RMS_NORM] = {rms_norm_tensors, rms_norm_flop, rms_norm_row, rms_norm_derivative,
                       rms_norm_finish, rms_norm_backward},
};
