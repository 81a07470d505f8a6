/* SPDX-License-Identifier: MIT
 * Computes LayerNorm (arXiv 1607.06450) and RMSNorm (arXiv 1910.07467) of feature rows.
 *
 * The fast LayerNorm uses the corrected two-pass algorithm (Chan, Golub and LeVeque 1983). The
 * second pass sums d = x - m and d^2. The sum of d corrects mean and variance for the rounding
 * error of m. Sums run in a fixed order. */
#include "slots.h"

#include <math.h>

static const double EPS = 1e-5; /* EPS = 10^NORM_EPS_EXPONENT */

/* ---- formulas ---- */

static void mean_and_inverse_deviation(const double *x, int d, double *mean, double *inverse)
{
    double sum = 0, squares = 0;
    for (int i = 0; i < d; i++) sum += x[i];
    *mean = sum / d;
    for (int i = 0; i < d; i++) squares += (x[i] - *mean) * (x[i] - *mean);
    *inverse = 1 / sqrt(squares / d + EPS);
}

static double inverse_root_mean_square(const double *x, int d)
{
    double squares = 0;
    for (int i = 0; i < d; i++) squares += x[i] * x[i];
    return 1 / sqrt(squares / d + EPS);
}

void N(layer_norm_formula)(const double *x, int d, const double *gain, const double *bias,
                           double *y)
{
    double mean, inverse;
    mean_and_inverse_deviation(x, d, &mean, &inverse);
    for (int i = 0; i < d; i++)
        y[i] = (gain ? gain[i] : 1) * (x[i] - mean) * inverse + (bias ? bias[i] : 0);
}

void N(rms_norm_formula)(const double *x, int d, const double *gain, double *y)
{
    double inverse = inverse_root_mean_square(x, d);
    for (int i = 0; i < d; i++) y[i] = (gain ? gain[i] : 1) * x[i] * inverse;
}

/* ---- derivatives ---- */

/* Computes the derivative of a norm. With u = (x - mean) / deviation and g = gain * dy, the result
 * is dx = (g - mean(g) - u * mean(g * u)) / deviation. RMSNorm replaces mean and mean(g) by 0. */
static void norm_derivative(const double *x, int d, double mean, double inverse, bool centred,
                            const double *gain, const double *dy, double *dx, double *dgain)
{
    double sum_g = 0, sum_gu = 0;
    for (int i = 0; i < d; i++) {
        double g = (gain ? gain[i] : 1) * dy[i], u = (x[i] - mean) * inverse;
        sum_g += centred ? g : 0;
        sum_gu += g * u;
        if (dgain) dgain[i] += dy[i] * u;
    }
    for (int i = 0; i < d; i++) {
        double g = (gain ? gain[i] : 1) * dy[i], u = (x[i] - mean) * inverse;
        dx[i] += inverse * (g - sum_g / d - u * sum_gu / d);
    }
}

void N(layer_norm_derivative)(const double *x, int d, const double *gain, const double *dy,
                              double *dx, double *dgain, double *dbias)
{
    double mean, inverse;
    mean_and_inverse_deviation(x, d, &mean, &inverse);
    norm_derivative(x, d, mean, inverse, true, gain, dy, dx, dgain);
    for (int i = 0; dbias && i < d; i++) dbias[i] += dy[i];
}

void N(rms_norm_derivative)(const double *x, int d, const double *gain, const double *dy,
                            double *dx, double *dgain)
{
    norm_derivative(x, d, 0, inverse_root_mean_square(x, d), false, gain, dy, dx, dgain);
}

/* ---- fast rows ---- */

enum { SUMS = 4 }; /* Independent sums hide the latency of additions. */

struct moments {
    real sum, squares;
};

/* Returns the sums of x - shift and of (x - shift)^2. */
static inline struct moments moments(const real *x, int d, real shift)
{
    vec sum[SUMS] = {{0}}, squares[SUMS] = {{0}};
    int i = 0;
    for (; i + SUMS * VLEN <= d; i += SUMS * VLEN)
        for (int s = 0; s < SUMS; s++) {
            vec c = vload(x + i + s * VLEN) - shift;
            sum[s] += c;
            squares[s] += c * c;
        }
    for (; i + VLEN <= d; i += VLEN) {
        vec c = vload(x + i) - shift;
        sum[0] += c;
        squares[0] += c * c;
    }
    struct moments m = {vsum((sum[0] + sum[1]) + (sum[2] + sum[3])),
                        vsum((squares[0] + squares[1]) + (squares[2] + squares[3]))};
    for (; i < d; i++) {
        m.sum += x[i] - shift;
        m.squares += (x[i] - shift) * (x[i] - shift);
    }
    return m;
}

static real inverse_deviation(double variance) { return (real)(1 / sqrt(variance + EPS)); }

/* Standardises x: u = ((x - mean) - shift) * inverse. `shift` corrects the rounding error of
 * `mean`. */
struct standard {
    real mean, shift, inverse;
};
static inline real standard(real x, struct standard n)
{
    return ((x - n.mean) - n.shift) * n.inverse;
}
static inline vec vstandard(vec x, struct standard n)
{
    return ((x - n.mean) - n.shift) * n.inverse;
}

static struct standard layer_standard(const real *x, int d)
{
    real mean = moments(x, d, 0).sum / d;
    struct moments centred = moments(x, d, mean);
    double shift = (double)centred.sum / d, variance = (double)centred.squares / d - shift * shift;
    /* Rounding errors can make the variance negative. */
    return (struct standard){mean, (real)shift, inverse_deviation(variance < 0 ? 0 : variance)};
}

static struct standard rms_standard(const real *x, int d)
{
    return (struct standard){0, 0, inverse_deviation((double)moments(x, d, 0).squares / d)};
}

/* Scales one row: y = gain * u + bias. */
static void scale_row(const real *x, int d, struct standard n, const real *gain, const real *bias,
                      real *y)
{
    int i = 0;
    for (; i + VLEN <= d; i += VLEN) {
        vec v = vstandard(vload(x + i), n);
        if (gain) v *= vload(gain + i);
        if (bias) v += vload(bias + i);
        vstore(y + i, v);
    }
    for (; i < d; i++) y[i] = standard(x[i], n) * (gain ? gain[i] : 1) + (bias ? bias[i] : 0);
}

void N(layer_norm)(const real *x, int rows, int d, const real *gain, const real *bias, real *y)
{
    for (size_t r = 0; r < (size_t)rows; r++)
        scale_row(x + r * d, d, layer_standard(x + r * d, d), gain, bias, y + r * d);
}

void N(rms_norm)(const real *x, int rows, int d, const real *gain, real *y)
{
    for (size_t r = 0; r < (size_t)rows; r++)
        scale_row(x + r * d, d, rms_standard(x + r * d, d), gain, NULL, y + r * d);
}

/* ---- fast rows, backward: norm_derivative() in vectors ---- */

struct means {
    real g, gu;
};

/* Replaces g by gain * g, and returns the means of g and g * u. Accumulates into dgain and dbias.
 */
static struct means weigh_row(const real *x, int d, struct standard n, const real *gain, real *g,
                              real *dgain, real *dbias)
{
    vec sum = {0}, products = {0};
    int i = 0;
    for (; i + VLEN <= d; i += VLEN) {
        vec u = vstandard(vload(x + i), n), dy = vload(g + i);
        if (dgain) vstore(dgain + i, vload(dgain + i) + dy * u);
        if (dbias) vstore(dbias + i, vload(dbias + i) + dy);
        vec weighed = dy;
        if (gain) weighed *= vload(gain + i);
        vstore(g + i, weighed);
        sum += weighed;
        products += weighed * u;
    }
    struct means m = {vsum(sum), vsum(products)};
    for (; i < d; i++) {
        real u = standard(x[i], n);
        if (dgain) dgain[i] += g[i] * u;
        if (dbias) dbias[i] += g[i];
        g[i] *= gain ? gain[i] : 1;
        m.g += g[i];
        m.gu += g[i] * u;
    }
    return (struct means){m.g / d, m.gu / d};
}

/* Replaces g by the gradient (g - mean(g) - u * mean(g * u)) / deviation. */
static void project_row(const real *x, int d, struct standard n, struct means m, real *g)
{
    int i = 0;
    for (; i + VLEN <= d; i += VLEN) {
        vec u = vstandard(vload(x + i), n);
        vstore(g + i, ((vload(g + i) - m.g) - u * m.gu) * n.inverse);
    }
    for (; i < d; i++) {
        real u = standard(x[i], n);
        g[i] = ((g[i] - m.g) - u * m.gu) * n.inverse;
    }
}

void N(layer_norm_backward)(const real *x, int rows, int d, const real *gain, real *g, real *dgain,
                            real *dbias)
{
    for (int r = 0; r < rows; r++, x += d, g += d) {
        struct standard n = layer_standard(x, d);
        project_row(x, d, n, weigh_row(x, d, n, gain, g, dgain, dbias), g);
    }
}

void N(rms_norm_backward)(const real *x, int rows, int d, const real *gain, real *g, real *dgain)
{
    for (int r = 0; r < rows; r++, x += d, g += d) {
        struct standard n = rms_standard(x, d);
        struct means m = weigh_row(x, d, n, gain, g, dgain, NULL);
        project_row(x, d, n, (struct means){0, m.gu}, g);
    }
}
