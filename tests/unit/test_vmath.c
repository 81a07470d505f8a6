/* SPDX-License-Identifier: MIT
 * Tests vector math functions against libm, in units in the last place (ulp). vmath.h is compiled
 * without fused multiply-add, which gives the largest rounding errors. */
#define BUILD plain
#include "kernels/vmath.h"
#include "kernels/slots.h"

#include "tests/unit/guarded.h"

#include <float.h>

/* Smaller results may be flushed to 0. For example, vexp2 gives 0 below 2^-125.5. */
static const double SMALLEST = 1.7e-38;

/* Returns the distance between two floats in ulp, or infinity if only one is NaN or infinite. */
static double ulps(double got, double want)
{
    if (isnan(want)) return isnan(got) ? 0 : INFINITY;
    if (isnan(got)) return INFINITY;
    if (isinf(got)) return got * want > 0 && fabs(want) > 0.9999 * (double)FLT_MAX ? 0 : INFINITY;
    if (fabs(want) < SMALLEST) return fabs(got) <= SMALLEST ? 0 : INFINITY;
    int exponent;
    frexp(want, &exponent);
    return fabs(got - want) / ldexp(1, exponent - 24);
}

static double logistic(double x) { return 1 / (1 + exp(-x)); }
/* Subtracting the nearest integer is exact, so sine and cosine are accurate near their zeros. */
static double turn(double t) { return fabs(t) < 0x1p22 ? t - nearbyint(t) : t - t; }
static double sin_turns(double t)
{
    double r = turn(t);
    return sin(2 * M_PI * (fabs(r) > 0.25 ? copysign(0.5, r) - r : r));
}
static double cos_turns(double t) { return sin(2 * M_PI * (0.25 - fabs(turn(t)))); }
static double logistic_slope(double x) { return logistic(x) * logistic(-x); }

/* ---- every function, all floats by a stride ---- */

static vec call_exp2(vec x) { return vexp2(x); }
static vec call_exp(vec x) { return vexp(x); }
static vec call_tanh(vec x) { return vtanh(x); }
static vec call_logistic(vec x) { return vlogistic(x); }
static vec call_logistic_slope(vec x) { return vlogistic_slope(x); }
static vec call_erf(vec x) { return verf(x); }
static vec call_sin_turns(vec x) { return vsin_turns(x); }
static vec call_cos_turns(vec x) { return vcos_turns(x); }

/* Error bounds stated in vmath.h, in ulp. */
static const struct function {
    const char *name;
    vec (*vector)(vec);
    double (*exact)(double);
    double bound;
} functions[] = {{"exp2", call_exp2, exp2, 1.5},
                 {"exp", call_exp, exp, 2},
                 {"tanh", call_tanh, tanh, 6},
                 {"logistic", call_logistic, logistic, 3},
                 {"logistic slope", call_logistic_slope, logistic_slope, 6},
                 {"erf", call_erf, erf, 7},
                 {"sin of turns", call_sin_turns, sin_turns, 4},
                 {"cos of turns", call_cos_turns, cos_turns, 4}};
enum { FUNCTIONS = sizeof functions / sizeof *functions };

static float from_bits(uint32_t bits)
{
    float x;
    memcpy(&x, &bits, sizeof x);
    return x;
}

static void check_vector(const struct function *f, vec x)
{
    vec y = f->vector(x);
    for (int i = 0; i < VLEN; i++) {
        double e = ulps((double)y[i], f->exact((double)x[i]));
        if (!(e <= f->bound))
            fail_msg("%s(%.9g) = %.9g: error %g ulp (expected at most %g)", f->name, (double)x[i],
                     (double)y[i], e, f->bound);
    }
}

TEST("errors are within their bounds for floats of all sizes")
{
    /* A prime stride gives 4.3 million points, including NaN and infinities. */
    const uint64_t stride = 1009;
    for (int k = 0; k < FUNCTIONS; k++)
        for (uint64_t bits = 0; bits < UINT32_MAX; bits += stride * VLEN) {
            vec x;
            for (int i = 0; i < VLEN; i++) {
                x[i] = from_bits((uint32_t)(bits + stride * (uint64_t)i));
                /* A denormal argument may be treated as 0. */
                if (fabsf(x[i]) < FLT_MIN) x[i] = 0;
            }
            check_vector(&functions[k], x);
        }
}

TEST("functions are right for infinities, NaN and limits")
{
    static const float points[] = {0.0f,      -0.0f,    INFINITY, -INFINITY,  NAN,
                                   FLT_MAX,   -FLT_MAX, 1e30f,    -1e30f,     88.72283f,
                                   88.72284f, -87.0f,   -104.0f,  127.99999f, -126.0f};
    for (int k = 0; k < FUNCTIONS; k++)
        for (size_t i = 0; i < sizeof points / sizeof *points; i++)
            check_vector(&functions[k], vset(points[i]));
    assert_true(vexp(vset(-INFINITY))[0] == 0);
    assert_true(vexp2(vset(-INFINITY))[0] == 0);
    assert_true(isinf(vexp(vset(INFINITY))[0]));
}

/* ---- the vector builds ---- */

struct build {
    const char *name;
    size_t real_size;
    void (*activate)(enum activation, real *, size_t);
    const struct normalizer *sigmoid, *softmax;
};
#define DECLARE(b)                                                                                 \
    void activate_##b(enum activation, real *, size_t);                                            \
    extern const struct normalizer normalizer_sigmoid_##b, normalizer_softmax_##b;
#define ENTRY(b, size)                                                                             \
    {                                                                                              \
#b, size, activate_##b, &normalizer_sigmoid_##b, &normalizer_softmax_##b                   \
    }
#define FLOATS(b) ENTRY(b, 4),
DECLARE(double)
EACH_VECTOR_BUILD(DECLARE, )
static const struct build builds[] = {EACH_VECTOR_BUILD(FLOATS, ) ENTRY(double, 8)};
enum { BUILDS = sizeof builds / sizeof *builds, POINTS = 20000 };

/* struct normalizer_run of any build; in the double build, `scale` is a double */
union any_run {
    struct normalizer_run single;
    struct {
        const struct dims *dims;
        const struct args *args;
        const void *w;
        int head;
        double scale;
    } twice;
};

static union any_run run_with(const struct build *b, const struct dims *dims,
                              const struct args *args, double scale)
{
    union any_run r = {.twice = {dims, args, NULL, 0, scale}};
    if (b->real_size == 4) r.single.scale = (float)scale;
    return r;
}

/* The relative tolerance is 1e-14 in double and `bound` ulp in float. */
static void check_point(const struct build *b, const char *name, double x, double got, double want,
                        double bound)
{
    bool good = b->real_size == 4 ? ulps(got, want) <= bound
                                  : fabs(got - want) <= 1e-14 * fabs(want) + DBL_MIN;
    if (!good)
        fail_msg("%s(%.17g) = %.17g instead of %.17g in build %s", name, x, got, want, b->name);
}

/* Returns point i of a sweep from -range to range. An index above POINTS gives the last point. */
static double point(double range, int i)
{
    return i < POINTS ? range * (2.0 * i / (POINTS - 1) - 1) : range;
}

static void check_tanh(const struct build *b)
{
    struct guarded x = guarded(POINTS, b->real_size);
    for (int i = 0; i < POINTS; i++) put(&x, (size_t)i, point(12, i));
    b->activate(ACT_TANH, x.data, POINTS);
    for (int i = 0; i < POINTS; i++) {
        double at = b->real_size == 4 ? (double)(float)point(12, i) : point(12, i);
        check_point(b, "tanh", at, get(&x, (size_t)i), tanh(at), 6);
    }
    release(&x);
}

/* Tests a normaliser on tiles of one row. The normaliser computes 2^x over -130..0 if `softmax` is
 * true, otherwise the logistic function over -95..95. */
static void check_tile_function(const struct build *b, bool softmax)
{
    struct guarded s = guarded(TILE_K, b->real_size), state = guarded(2, b->real_size),
                   factor = guarded(1, b->real_size);
    struct dims dims = {.m = TILE_K};
    struct args args = {{0}}; /* arguments of 0 turn off division and bias */
    const struct normalizer *f = softmax ? b->softmax : b->sigmoid;
    union any_run run = run_with(b, &dims, &args, softmax ? log(2) : 1);
    const int visible = TILE_K;
    for (int start = 0; start < POINTS; start += TILE_K - 1) {
        for (int j = 0; j < TILE_K; j++)
            put(&s, (size_t)j, softmax ? point(65, start + j) - 65 : point(95, start + j));
        /* Softmax subtracts the maximum of the row, so the maximum is set to 0. */
        put(&s, TILE_K - 1, 0);
        struct guarded x = guarded(TILE_K, b->real_size);
        memcpy(x.data, s.data, s.bytes);
        if (f->begin) f->begin((void *)&run, 1, state.data);
        f->fold((void *)&run, s.data, 1, TILE_K, &visible, state.data, factor.data);
        for (int j = 0; j < TILE_K; j++) {
            double at = get(&x, (size_t)j), want = softmax ? exp2(at) : logistic(at);
            check_point(b, softmax ? "exp2" : "logistic", at, get(&s, (size_t)j), want,
                        softmax ? 1.5 : 3);
        }
        release(&x);
    }
    release(&s), release(&state), release(&factor);
}

TEST("errors of vector builds are within their bounds")
{
    for (int i = 0; i < BUILDS; i++) {
        if (!kernels_by_name(builds[i].name)) continue;
        check_tanh(&builds[i]);
        check_tile_function(&builds[i], false);
        check_tile_function(&builds[i], true);
    }
}
