/* SPDX-License-Identifier: MIT
 * Computes C = alpha op(A) op(B) + beta C with the AVX512_BF16 instruction vdpbf16ps, which adds
 * two products of bf16 numbers to each float of a sum.
 *
 * Both operands are rounded to bf16 and packed as pairs of elements that are neighbours along k. A
 * pair takes the space of one real. Odd k is padded with 0.
 *
 * The loops follow gemm_tiles.c: a panel of B (DEPTH x COLS) stays in the first-level cache, a
 * block of A in the second-level cache, and a tile of C in registers. */
#include "gemm.h"
#include "gemm_store.h"
#include "slots.h"
#include "transpose.h"

#if defined(__AVX512F__) && !defined(BUILD_DOUBLE)

#include <immintrin.h>

#define BF16        __attribute__((target("avx512bf16")))
#define BF16_INLINE static inline __attribute__((always_inline)) BF16

/* A tile uses 31 of 32 registers. BLOCK: rows of A in a block. WIDE: columns of B in a block. These
 * sizes were fastest on Zen 5. */
enum { ROWS = 14, COLS = 2 * VLEN, BLOCK = 8 * ROWS, WIDE = 16 * COLS, DEPTH = 256 };
enum { PAIRS = DEPTH / 2 };

struct block {
    int rows, cols, pairs;
    size_t a_row, a_pair;       /* row and pair strides of packed A, in pairs */
    real a[BLOCK * PAIRS];      /* A: rows x pairs. A^T: pairs x ROWS per tile */
    real b[WIDE * PAIRS];       /* panels of B, each pairs x COLS */
    real rounded[COLS * PAIRS]; /* rows of B^T, before they are transposed to a panel */
};

/* ---- packing ---- */

BF16_INLINE __mmask16 lanes(int count)
{
    return (__mmask16)(count >= VLEN ? 0xffff : count > 0 ? (1 << count) - 1 : 0);
}

/* Rounds two vectors: elements of `low`, then elements of `high`. */
BF16_INLINE __m512i round_both(__m512 low, __m512 high)
{
    return (__m512i)_mm512_cvtne2ps_pbh(high, low);
}

/* Packs rows x depth reals in row order; pairs are neighbours in a row. */
BF16 static void pack_rows(const real *from, int ld, int rows, int depth, int pairs, real *to)
{
    for (int r = 0; r < rows; r++, from += ld, to += pairs)
        for (int l = 0; l < depth; l += 2 * VLEN)
            _mm512_mask_storeu_epi32(
                to + l / 2, lanes(pairs - l / 2),
                round_both(_mm512_maskz_loadu_ps(lanes(depth - l), from + l),
                           _mm512_maskz_loadu_ps(lanes(depth - l - VLEN), from + l + VLEN)));
}

/* Packs depth x cols reals in strips of `width` columns (at most COLS). A pair consists of two
 * neighbours in a column. Each strip has `pairs` rows of `width` such pairs, padded with zeros. */
BF16 static void pack_columns(const real *from, int ld, int depth, int cols, int width, int pairs,
                              real *to)
{
    const __m512i order =
        _mm512_set_epi16(31, 15, 30, 14, 29, 13, 28, 12, 27, 11, 26, 10, 25, 9, 24, 8, 23, 7, 22, 6,
                         21, 5, 20, 4, 19, 3, 18, 2, 17, 1, 16, 0);
    size_t strip = (size_t)width * (size_t)pairs;
    for (int p = 0; p < pairs; p++, from += 2 * (size_t)ld, to += width)
        for (int c = 0; c < cols; c += width)
            for (int h = 0; h < width; h += VLEN) {
                __mmask16 some = lanes(least(width - h, cols - c - h));
                __mmask16 second = 2 * p + 1 < depth ? some : 0;
                /* Parameters are often not in the cache. */
                __builtin_prefetch(from + 8 * (size_t)ld + c + h);
                __builtin_prefetch(from + 9 * (size_t)ld + c + h);
                __m512i both = round_both(_mm512_maskz_loadu_ps(some, from + c + h),
                                          _mm512_maskz_loadu_ps(second, from + ld + c + h));
                _mm512_mask_storeu_epi32(to + (size_t)(c / width) * strip + h, lanes(width - h),
                                         _mm512_permutexvar_epi16(order, both));
            }
}

static void pack_a(struct block *k, bool transposed, const real *from, int ld, int depth)
{
    k->a_row = transposed ? 1 : (size_t)k->pairs;
    k->a_pair = transposed ? ROWS : 1;
    if (transposed)
        pack_columns(from, ld, depth, k->rows, ROWS, k->pairs, k->a);
    else
        pack_rows(from, ld, k->rows, depth, k->pairs, k->a);
}

static void pack_b(struct block *k, bool transposed, const real *from, int ld, int depth)
{
    real *to = k->b;
    if (!transposed) pack_columns(from, ld, depth, k->cols, COLS, k->pairs, to);
    for (int c = 0; transposed && c < k->cols; c += COLS, to += COLS * k->pairs) {
        int cols = least(COLS, k->cols - c);
        memset(k->rounded + cols * k->pairs, 0,
               (size_t)(COLS - cols) * (size_t)k->pairs * sizeof(real));
        pack_rows(from + (size_t)c * (size_t)ld, ld, cols, depth, k->pairs, k->rounded);
        transpose(k->rounded, k->pairs, COLS, k->pairs, to, COLS);
    }
}

/* ---- tiles ---- */

/* Computes a tile with at most ROWS x COLS elements of C. */
BF16 static void multiply_tile(const struct block *k, const real *a, const real *b, int rows,
                               int cols, real alpha, real beta, real *c, size_t ldc)
{
    vec sum[ROWS][2];
    size_t a_row = k->a_row, a_pair = k->a_pair;
#pragma GCC unroll 14
    for (int r = 0; r < ROWS; r++) sum[r][0] = sum[r][1] = vset(0);
#pragma GCC unroll 14
    for (int r = 0; r < ROWS; r++) { /* prefetches all ROWS rows of C, even if the tile has fewer */
        __builtin_prefetch(c + (size_t)r * ldc, 1);
        __builtin_prefetch(c + (size_t)r * ldc + VLEN, 1);
    }
    for (int p = 0; p < k->pairs; p++, a += a_pair, b += COLS) {
        __m512bh low = (__m512bh)vload(b), high = (__m512bh)vload(b + VLEN);
#pragma GCC unroll 14
        for (int r = 0; r < ROWS; r++) {
            __m512bh x = (__m512bh)_mm512_set1_ps(a[(size_t)r * a_row]);
            sum[r][0] = _mm512_dpbf16_ps(sum[r][0], x, low);
            sum[r][1] = _mm512_dpbf16_ps(sum[r][1], x, high);
        }
    }
#pragma GCC unroll 14
    for (int r = 0; r < ROWS; r++) {
        if (r >= rows) continue;
        store_sum(alpha, beta, cols, sum[r][0], c + (size_t)r * ldc);
        store_sum(alpha, beta, cols - VLEN, sum[r][1], c + (size_t)r * ldc + VLEN);
    }
}

static void multiply_block(const struct block *k, real alpha, real beta, real *c, size_t ldc)
{
    for (int j = 0; j < k->cols; j += COLS)
        for (int i = 0; i < k->rows; i += ROWS)
            multiply_tile(k, k->a + (size_t)i * (size_t)k->pairs, k->b + (size_t)j * k->pairs,
                          least(ROWS, k->rows - i), least(COLS, k->cols - j), alpha, beta,
                          c + (size_t)i * ldc + j, ldc);
}

static void gemm_tiles_bf16(bool ta, bool tb, int m, int n, int k, real alpha, const real *a,
                            int lda, const real *b, int ldb, real beta, real *c, int ldc)
{
    struct block x;
    size_t a_row = ta ? 1 : (size_t)lda, a_col = ta ? (size_t)lda : 1;
    size_t b_row = tb ? 1 : (size_t)ldb, b_col = tb ? (size_t)ldb : 1;
    int l = 0;
    do { /* The loop runs once even if k is 0, because C must be multiplied by beta. */
        int depth = least(DEPTH, k - l);
        x.pairs = (depth + 1) / 2;
        for (int j = 0; j < n; j += WIDE) {
            x.cols = least(WIDE, n - j);
            pack_b(&x, tb, b + (size_t)l * b_row + (size_t)j * b_col, ldb, depth);
            for (int i = 0; i < m; i += BLOCK) {
                x.rows = least(BLOCK, m - i);
                pack_a(&x, ta, a + (size_t)i * a_row + (size_t)l * a_col, lda, depth);
                multiply_block(&x, alpha, l ? 1 : beta, c + (size_t)i * (size_t)ldc + j,
                               (size_t)ldc);
            }
        }
        l += DEPTH;
    } while (l < k);
}

gemm_product *N(bf16_tiles)(void)
{
    return __builtin_cpu_supports("avx512bf16") ? gemm_tiles_bf16 : NULL;
}

#else

gemm_product *N(bf16_tiles)(void) { return NULL; }

#endif
