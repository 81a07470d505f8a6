/* SPDX-License-Identifier: MIT
 * Compares activations in every build with libm, and LayerNorm and RMSNorm with a long double
 * reference. Tests ordinary and extreme inputs. */
#define BUILD formula
#include "kernels/slots.h"

#include "base/rng.h"
#include "tests/unit/guarded.h"

#include <float.h>
#include <math.h>

/* Functions of one kernel build. In the double build, `real *` arguments point to doubles. */
struct build {
    const char *name;
    size_t real_size;
    void (*activate)(enum activation, real *, size_t);
    void (*layer_norm)(const real *, int, int, const real *, const real *, real *);
    void (*rms_norm)(const real *, int, int, const real *, real *);
};
#define DECLARE(b)                                                                                 \
    void activate_##b(enum activation, real *, size_t);                                            \
    void layer_norm_##b(const real *, int, int, const real *, const real *, real *);               \
    void rms_norm_##b(const real *, int, int, const real *, real *);
#define ENTRY(b, size)                                                                             \
    {                                                                                              \
#b, size, activate_##b, layer_norm_##b, rms_norm_##b                                       \
    }
#define FLOATS(b) ENTRY(b, 4),
DECLARE(double)
EACH_VECTOR_BUILD(DECLARE, )
static const struct build builds[] = {EACH_VECTOR_BUILD(FLOATS, ) ENTRY(double, 8)};
enum { BUILDS = sizeof builds / sizeof *builds };

static void over_builds(void (*check)(const struct build *))
{
    for (int i = 0; i < BUILDS; i++)
        if (kernels_by_name(builds[i].name)) check(&builds[i]);
}

/* ---- activations ---- */

static double expected(enum activation a, double x)
{
    switch (a) {
    case ACT_RELU:
        return fmax(x, 0);
    case ACT_GELU:
        return x / 2 * erfc(-x / sqrt(2));
    case ACT_SILU:
        return x / (1 + exp(-x));
    case ACT_TANH:
        return tanh(x);
    case ACT_RELU2:
        return fmax(x, 0) * fmax(x, 0);
    case ACT_MISH:
        return x * tanh(log1p(exp(x)));
    case ACT_LEAKY_RELU:
        return x > 0 ? x : 0.01 * x;
    default:
        return x;
    }
}

/* Allowed errors of activations, in machine epsilons. Functions in vmath.h have errors of up to 4
 * ulp. */
static const double ulps[ACTIVATIONS] = {
    [ACT_IDENTITY] = 0, [ACT_RELU] = 0,  [ACT_GELU] = 6,       [ACT_SILU] = 6,
    [ACT_TANH] = 5,     [ACT_RELU2] = 1, [ACT_LEAKY_RELU] = 2, [ACT_MISH] = 6};

/* Returns the allowed error of an activation. The error of GELU is absolute, because GELU rounds to
 * 0 below about -6. */
static double allowed(const struct build *b, enum activation a, double x, double y)
{
    double epsilon = b->real_size == 4 ? 0x1p-23 : 0x1p-52;
    double tiny = b->real_size == 4 ? 0x1p-126 : DBL_MIN;
    double scale = a == ACT_GELU ? fmax(x, fmin(-x, 6)) : fabs(y);
    return ulps[a] * epsilon * scale + (a == ACT_IDENTITY || a == ACT_RELU ? 0 : 128 * tiny);
}

static void check_point(const struct build *b, enum activation a, double x, double found)
{
    double y = expected(a, x);
    if (b->real_size == 4 && fabs(y) > (double)FLT_MAX) y = copysign((double)INFINITY, y);
    if (found == y || (isnan(found) && isnan(y))) return;
    if (!(fabs(found - y) <= allowed(b, a, x, y)))
        fail_msg("%s %s(%.9g) = %.9g, expected %.9g", b->name, activation_names[a], x, found, y);
}

/* Test inputs: LINE equally spaced points around 0, points of every magnitude, and NaN. */
enum { LINE = 40001, MAGNITUDES = 2 * 250, POINTS = LINE + MAGNITUDES + 1 };
static double point(int i)
{
    if (i < LINE) return (float)((i - LINE / 2) * 0.005);
    if (i == LINE + MAGNITUDES) return (double)NAN;
    i -= LINE;
    return ldexp(i % 2 ? -1.25 : 1.25, i / 2 - 125);
}

static void check_activations(const struct build *b)
{
    for (enum activation a = 0; a < ACTIVATIONS; a++) {
        struct guarded x = guarded(POINTS, b->real_size);
        for (int i = 0; i < POINTS; i++) put(&x, (size_t)i, point(i));
        b->activate(a, x.data, POINTS);
        for (int i = 0; i < POINTS - 1; i++) check_point(b, a, point(i), get(&x, (size_t)i));
        assert_true(isnan(get(&x, POINTS - 1)));
        release(&x);
    }
}

static void check_hostile(const struct build *b)
{
    static const double hostile[] = {0.0,  -0.0,  1e-45, -1e-45, 1e-40,          -1e-40,
                                     88.5, -88.5, 104,   -104,   0x1.fffffep127, -0x1.fffffep127};
    enum { COUNT = sizeof hostile / sizeof *hostile };
    for (enum activation a = 0; a < ACTIVATIONS; a++) {
        struct guarded x = guarded(COUNT, b->real_size);
        for (size_t i = 0; i < COUNT; i++) put(&x, i, hostile[i]);
        b->activate(a, x.data, COUNT);
        for (size_t i = 0; i < COUNT; i++)
            check_point(b, a, b->real_size == 4 ? (double)(float)hostile[i] : hostile[i],
                        get(&x, i));
        release(&x);
    }
}

/* Checks that activations do not depend on the position of the element. Nothing may be written past
 * the end. */
static void check_lengths(const struct build *b)
{
    for (enum activation a = 0; a < ACTIVATIONS; a++)
        for (size_t count = 0; count < 70; count++) {
            struct guarded x = guarded(count, b->real_size), one = guarded(1, b->real_size);
            for (size_t i = 0; i < count; i++) put(&x, i, (double)i / 16 - 2);
            b->activate(a, x.data, count);
            for (size_t i = 0; i < count; i++) {
                put(&one, 0, (double)i / 16 - 2);
                b->activate(a, one.data, 1);
                assert_true(get(&x, i) == get(&one, 0));
            }
            release(&x);
            release(&one);
        }
}

TEST("activations match libm") { over_builds(check_activations); }
TEST("activations of extreme inputs match libm") { over_builds(check_hostile); }
TEST("the activation of an element does not depend on its position") { over_builds(check_lengths); }

TEST("activation formulas match libm, and derivatives match finite differences")
{
    const double step = 1e-6;
    for (enum activation a = 0; a < ACTIVATIONS; a++)
        for (double x = -8.0037; x < 8; x += 0.01) {
            double y = activation_formula_formula(a, x), slope = expected(a, x + step);
            slope = (slope - expected(a, x - step)) / (2 * step);
            assert_true(fabs(y - expected(a, x)) <= 1e-14 * (1 + fabs(x)));
            assert_true(fabs(activation_derivative_formula(a, x) - slope) <= 1e-8);
        }
}

/* ---- norms ---- */

static double draw(const char *what, int i)
{
    return (float)rng_normal(1, rng_stream(what), (uint64_t)i);
}

static double input(int i, double offset) { return (float)(offset + draw("x", i)); }

/* Computes the reference for a row: LayerNorm if `centred`, otherwise RMSNorm. Long double is
 * precise enough to check the double build. */
static void plain_norm(int row, int d, double offset, bool centred, double *y)
{
    long double mean = 0, square = 0;
    for (int i = 0; i < d && centred; i++) mean += input(row * d + i, offset);
    mean /= d;
    for (int i = 0; i < d; i++) square += powl(input(row * d + i, offset) - mean, 2) / d;
    for (int i = 0; i < d; i++) {
        long double u = (input(row * d + i, offset) - mean) / sqrtl(square + 1e-5L);
        y[i] = (double)(u * draw("gain", i) + (centred ? draw("bias", i) : 0));
    }
}

/* Returns the allowed error of the output of a norm. The standard deviation, computed from d
 * squares, has sqrt(d) rounding errors; other steps have fewer than 16. */
static double norm_tolerance(const struct build *b, int d, double u, double gain, double y)
{
    double epsilon = b->real_size == 4 ? 0x1p-23 : 0x1p-52;
    return (16 + sqrt(d)) * epsilon * (fabs(u) + fabs(gain) + fabs(y));
}

static void compare_norm(const struct build *b, int rows, int d, double offset, bool centred,
                         const struct guarded *found)
{
    double *y = kept(xarray((size_t)d, sizeof *y));
    for (int r = 0; r < rows; r++) {
        plain_norm(r, d, offset, centred, y);
        for (int i = 0; i < d; i++) {
            double z = get(found, (size_t)(r * d + i)), u = y[i] - (centred ? draw("bias", i) : 0);
            if (!(fabs(z - y[i]) <= norm_tolerance(b, d, u, draw("gain", i), y[i])))
                fail_msg("%s d=%d offset=%g [%d,%d]: %.9g, expected %.9g", b->name, d, offset, r, i,
                         z, y[i]);
        }
    }
}

/* Compares a norm that is computed in place with the reference. */
static void check_norm(const struct build *b, int rows, int d, double offset, bool centred)
{
    struct guarded x = guarded((size_t)(rows * d), b->real_size);
    struct guarded gain = guarded((size_t)d, b->real_size), bias = guarded((size_t)d, b->real_size);
    for (int i = 0; i < rows * d; i++) put(&x, (size_t)i, input(i, offset));
    for (int i = 0; i < d; i++) put(&gain, (size_t)i, draw("gain", i));
    for (int i = 0; i < d; i++) put(&bias, (size_t)i, draw("bias", i));
    if (centred)
        b->layer_norm(x.data, rows, d, gain.data, bias.data, x.data);
    else
        b->rms_norm(x.data, rows, d, gain.data, x.data);
    compare_norm(b, rows, d, offset, centred, &x);
    release(&x), release(&gain), release(&bias);
}

static void check_norms(const struct build *b)
{
    static const int widths[] = {1, 2, 7, 33, 64, 131, 768, 8192};
    for (size_t i = 0; i < sizeof widths / sizeof *widths; i++)
        for (int centred = 0; centred < 2; centred++)
            for (int offset = 0; offset <= 10000; offset += 10000)
                check_norm(b, 3, widths[i], offset, centred);
}

static void check_constant_row(const struct build *b)
{
    struct guarded x = guarded(77, b->real_size), bias = guarded(77, b->real_size);
    for (size_t i = 0; i < 77; i++) put(&x, i, 0.1), put(&bias, i, (double)i);
    b->layer_norm(x.data, 1, 77, NULL, bias.data, x.data);
    for (size_t i = 0; i < 77; i++) assert_true(fabs(get(&x, i) - (double)i) < 1e-5);
    release(&x), release(&bias);
}

TEST("norms match the long double reference") { over_builds(check_norms); }
TEST("normalizing a constant row gives the bias") { over_builds(check_constant_row); }
