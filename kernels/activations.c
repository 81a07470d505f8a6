/* SPDX-License-Identifier: MIT
 * Implements the activation functions phi: double-precision formulas and derivatives, and vector
 * versions.
 *
 *     identity: x;
 *     relu: max(x, 0);
 *     relu2: max(x, 0)^2 (Primer, arXiv 2109.08668);
 *     leaky_relu: max(x, x/100);
 *     tanh: tanh(x);
 *     gelu: x * Phi(x), with the exact normal distribution function Phi (arXiv 1606.08415);
 *     silu: x / (1 + e^-x);
 *     mish: x * tanh(log(1 + e^x)) (arXiv 1908.08681).
 *
 * Every activation maps NaN to NaN, so a ReLU does not hide divergence. At a kink, phi' is the left
 * derivative (0 for relu), as in PyTorch. */
#include "slots.h"
#include "vmath.h"

#include <math.h>

static const double LEAK = 0.01, SQRT_HALF = 0.70710678118654752440,
                    INV_SQRT_2PI = 0.39894228040143267794;

/* ---- formulas and derivatives ---- */

static double logistic(double x) { return 1 / (1 + exp(-x)); }
/* Computes the normal distribution function Phi(x) with erfc, which is accurate even if Phi is
 * small. */
static double normal_cdf(double x) { return 0.5 * erfc(-x * SQRT_HALF); }

static double identity(double x) { return x; }
static double relu(double x) { return x < 0 ? 0 : x; }
static double gelu(double x) { return x * normal_cdf(x); }
static double silu(double x) { return x * logistic(x); }
static double relu2(double x) { return relu(x) * relu(x); }
static double leaky_relu(double x) { return x < 0 ? LEAK * x : x; }
static double mish(double x) { return x * tanh(log1p(exp(x))); }

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
static double mish_slope(double x)
{
    double softplus = log1p(exp(x)), c = cosh(softplus); /* The derivative of tanh is 1 / cosh^2. */
    return tanh(softplus) + x * logistic(x) / (c * c);
}

/* ---- vectors ---- */

/* Value and derivative of an activation at the same x. They are computed together, because they
 * share expensive terms. After inlining, the compiler drops an unused result. */
struct both {
    vec value, slope;
};

static inline struct both vrelu(vec x)
{
    return (struct both){vmax(vset(0), x), vselect(x > 0, vset(1), vset(0))};
}
/* Computes gelu(x) = x * Phi(x) and its derivative Phi(x) + x * Phi'(x). For x below -9, both are
 * set to 0; they would contain only rounding errors. */
static inline struct both vgelu(vec x)
{
    vec phi = (real)0.5 + (real)0.5 * verf(x * (real)SQRT_HALF), near = vclamp(x, -9, 9);
    vec slope = phi + near * (real)INV_SQRT_2PI * vexp(near * near * (real)-0.5);
    return (struct both){vselect(x < -9, vset(0), x * phi), vselect(x <= -9, vset(0), slope)};
}
static inline struct both vsilu(vec x)
{
    vec s = vlogistic(x);
    return (struct both){x * s, s * (1 + x * (1 - s))};
}
/* Computes tanh(x) and its derivative. The derivative is 4 * s * (1 - s) with s = logistic(2 * x),
 * because 1 - tanh(x)^2 loses digits where tanh(x) is near +-1. */
static inline struct both vtanh_both(vec x)
{
    return (struct both){vtanh(x), 4 * vlogistic_slope(2 * x)};
}
static inline struct both vrelu2(vec x)
{
    vec positive = vmax(vset(0), x);
    return (struct both){positive * positive, 2 * positive};
}
static inline struct both vleaky_relu(vec x)
{
    return (struct both){vmax(x * (real)LEAK, x), vselect(x > 0, vset(1), vset((real)LEAK))};
}
/* Computes mish(x) = x * p / q with p = e * (e + 2), q = p + 2 and e = e^x. The derivative of p / q
 * is 4 * e * (1 + e) / q^2. For positive x, p and q are divided by e^2 to avoid overflow. */
static inline struct both vmish(vec x)
{
    vec e = vexp(-vmax(-x, x)), one = vset(1);
    ivec above = x > 0;
    vec p = vselect(above, 1 + 2 * e, e * (e + 2));
    vec over = 1 / (p + 2 * vselect(above, e * e, one));
    vec bend = 4 * e * (1 + e) * vselect(above, e, one) * over * over;
    return (struct both){x * (p * over), p * over + x * bend};
}

/* Applies an activation f to one vector x. If `value` is true, x becomes f(x). If `fresh` is true,
 * g becomes f'(x); otherwise, g is multiplied by f'(x). g may be NULL. */
static inline __attribute__((always_inline)) void block(struct both (*f)(vec), bool value,
                                                        bool fresh, real *x, real *g)
{
    struct both y = f(vload(x));
    if (value) vstore(x, y.value);
    if (g && !fresh) y.slope *= vload(g);
    if (g) vstore(g, y.slope);
}
static inline __attribute__((always_inline)) void each(struct both (*f)(vec), bool value,
                                                       bool fresh, real *x, real *g, size_t count)
{
    size_t i = 0;
    for (; i + VLEN <= count; i += VLEN) block(f, value, fresh, x + i, g ? g + i : NULL);
    if (i == count) return;
    real rest[VLEN] = {0}, rest_g[VLEN] = {0};
    size_t bytes = (count - i) * sizeof *x;
    memcpy(rest, x + i, bytes);
    if (g) memcpy(rest_g, g + i, bytes);
    block(f, value, fresh, rest, g ? rest_g : NULL);
    if (value) memcpy(x + i, rest, bytes);
    if (g) memcpy(g + i, rest_g, bytes);
}

/* Defines three functions per activation: replace x by f(x), multiply g by f'(x), and do both in
 * one pass. */
#define FORMS(name, f)                                                                             \
    static void value_##name(real *x, size_t n) { each(f, true, false, x, NULL, n); }              \
    static void times_##name(const real *x, real *g, size_t n)                                     \
    {                                                                                              \
        each(f, false, false, (real *)x, g, n);                                                    \
    }                                                                                              \
    static void both_##name(real *x, real *slope, size_t n) { each(f, true, true, x, slope, n); }
FORMS(relu, vrelu)
FORMS(gelu, vgelu)
FORMS(silu, vsilu)
FORMS(tanh, vtanh_both)
FORMS(relu2, vrelu2)
FORMS(leaky_relu, vleaky_relu)
FORMS(mish, vmish)

static void value_identity(real *x, size_t n) { (void)x, (void)n; }
static void times_identity(const real *x, real *g, size_t n) { (void)x, (void)g, (void)n; }
static void both_identity(real *x, real *slope, size_t n)
{
    (void)x;
    for (size_t i = 0; i < n; i++) slope[i] = 1;
}

/* ---- the table ---- */

static const struct {
    double (*formula)(double), (*derivative)(double);
    void (*value)(real *x, size_t count);
    void (*times)(const real *x, real *g, size_t count);
    void (*both)(real *x, real *slope, size_t count);
} table[ACTIVATIONS] = {
#define ENTRY(name)                                                                                \
    {                                                                                              \
        name, name##_slope, value_##name, times_##name, both_##name                                \
    }
    [ACT_IDENTITY] = ENTRY(identity),
    [ACT_RELU] = ENTRY(relu),
    [ACT_GELU] = ENTRY(gelu),
    [ACT_SILU] = ENTRY(silu),
    [ACT_TANH] = ENTRY(tanh),
    [ACT_RELU2] = ENTRY(relu2),
    [ACT_LEAKY_RELU] = ENTRY(leaky_relu),
    [ACT_MISH] = ENTRY(mish),
};

double N(activation_formula)(enum activation a, double x) { return table[a].formula(x); }
double N(activation_derivative)(enum activation a, double x) { return table[a].derivative(x); }
void N(activate)(enum activation a, real *x, size_t count) { table[a].value(x, count); }
void N(activate_backward)(enum activation a, const real *x, real *g, size_t count)
{
    table[a].times(x, g, count);
}
void N(activate_both)(enum activation a, real *x, real *slope, size_t count)
{
    table[a].both(x, slope, count);
}
