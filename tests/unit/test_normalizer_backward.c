/* SPDX-License-Identifier: MIT
 * Every normaliser of the list: its backward function in every build against the derivative of
 * its formula, with rows that see nothing, steep and negative scales, and NaN wherever no key is
 * visible. (Forward: test_normalizers.c.) */
#define BUILD formula
#include "kernels/slots.h"

#include "base/rng.h"
#include "tests/unit/guarded.h"

#include <float.h>
#include <math.h>

#if defined(__x86_64__)
#define EACH(m) m(double, 8) m(plain, 4) m(avx2, 4) m(avx512, 4)
#elif defined(__aarch64__)
#define EACH(m) m(double, 8) m(neon, 4)
#else
#define EACH(m) m(double, 8) m(plain, 4)
#endif
enum { MAX_CHOICES = 8 };
#define ADDRESS(name, b)     &normalizer_##name##_##b,
#define DECLARE_ONE(name, b) extern const struct normalizer normalizer_##name##_##b;

/* list.def is read once for each build: NORMALIZER(name) with that build's suffix. */
#define DECLARE(b, size)                                                                           \
    DECLARE_ONE(softmax, b) DECLARE_ONE(tanh, b) DECLARE_ONE(sigmoid, b) DECLARE_ONE(relu, b)
#define ENTRY(b, size)                                                                             \
    {#b, size, {ADDRESS(softmax, b) ADDRESS(tanh, b) ADDRESS(sigmoid, b) ADDRESS(relu, b)}},
EACH(DECLARE)
static const struct build {
    const char *name;
    size_t real_size;
    const struct normalizer *choices[MAX_CHOICES]; /* in double `real *` stands for double * */
} builds[] = {EACH(ENTRY)};
enum { BUILDS = sizeof builds / sizeof *builds };

#define NORMALIZER(name) 1 +
enum {
    LISTED =
#include "kernels/normalizers/list.def"
        0
};
#undef NORMALIZER

/* normalizer_run as the build lays it out: its scale is a real. */
struct any_run {
    const struct dims *dims;
    const struct args *args;
    union {
        float f;
        double d;
    } scale;
};

/* Three tiles, the last one not full. */
enum { ROWS = 11, M = 2 * TILE_K + 37 };
static const struct dims dims = {.n = ROWS, .m = M};

/* Keys that row r sees: none, edges of vectors and tiles, all. */
static const int visible_keys[ROWS] = {0, 1, 15, 16, 17, 127, 128, 129, 256, 272, M};

static double score(int r, int j)
{
    return (float)(3 * rng_normal(1, rng_stream("s"), (uint64_t)(r * M + j)));
}

/* check() with each normaliser and every value of each of its arguments. */
static void over_arguments(void (*check)(int choice, const struct args *))
{
    for (int c = 0; c < LISTED; c++) {
        const struct param *p = builds[0].choices[c]->base.params;
        struct args args = {{0}};
        check(c, &args);
        for (int a = 0; p && p[a].name; a++)
            for (int v = 1; v <= (int)p[a].max; v++) {
                args = (struct args){{0}};
                args.value[a] = v;
                check(c, &args);
            }
    }
}

/* ---- one run ---- */

/* Scores of every row; what no row may look at stays NaN. */
struct fast {
    const struct build *build;
    const struct normalizer *f;
    const struct args *args;
    double scale, size; /* of the run; of the scores */
    struct any_run run;
    struct guarded state, rescale, a; /* a: ROWS x M, weights relative to the state at that time */
};

static struct fast open_fast(const struct build *b, int choice, const struct args *args,
                             double scale, double size)
{
    struct fast t = {.build = b, .f = b->choices[choice], .args = args, .size = size};
    t.run = (struct any_run){&dims, args, {0}};
    t.scale = b->real_size == 4 ? (double)(float)scale : scale;
    if (b->real_size == 4)
        t.run.scale.f = (float)scale;
    else
        t.run.scale.d = scale;
    t.state = guarded((size_t)t.f->stats * ROWS, b->real_size);
    t.rescale = guarded(ROWS, b->real_size);
    t.a = guarded((size_t)ROWS * M, b->real_size);
    return t;
}
static void close_fast(struct fast *t) { release(&t->state), release(&t->rescale), release(&t->a); }

static double scaled_score(const struct fast *t, int r, int j)
{
    double s = t->size * score(r, j);
    return t->build->real_size == 4 ? (double)(float)s : s;
}

/* Tile at key j: scores where visible, NaN elsewhere. Returns its columns. */
static int load_tile(const struct fast *t, struct guarded *s, int j, int *visible)
{
    int cols = M - j < TILE_K ? M - j : TILE_K;
    memset(s->data, GUARD_FILL, s->bytes);
    for (int r = 0; r < ROWS; r++) {
        int seen = visible_keys[r] - j;
        visible[r] = seen < 0 ? 0 : seen < cols ? seen : cols;
        for (int c = 0; c < visible[r]; c++)
            put(s, (size_t)(r * TILE_K + c), scaled_score(t, r, j + c));
    }
    return cols;
}

/* Takes the weights of the tile to a, after what is there was rescaled; the rest must be 0. */
/* ---- backward ---- */

/* da as drawn where visible, NaN elsewhere: nothing may look at it. */
static double upstream(int r, int j)
{
    return j < visible_keys[r] ? score(r + ROWS, j) : (double)NAN;
}

/* delta of every row from a: sum_j a_j da_j. */
static void fill_deltas(const double *a, struct guarded *delta, int r)
{
    double sum = 0;
    for (int j = 0; j < visible_keys[r]; j++) sum += a[j] * upstream(r, j);
    put(delta, (size_t)r, sum);
}

/* ds of every tile from the formula's weights, into t->a. */
static void backward_all(struct fast *t, const double *a, const struct guarded *delta)
{
    size_t size = t->build->real_size;
    struct guarded s = guarded(ROWS * TILE_K, size), w = guarded(ROWS * TILE_K, size);
    struct guarded da = guarded(ROWS * TILE_K, size);
    int visible[ROWS];
    for (int j = 0; j < M; j += TILE_K) {
        int cols = load_tile(t, &s, j, visible);
        memset(da.data, GUARD_FILL, da.bytes);
        memset(w.data, 0, w.bytes);
        for (int r = 0; r < ROWS; r++)
            for (int c = 0; c < cols; c++) {
                put(&w, (size_t)(r * TILE_K + c), a[r * M + j + c]);
                put(&da, (size_t)(r * TILE_K + c), upstream(r, j + c));
            }
        t->f->backward((void *)&t->run, s.data, w.data, da.data, ROWS, cols, visible, delta->data);
        for (int r = 0; r < ROWS; r++)
            for (int c = 0; c < TILE_K; c++) {
                double ds = get(&da, (size_t)(r * TILE_K + c));
                if (c >= visible[r]) assert_true(ds == 0);
                if (c < cols) put(&t->a, (size_t)(r * M + j + c), ds);
            }
    }
    release(&s), release(&w), release(&da);
}

/* As in compare(): roundings of the slope, relative, and of da - delta, that of numbers near 1. */
static void compare_backward(const struct fast *t, int r, const double *a)
{
    double eps = t->build->real_size == 4 ? (double)FLT_EPSILON : DBL_EPSILON;
    double s[M], da[M], ds[M];
    for (int j = 0; j < M; j++) s[j] = scaled_score(t, r, j), da[j] = upstream(r, j);
    t->f->derivative(&dims, t->args, t->scale, visible_keys[r], s, a, da, ds);
    for (int j = 0; j < M; j++) {
        double got = get(&t->a, (size_t)(r * M + j)), want = ds[j];
        double allowed = eps * fabs(want) * (32 + 4 * fabs(t->scale * s[j])) +
                         eps * 16 * fabs(t->scale * a[j]) + 2e-38 * fabs(t->scale * da[j]);
        if (j < visible_keys[r] && !(fabs(got - want) <= allowed))
            fail_msg("%s [%s] backward, scale %g, visible %d: ds[%d] = %.9g for %.9g, allowed %g",
                     t->f->base.name, t->build->name, t->scale, visible_keys[r], j, got, want,
                     allowed);
    }
}

static void check_backward(int choice, const struct args *args, double scale, double size)
{
    static double a[ROWS * M];
    for (int i = 0; i < BUILDS; i++) {
        if (!kernels_by_name(builds[i].name)) continue;
        struct fast t = open_fast(&builds[i], choice, args, scale, size);
        struct guarded delta = guarded(ROWS, builds[i].real_size);
        for (int r = 0; r < ROWS; r++) {
            double s[M];
            for (int j = 0; j < M; j++) s[j] = scaled_score(&t, r, j);
            t.f->formula(&dims, args, t.scale, visible_keys[r], s, a + r * M);
            fill_deltas(a + r * M, &delta, r);
        }
        backward_all(&t, a, &delta);
        for (int r = 0; r < ROWS; r++) compare_backward(&t, r, a + r * M);
        release(&delta);
        close_fast(&t);
    }
}
static void usual_backward(int c, const struct args *args) { check_backward(c, args, 0.125, 1); }
static void steep_backward(int c, const struct args *args) { check_backward(c, args, 10, 3); }
static void negative_backward(int c, const struct args *args) { check_backward(c, args, -0.5, 1); }

static void test_backward(void **state)
{
    (void)state;
    over_arguments(usual_backward);
    over_arguments(steep_backward);
    over_arguments(negative_backward);
}

/* All four of the list are among the builds' choices above, and in its order. */
static void test_list_is_covered(void **state)
{
    (void)state;
#define NORMALIZER(name) #name,
    const char *const names[] = {
#include "kernels/normalizers/list.def"
    };
#undef NORMALIZER
    for (int c = 0; c < LISTED; c++) {
        assert_non_null(builds[0].choices[c]);
        assert_string_equal(builds[0].choices[c]->base.name, names[c]);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_list_is_covered),
                                       cmocka_unit_test(test_backward)};
    return cmocka_run_group_tests_name("normalizer backward", tests, NULL, NULL);
}
