/* SPDX-License-Identifier: MIT
 * The activation functions phi: formula and derivative in double, and the same on vectors.
 *
 *   identity x            relu max(x, 0)        relu2 max(x, 0)^2 (Primer, arXiv 2109.08668)
 *   leaky_relu max(x, x/100)                    tanh
 *   gelu x Phi(x), Phi the normal distribution function, by erf and not the tanh approximation
 *   (arXiv 1606.08415)                          silu x / (1 + e^-x)
 *
 * phi(NaN) is NaN for each of them: comparisons stand so that it passes through, since a network
 * that has diverged must not look healthy again behind a ReLU. At a kink the derivative is the left
 * one, 0 for relu, as in PyTorch. */
#include "slots.h"
#include "vmath.h"

#include <math.h>

static const double LEAK = 0.01, SQRT_HALF = 0.70710678118654752440,
                    INV_SQRT_2PI = 0.39894228040143267794;

/* ---- formulas and derivatives ---- */

static double logistic(double x) { return 1 / (1 + exp(-x)); }
/* Phi(x) by erfc, which keeps its digits where Phi is small. */
static double normal_cdf(double x) { return 0.5 * erfc(-x * SQRT_HALF); }

static double identity(double x) { return x; }
static double relu(double x) { return x < 0 ? 0 : x; }
static double gelu(double x) { return x * normal_cdf(x); }
static double silu(double x) { return x * logistic(x); }
static double relu2(double x) { return relu(x) * relu(x); }
static double leaky_relu(double x) { return x < 0 ? LEAK * x : x; }

static double identity_slope(double x) { return (void)x, 1; }
static double relu_slope(double x) { return x > 0; }
static double gelu_slope(double x) { return normal_cdf(x) + x * INV_SQRT_2PI * exp(-x * x / 2); }
static double silu_slope(double x)
{
    double s = logistic(x);
    return s * (1 + x * (1 - s));
}
static double tanh_slope(double x) { return 1 - tanh(x) * tanh(x); }
static double relu2_slope(double x) { return 2 * relu(x); }
static double leaky_relu_slope(double x) { return x > 0 ? 1 : LEAK; }

/* ---- vectors ---- */

static inline vec vrelu(vec x) { return vmax(vset(0), x); }
/* Below -9 |gelu| < 2e-18, and what is left of 1 + erf is a rounding error that x multiplies. */
static inline vec vgelu(vec x)
{
    vec phi = (real)0.5 + (real)0.5 * verf(x * (real)SQRT_HALF);
    return vselect(x < -9, vset(0), x * phi);
}
static inline vec vsilu(vec x) { return x * vlogistic(x); }
static inline vec vrelu2(vec x) { return vrelu(x) * vrelu(x); }
static inline vec vleaky_relu(vec x) { return vmax(x * (real)LEAK, x); }

/* Whole vectors, then the rest in one padded vector, so that an element's bits do not depend on
 * where it stands. Inlined into each caller with its f. */
static inline __attribute__((always_inline)) void each(vec (*f)(vec), real *x, size_t count)
{
    size_t i = 0;
    for (; i + VLEN <= count; i += VLEN) vstore(x + i, f(vload(x + i)));
    if (i == count) return;
    real rest[VLEN] = {0};
    memcpy(rest, x + i, (count - i) * sizeof *x);
    vstore(rest, f(vload(rest)));
    memcpy(x + i, rest, (count - i) * sizeof *x);
}

static void each_identity(real *x, size_t count) { (void)x, (void)count; }
static void each_relu(real *x, size_t count) { each(vrelu, x, count); }
static void each_gelu(real *x, size_t count) { each(vgelu, x, count); }
static void each_silu(real *x, size_t count) { each(vsilu, x, count); }
static void each_tanh(real *x, size_t count) { each(vtanh, x, count); }
static void each_relu2(real *x, size_t count) { each(vrelu2, x, count); }
static void each_leaky_relu(real *x, size_t count) { each(vleaky_relu, x, count); }

/* ---- derivatives on vectors ---- */

static inline vec vrelu_slope(vec x) { return vselect(x > 0, vset(1), vset(0)); }
/* Phi(x) + x Phi'(x), which is 0 below -9 and 1 above 9. */
static inline vec vgelu_slope(vec x)
{
    x = vclamp(x, -9, 9);
    vec cdf = (real)0.5 + (real)0.5 * verf(x * (real)SQRT_HALF);
    vec slope = cdf + x * (real)INV_SQRT_2PI * vexp(x * x * (real)-0.5);
    return vselect(x <= -9, vset(0), slope);
}
static inline vec vsilu_slope(vec x)
{
    vec s = vlogistic(x);
    return s * (1 + x * (1 - s));
}
/* 1 - tanh^2 = 4 s (1 - s) with s the logistic of 2 x. */
static inline vec vtanh_slope(vec x) { return 4 * vlogistic_slope(2 * x); }
static inline vec vrelu2_slope(vec x) { return 2 * vrelu(x); }
static inline vec vleaky_relu_slope(vec x) { return vselect(x > 0, vset(1), vset((real)LEAK)); }

/* g *= f(x), as each() does it. */
static inline __attribute__((always_inline)) void times_each(vec (*f)(vec), const real *x, real *g,
                                                             size_t count)
{
    size_t i = 0;
    for (; i + VLEN <= count; i += VLEN) vstore(g + i, vload(g + i) * f(vload(x + i)));
    real rest[VLEN] = {0};
    memcpy(rest, x + i, (count - i) * sizeof *x);
    vstore(rest, f(vload(rest)));
    for (size_t r = 0; i < count; i++, r++) g[i] *= rest[r];
}

static void times_identity(const real *x, real *g, size_t n) { (void)x, (void)g, (void)n; }
static void times_relu(const real *x, real *g, size_t n) { times_each(vrelu_slope, x, g, n); }
static void times_gelu(const real *x, real *g, size_t n) { times_each(vgelu_slope, x, g, n); }
static void times_silu(const real *x, real *g, size_t n) { times_each(vsilu_slope, x, g, n); }
static void times_tanh(const real *x, real *g, size_t n) { times_each(vtanh_slope, x, g, n); }
static void times_relu2(const real *x, real *g, size_t n) { times_each(vrelu2_slope, x, g, n); }
static void times_leaky_relu(const real *x, real *g, size_t n)
{
    times_each(vleaky_relu_slope, x, g, n);
}

/* ---- the table ---- */

static const struct {
    double (*value)(double), (*slope)(double);
    void (*each)(real *x, size_t count);
    void (*times)(const real *x, real *g, size_t count);
} table[ACTIVATIONS] = {
    [ACT_IDENTITY] = {identity, identity_slope, each_identity, times_identity},
    [ACT_RELU] = {relu, relu_slope, each_relu, times_relu},
    [ACT_GELU] = {gelu, gelu_slope, each_gelu, times_gelu},
    [ACT_SILU] = {silu, silu_slope, each_silu, times_silu},
    [ACT_TANH] = {tanh, tanh_slope, each_tanh, times_tanh},
    [ACT_RELU2] = {relu2, relu2_slope, each_relu2, times_relu2},
    [ACT_LEAKY_RELU] = {leaky_relu, leaky_relu_slope, each_leaky_relu, times_leaky_relu},
};

double N(activation_formula)(enum activation a, double x) { return table[a].value(x); }
double N(activation_derivative)(enum activation a, double x) { return table[a].slope(x); }
void N(activate)(enum activation a, real *x, size_t count) { table[a].each(x, count); }
void N(activate_backward)(enum activation a, const real *x, real *g, size_t count)
{
    table[a].times(x, g, count);
}
