/* SPDX-License-Identifier: MIT
 * Compares gemm() and gemm_bf16() in every float build with matrix products computed in double.
 * Tests all transpositions, and sizes just below and above each limit in gemm.c and gemm_bf16*.c.
 */
#define BUILD formula
#include "kernels/slots.h"

#include "base/rng.h"
#include "tests/unit/guarded.h"

#include <math.h>

#define DECLARE(build)                                                                             \
    void gemm_##build(bool, bool, int, int, int, float, const float *, int, const float *, int,    \
                      float, float *, int);                                                        \
    void gemm_bf16_##build(bool, bool, int, int, int, float, const float *, int, const float *,    \
                           int, float, float *, int);
typedef void product(bool, bool, int, int, int, float, const float *, int, const float *, int,
                     float, float *, int);
#define ENTRY(build) {#build, {gemm_##build, gemm_bf16_##build}},
EACH_VECTOR_BUILD(DECLARE, )
static const struct {
    const char *name;
    product *gemm[PRECISIONS];
} builds[] = {EACH_VECTOR_BUILD(ENTRY, )};
enum { BUILDS = sizeof builds / sizeof *builds, WIDER = 5 };

struct trial {
    enum precision precision;
    bool ta, tb;
    int m, n, k;
    float alpha, beta;
    float *a, *b, *c; /* matrices; each row is followed by WIDER unused columns */
    int lda, ldb, ldc;
};

static float *draw(const char *name, size_t count)
{
    float *x = xarray(count, sizeof *x);
    for (size_t i = 0; i < count; i++) x[i] = (float)rng_normal(1, rng_stream(name), i);
    return x;
}

/* Rounds to 8 significant bits, ties to even. */
static double operand(const struct trial *t, float x)
{
    int exponent;
    double fraction = frexp((double)x, &exponent);
    return t->precision == PRECISION_BF16 ? ldexp(nearbyint(ldexp(fraction, 8)), exponent - 8)
                                          : (double)x;
}

static double sum(const struct trial *t, int i, int j)
{
    double sum = 0;
    for (int l = 0; l < t->k; l++) {
        size_t a =
            t->ta ? (size_t)l * (size_t)t->lda + (size_t)i : (size_t)i * (size_t)t->lda + (size_t)l;
        size_t b =
            t->tb ? (size_t)j * (size_t)t->ldb + (size_t)l : (size_t)l * (size_t)t->ldb + (size_t)j;
        sum += operand(t, t->a[a]) * operand(t, t->b[b]);
    }
    return sum;
}

/* Compares at least one row in each part of C that gemm() may compute separately. If beta is 0, C
 * starts as NaN. Unused columns must not change. */
static void check_build(const struct trial *t, int build)
{
    size_t reals = (size_t)t->m * (size_t)t->ldc;
    struct guarded c = guarded(reals, sizeof(float));
    for (size_t i = 0; i < reals; i++)
        put(&c, i,
            t->beta == 0 && i % (size_t)t->ldc < (size_t)t->n ? (double)NAN : (double)t->c[i]);
    builds[build].gemm[t->precision](t->ta, t->tb, t->m, t->n, t->k, t->alpha, t->a, t->lda, t->b,
                                     t->ldb, t->beta, c.data, t->ldc);
    /* A float sum of k products has a rounding error of about 1e-7 * k. The tolerance is ten times
     * as large. */
    double tolerance = 1e-6 * t->k + 1e-6;
    for (int i = 0; i < t->m; i += i < t->m - 9 ? 7 : 1)
        for (int j = 0; j < t->ldc; j++) {
            size_t at = (size_t)i * (size_t)t->ldc + (size_t)j;
            double want = (double)t->c[at];
            if (j < t->n)
                want =
                    (double)t->alpha * sum(t, i, j) + (t->beta == 0 ? 0 : (double)t->beta * want);
            if (fabs(get(&c, at) - want) <= (j < t->n ? tolerance : 0)) continue;
            fail_msg("%s, %s: %d x %d x %d, A%s, B%s, beta %g: C[%d][%d] is %g, expected %g",
                     builds[build].name, precision_names[t->precision], t->m, t->n, t->k,
                     t->ta ? "^T" : "", t->tb ? "^T" : "", (double)t->beta, i, j, get(&c, at),
                     want);
        }
    release(&c);
}

static void check(enum precision precision, bool ta, bool tb, int m, int n, int k, float beta)
{
    struct trial t = {precision, ta, tb, m, n, k, 0.5f, beta, NULL, NULL, NULL, 0, 0, n + WIDER};
    t.lda = (ta ? m : k) + WIDER;
    t.ldb = (tb ? k : n) + WIDER;
    t.a = draw("a", (size_t)(ta ? k : m) * (size_t)t.lda);
    t.b = draw("b", (size_t)(tb ? n : k) * (size_t)t.ldb);
    t.c = draw("c", (size_t)m * (size_t)t.ldc);
    for (int build = 0; build < BUILDS; build++)
        if (kernels_by_name(builds[build].name)) check_build(&t, build);
    free(t.a), free(t.b), free(t.c);
}

/* Sizes m, n, k. They include whole and partial tiles, products without copies, products in parts,
 * empty sums, and few columns. */
static const int sizes[][3] = {{5, 3, 7},       {1, 1, 1},       {119, 130, 150}, {120, 64, 256},
                               {240, 128, 256}, {121, 65, 129},  {250, 77, 300},  {14, 256, 512},
                               {367, 70, 131},  {121, 3, 500},   {33, 2043, 70},  {370, 361, 330},
                               {90, 300, 260},  {1999, 65, 90},  {129, 513, 258}, {9, 20, 0},
                               {37, 16, 35},    {33, 32, 300},   {100, 27, 33},   {90, 9, 257},
                               {32, 8, 80},     {70, 15, 1},     {41, 5, 600},    {40, 16, 0},
                               {130, 123, 70},  {250, 187, 300}, {40, 123, 70}};
/* sizes around the blocks of gemm_bf16.c and gemm_bf16_avx512.c */
static const int sizes_bf16[][3] = {
    {1, 1, 1},      {14, 32, 512},  {13, 31, 511},  {15, 33, 513}, {112, 256, 128}, {113, 257, 33},
    {111, 255, 31}, {128, 17, 129}, {127, 16, 127}, {129, 15, 2},  {9, 20, 0},      {30, 70, 1025}};

static void check_all(enum precision precision, const int (*list)[3], size_t count)
{
    static const float betas[] = {0, 1, 0.5f};
    for (size_t s = 0; s < count; s++)
        for (int form = 0; form < 4; form++)
            for (int b = 0; b < 3; b++)
                check(precision, form >= 2, form % 2, list[s][0], list[s][1], list[s][2], betas[b]);
}

TEST("gemm() equals matrix products computed in double")
{
    check_all(PRECISION_FLOAT32, sizes, sizeof sizes / sizeof *sizes);
}

TEST("gemm_bf16() equals products of rounded operands computed in double")
{
    check_all(PRECISION_BF16, sizes_bf16, sizeof sizes_bf16 / sizeof *sizes_bf16);
}

TEST("gemm_bf16() rounds ties to even and denormals to 0 in every build")
{
    static const float given[][2] = {{1 + 0x1p-8f, 1},
                                     {1 + 0x3p-8f, 1 + 0x1p-6f},
                                     {-1 - 0x1p-8f - 0x1p-23f, -1 - 0x1p-7f},
                                     {0x1.fep127f, 0x1.fep127f},
                                     {0x1.ffp127f, INFINITY},
                                     {0x1p-126f, 0x1p-126f},
                                     {0x1p-127f, 0},
                                     {-INFINITY, -INFINITY}};
    const float one = 1;
    for (int build = 0; build < BUILDS; build++)
        for (size_t i = 0; kernels_by_name(builds[build].name) && i < sizeof given / sizeof *given;
             i++) {
            float left = -1, right = -1;
            product *gemm_bf16 = builds[build].gemm[PRECISION_BF16];
            gemm_bf16(false, false, 1, 1, 1, 1, given[i], 1, &one, 1, 0, &left, 1);
            gemm_bf16(true, true, 1, 1, 1, 1, &one, 1, given[i], 1, 0, &right, 1);
            assert_true(left == given[i][1] && right == given[i][1]);
        }
}
