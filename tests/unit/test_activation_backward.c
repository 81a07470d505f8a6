/* SPDX-License-Identifier: MIT
 * Compares the backward functions of activations and norms in every build with derivatives in
 * double. Tests ordinary and extreme inputs, wide rows, and rows with a large mean. */
#define BUILD formula
#include "kernels/slots.h"

#include "base/rng.h"
#include "tests/unit/guarded.h"

#include <math.h>

/* Functions of one kernel build. In the double build, `real *` arguments point to doubles. */
struct build {
    const char *name;
    size_t real_size;
    void (*activate)(enum activation, const real *, real *, size_t);
    void (*layer_norm)(const real *, int, int, const real *, real *, real *, real *);
    void (*rms_norm)(const real *, int, int, const real *, real *, real *);
};
#define DECLARE(b)                                                                                 \
    void activate_backward_##b(enum activation, const real *, real *, size_t);                     \
    void layer_norm_backward_##b(const real *, int, int, const real *, real *, real *, real *);    \
    void rms_norm_backward_##b(const real *, int, int, const real *, real *, real *);
#define ENTRY(b, size)                                                                             \
    {#b, size, activate_backward_##b, layer_norm_backward_##b, rms_norm_backward_##b},
#define FLOATS(b) ENTRY(b, 4)
DECLARE(double)
EACH_VECTOR_BUILD(DECLARE, )
static const struct build builds[] = {EACH_VECTOR_BUILD(FLOATS, ) ENTRY(double, 8)};
enum { BUILDS = sizeof builds / sizeof *builds };

static void over_builds(void (*check)(const struct build *))
{
    for (int i = 0; i < BUILDS; i++)
        if (kernels_by_name(builds[i].name)) check(&builds[i]);
}

static double epsilon(const struct build *b) { return b->real_size == 4 ? 0x1p-23 : 0x1p-52; }

/* ---- activations ---- */

static const double units[ACTIVATIONS] = {
    [ACT_GELU] = 8, [ACT_SILU] = 40, [ACT_TANH] = 8, [ACT_LEAKY_RELU] = 1, [ACT_MISH] = 8};

static void check_point(const struct build *b, enum activation a, double x, double found)
{
    double slope = activation_derivative_formula(a, x);
    if (!(fabs(found - slope) <= units[a] * epsilon(b)))
        fail_msg("%s: slope of %s at %.9g is %.9g, expected %.9g", b->name, activation_names[a], x,
                 found, slope);
}

/* Test inputs: LINE equally spaced points around 0, then points of every magnitude up to the square
 * root of the largest float. */
enum { LINE = 40001, MAGNITUDES = 2 * 120, POINTS = LINE + MAGNITUDES };
static double point(int i)
{
    if (i < LINE) return (float)((i - LINE / 2) * 0.005);
    i -= LINE;
    return ldexp(i % 2 ? -1.25 : 1.25, i / 2 - 60);
}

static void check_slopes(const struct build *b)
{
    for (enum activation a = 0; a < ACTIVATIONS; a++) {
        struct guarded x = guarded(POINTS, b->real_size), g = guarded(POINTS, b->real_size);
        for (int i = 0; i < POINTS; i++) put(&x, (size_t)i, point(i)), put(&g, (size_t)i, 1);
        b->activate(a, x.data, g.data, POINTS);
        for (int i = 0; i < POINTS; i++) check_point(b, a, point(i), get(&g, (size_t)i));
        release(&x), release(&g);
    }
}

/* Checks that derivatives do not depend on the position of the element or on the length of the
 * array. Also checks that nothing is written past the end. */
static void check_lengths(const struct build *b)
{
    for (enum activation a = 0; a < ACTIVATIONS; a++)
        for (size_t count = 0; count < 70; count++) {
            struct guarded x = guarded(count, b->real_size), g = guarded(count, b->real_size);
            for (size_t i = 0; i < count; i++) put(&x, i, (double)i / 16 - 2), put(&g, i, -4);
            b->activate(a, x.data, g.data, count);
            for (size_t i = 0; i < count; i++) {
                double at[1], one[1];
                struct guarded from = {at, 8, b->real_size}, to = {one, 8, b->real_size};
                put(&from, 0, (double)i / 16 - 2), put(&to, 0, 1);
                b->activate(a, (const void *)at, (void *)one, 1);
                assert_true(get(&g, i) == -4 * get(&to, 0));
            }
            release(&x), release(&g);
        }
}

static void check_hostile(const struct build *b)
{
    static const enum activation curved[] = {ACT_GELU, ACT_SILU, ACT_TANH, ACT_RELU2, ACT_MISH};
    for (size_t k = 0; k < sizeof curved / sizeof *curved; k++) {
        struct guarded x = guarded(1, b->real_size), g = guarded(1, b->real_size);
        put(&x, 0, (double)NAN), put(&g, 0, 1);
        b->activate(curved[k], x.data, g.data, 1);
        assert_true(isnan(get(&g, 0)));
        release(&x), release(&g);
    }
    for (enum activation a = 0; a < ACTIVATIONS; a++) {
        struct guarded x = guarded(1, b->real_size), g = guarded(1, b->real_size);
        put(&x, 0, 1), put(&g, 0, (double)NAN);
        b->activate(a, x.data, g.data, 1);
        assert_true(isnan(get(&g, 0)));
        release(&x), release(&g);
    }
}

/* ---- norms ---- */

enum { ROWS = 3 };

static double draw(const char *what, int i)
{
    return (float)rng_normal(1, rng_stream(what), (uint64_t)i);
}

struct sample {
    int d;
    double offset;
    double *x, *g, *gain, *dx, *dgain, *dbias; /* g: gradient of the output */
};

static double *filled(const char *what, int count, double offset)
{
    double *x = xarray((size_t)count, sizeof *x);
    for (int i = 0; i < count; i++) x[i] = what ? (float)(offset + draw(what, i)) : 0;
    return x;
}

static struct sample open_sample(int d, double offset, bool centred)
{
    struct sample s = {d,
                       offset,
                       filled("x", ROWS * d, offset),
                       filled("g", ROWS * d, 0),
                       filled("gain", d, 0),
                       filled(NULL, ROWS * d, 0),
                       filled(NULL, d, 0),
                       filled(NULL, d, 0)};
    for (int at = 0; at < ROWS * d; at += d)
        if (centred)
            layer_norm_derivative_formula(s.x + at, d, s.gain, s.g + at, s.dx + at, s.dgain,
                                          s.dbias);
        else
            rms_norm_derivative_formula(s.x + at, d, s.gain, s.g + at, s.dx + at, s.dgain);
    return s;
}

static void close_sample(struct sample *s)
{
    free(s->x), free(s->g), free(s->gain), free(s->dx), free(s->dgain), free(s->dbias);
}

static struct guarded converted(const double *x, int count, size_t size)
{
    struct guarded g = guarded((size_t)count, size);
    for (int i = 0; i < count; i++) put(&g, (size_t)i, x[i]);
    return g;
}

/* Initial value of dgain and dbias. The backward functions add to these arrays. */
static const double START = 1;

static struct guarded started(int count, size_t size)
{
    struct guarded g = guarded((size_t)count, size);
    for (int i = 0; i < count; i++) put(&g, (size_t)i, START);
    return g;
}

/* Returns the allowed root mean square error, relative to 1 plus the mean gradient. In rows of one
 * or two elements, a small standard deviation multiplies rounding errors by up to 300. */
static double allowed(const struct build *b, const struct sample *s)
{
    double closest = s->d < 3 ? 300 : 1;
    return closest * ((32 + sqrt(s->d)) * epsilon(b) + fabs(s->offset) * 0x1p-52);
}

static void compare(const struct build *b, const struct sample *s, const char *what,
                    const struct guarded *found, double start, const double *expected, int count)
{
    double error = 0, scale = 1;
    for (int i = 0; i < count; i++) {
        error += pow(get(found, (size_t)i) - start - expected[i], 2) / count;
        scale += fabs(expected[i]) / count;
    }
    if (!(sqrt(error) <= allowed(b, s) * scale))
        fail_msg("%s d=%d %s: error %g, scale %g", b->name, s->d, what, sqrt(error), scale);
}

static void check_norm(const struct build *b, int d, double offset, bool centred)
{
    struct sample s = open_sample(d, offset, centred);
    struct guarded x = converted(s.x, ROWS * d, b->real_size);
    struct guarded g = converted(s.g, ROWS * d, b->real_size);
    struct guarded gain = converted(s.gain, d, b->real_size);
    struct guarded dgain = started(d, b->real_size), dbias = started(d, b->real_size);
    if (centred)
        b->layer_norm(x.data, ROWS, d, gain.data, g.data, dgain.data, dbias.data);
    else
        b->rms_norm(x.data, ROWS, d, gain.data, g.data, dgain.data);
    compare(b, &s, "dx", &g, 0, s.dx, ROWS * d);
    compare(b, &s, "dgain", &dgain, START, s.dgain, d);
    if (centred) compare(b, &s, "dbias", &dbias, START, s.dbias, d);
    release(&x), release(&g), release(&gain), release(&dgain), release(&dbias);
    close_sample(&s);
}

static void check_norms(const struct build *b)
{
    static const int widths[] = {1, 2, 7, 33, 64, 131, 768, 8192};
    for (size_t i = 0; i < sizeof widths / sizeof *widths; i++)
        for (int centred = 0; centred < 2; centred++)
            for (int offset = 0; offset <= 10000; offset += 10000)
                check_norm(b, widths[i], offset, centred);
}

TEST("gradients of activations equal the derivative of the formula") { over_builds(check_slopes); }
TEST("the gradient of an element does not depend on its position") { over_builds(check_lengths); }
TEST("gradients at NaN are NaN") { over_builds(check_hostile); }
TEST("gradients of norms equal the derivative of the formula") { over_builds(check_norms); }
