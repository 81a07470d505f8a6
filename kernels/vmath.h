/* SPDX-License-Identifier: MIT
 * Computes elementary functions of each lane of a `vec`: 2^x, e^x, tanh, logistic and its
 * derivative, erf, and sine and cosine of turns.
 *
 * One source serves every instruction set: plain operators, no branches, no tables. In float, each
 * function is a polynomial or a rational function. The stated errors are the largest observed
 * differences from double-precision libm, in units in the last place (ulp). tests/unit/test_vmath.c
 * checks them. The double build calls libm in a loop.
 *
 * NaN stays NaN, and infinities map to their limits. Denormal results may become 0. */
#ifndef ATTNLAB_VMATH_H
#define ATTNLAB_VMATH_H

#include "build.h"

#include <math.h>

/* Clamps x to lo..hi. NaN stays NaN. */
static inline vec vclamp(vec x, real lo, real hi) { return vmax(vset(lo), vmin(vset(hi), x)); }

#ifdef BUILD_DOUBLE

static inline vec vlanes(double (*f)(double), vec x)
{
    for (int i = 0; i < VLEN; i++) x[i] = f(x[i]);
    return x;
}
static inline vec vexp2(vec x) { return vlanes(exp2, x); }
static inline vec vexp2_nonpositive(vec x) { return vlanes(exp2, x); }
static inline vec vexp(vec x) { return vlanes(exp, x); }
static inline vec vtanh(vec x) { return vlanes(tanh, x); }
static inline vec vlogistic(vec x) { return 1 / (1 + vlanes(exp, -x)); }
static inline vec verf(vec x) { return vlanes(erf, x); }
static inline vec vsin_quarter(vec r) { return vlanes(sin, 6.283185307179586 * r); }
static const double WHOLE_TURNS = 0x1.8p52, MOST_TURNS = 0x1p51;

#else

/* Returns the polynomial c[count-1] x^(count-1) + ... + c[0], computed by Horner's rule. */
static inline vec vpolynomial(const float *c, int count, vec x)
{
    vec p = vset(c[count - 1]);
    for (int i = count - 2; i >= 0; i--) p = p * x + c[i];
    return p;
}

/* For |y| < 2^21, the lowest bits of y + EXP2_ROUND are round(y) + 126. Shifted into the exponent
 * field, these bits give 2^(round(y) - 1). */
static const float EXP2_ROUND = 12582912.0f + 126; /* 1.5 * 2^23 + 126 */

/* Returns 2^(round(y) + r) for |r| <= 1/2, with `rounded` = y + EXP2_ROUND. */
static inline vec vexp2_parts(vec rounded, vec r)
{
    /* coefficients of 2 * 2^r, interpolated at Chebyshev nodes; relative error 1.9e-9 */
    static const float c[] = {2.0f,          1.3862944134f,  0.4804530184f,  0.11100654454f,
                              0.0192361134f, 0.00268008564f, 0.000309228894f};
    return vpolynomial(c, 7, r) * (vec)((uivec)rounded << 23);
}
/* Returns 2^x with an error of 1.5 ulp, or 0 for x below -125.5. */
static inline vec vexp2(vec x)
{
    x = vclamp(x, -126, 129);
    vec rounded = x + EXP2_ROUND;
    return vexp2_parts(rounded, x - (rounded - EXP2_ROUND));
}
/* Returns 2^x for x <= 0, with the same error as vexp2. */
static inline vec vexp2_nonpositive(vec x)
{
    x = vmax(vset(-126), x);
    vec rounded = x + EXP2_ROUND;
    return vexp2_parts(rounded, x - (rounded - EXP2_ROUND));
}
/* Returns e^x with an error of 2 ulp, or 0 for x below -86.98. */
static inline vec vexp(vec x)
{
    const float log2e = 1.44269504f, ln2_high = 0.693359375f, ln2_low = -2.12194440e-4f;
    x = vclamp(x, -126 / log2e, 129 / log2e);
    vec rounded = x * log2e + EXP2_ROUND, n = rounded - EXP2_ROUND;
    vec r = x - n * ln2_high -
            n * ln2_low; /* n * ln2_high is exact, because its factors have at most 8 and 10 bits */
    return vexp2_parts(rounded, r * log2e);
}
/* Returns the logistic function 1 / (1 + e^-x) with an error of 3 ulp. */
static inline vec vlogistic(vec x) { return 1 / (1 + vexp(-x)); }

/* Returns the rational approximation x * P(x^2) / Q(x^2). The coefficients minimise the maximum
 * relative error (fitted by iterated weighted least squares, Lawson). */
static inline vec vodd_rational(vec x, const float *p, int np, const float *q, int nq)
{
    vec x2 = x * x;
    return x * (vpolynomial(p, np, x2) / vpolynomial(q, nq, x2));
}
/* Returns tanh x with an error of 6 ulp, largest near +-1. The result may exceed 1 by 4 ulp. */
static inline vec vtanh(vec x)
{
    static const float p[] = {0.9999999789f, 0.1337970485f, 0.00349401944f, 2.058324866e-05f,
                              1.331877908e-08f};
    static const float q[] = {1.0f, 0.4671302006f, 0.02587101458f, 0.0003283068821f,
                              7.761893393e-07f};
    return vodd_rational(vclamp(x, -9.02f, 9.02f), p, 5, q, 5);
}
/* Returns erf x with an error of 7 ulp, largest near +-1. The result may exceed 1 by 6 ulp. */
static inline vec verf(vec x)
{
    static const float p[] = {1.128379145f,    0.1907875026f,    0.05279077555f,
                              0.003779764956f, 0.0002848117573f, 2.041939361e-06f};
    static const float q[] = {1.0f,           0.5024137405f,  0.114259043f,
                              0.01499775314f, 0.00116524963f, 3.800391177e-05f};
    return vodd_rational(vclamp(x, -3.93f, 3.93f), p, 6, q, 6);
}
/* Returns sin(2 pi r) for |r| <= 1/4 with an error of 4 ulp, as r times a polynomial in r^2. */
static inline vec vsin_quarter(vec r)
{
    static const float c[] = {6.283185482f,  -41.34170151f, 81.60522461f,
                              -76.70417023f, 42.00779724f,  -14.38139057f};
    return r * vpolynomial(c, 6, r * r);
}
/* Adding and subtracting WHOLE_TURNS rounds t to an integer if |t| < MOST_TURNS. */
static const float WHOLE_TURNS = 0x1.8p23f, MOST_TURNS = 0x1p22f;

#endif

/* Returns t minus its nearest integer, exactly. Returns 0 if |t| >= MOST_TURNS, where floats are
 * multiples of 1/2. */
static inline vec vturn(vec t)
{
    vec r = t - ((t + WHOLE_TURNS) - WHOLE_TURNS);
    return vselect(vmax(t, -t) < MOST_TURNS, r, t - t);
}
/* Return sin(2 pi t) and cos(2 pi t) with an error of 4 ulp in float. The results are 0 and 1 if
 * |t| >= MOST_TURNS. */
static inline vec vsin_turns(vec t)
{
    vec r = vturn(t), half = vselect(r < 0, vset(-0.5f), vset(0.5f));
    return vsin_quarter(vselect(vmax(r, -r) > (real)0.25, half - r, r));
}
static inline vec vcos_turns(vec t)
{
    vec r = vturn(t);
    return vsin_quarter((real)0.25 - vmax(r, -r));
}

/* Returns the derivative s (1 - s) of the logistic function with an error of 6 ulp in float, even
 * where s is near 1. */
static inline vec vlogistic_slope(vec x)
{
    vec e = vexp(-vmax(-x, x)), s = 1 / (1 + e);
    return e * s * s;
}

#endif
