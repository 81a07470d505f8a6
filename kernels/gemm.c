/* SPDX-License-Identifier: MIT
 * Multiplies matrices on one thread with the fastest implementation for the sizes and the
 * processor:
 *
 *     gemm_thin.c: most products with at most two vectors of columns;
 *     gemm_tiles.c: products with few columns or short sums, if OpenBLAS would pack the operands;
 *     gemm_parts.c: products with many rows, if OpenBLAS has kernels that skip packing (AVX-512);
 *     OpenBLAS: all other products.
 *
 * On some Intel cores, small OpenBLAS kernels stall when they add to a C outside the cache
 * (blas_small_kernels_wait). Long sums then use gemm_tiles.c instead of gemm_parts.c.
 *
 * The limits were measured on Zen 3, Zen 5 and Emerald Rapids with operands outside the cache. The
 * choice saves 5 to 30 % of the time. It depends only on sizes and core type, so results are
 * reproducible bit for bit. */
#include "gemm.h"
#include "slots.h"

#ifndef BUILD_DOUBLE

/* SMALL: largest product that OpenBLAS runs without packing if B is not transposed, in
 * multiply-adds.
 * PART_ROWS: smallest number of rows for gemm_parts.c.
 * NEAR: size of the largest C that stays in cache, in reals.
 * SHORT: gemm_tiles.c handles at most this many columns or terms per sum. */
enum { SMALL = 60 * 128 * 128, PART_ROWS = 120, NEAR = 1 << 17 };
enum { SHORT = 256, SHORT_TRANSPOSED = 128 };
/* TWO_PARTS: largest number of terms per sum that gemm_parts.c handles in two parts.
 * TRANSPOSED_PART: rows of a part of A^T in gemm_parts.c. */
enum { TWO_PARTS = 256, TRANSPOSED_PART = 128 };
/* THIN_ROWS: smallest number of rows for which a thin product may copy B.
 * FAR_APART: smallest row stride of A, in reals, at which reading A takes most of the time. */
enum { THIN_ROWS = 32, FAR_APART = 256 };

/* Returns true if gemm_thin.c is fastest. This requires vectors that are more than half full, or
 * full if C is read. The vectors must also be as wide as those of OpenBLAS, unless reading A takes
 * most of the time. */
static bool thin(int m, int n, int k, int lda, real beta)
{
    if (m < THIN_ROWS || n <= VLEN / 2 || n > THIN_COLS || (beta != 0 && n % VLEN)) return false;
    bool far = lda >= FAR_APART && lda >= 2 * k;
    return VBYTES == 64 || far || !blas_has_small_kernels();
}

static gemm_product *best(bool ta, bool tb, int m, int n, int k, int lda, real beta)
{
    if (!ta && !tb && thin(m, n, k, lda, beta)) return N(gemm_thin);
    if (!blas_has_small_kernels())
        return least(n, k) <= (ta ? SHORT_TRANSPOSED : SHORT) ? N(gemm_tiles) : blas_sgemm;
    if (!tb && (double)m * n * k <= SMALL) return blas_sgemm;
    if (m < PART_ROWS || (ta && tb)) return blas_sgemm;
    bool waits = VBYTES == 64 && blas_small_kernels_wait();
    if (waits && !ta && k > TWO_PARTS) return N(gemm_tiles);
    bool far = ta && ((waits && m > TRANSPOSED_PART) || (beta != 0 && (double)m * n > NEAR));
    return far ? blas_sgemm : N(gemm_parts);
}

void N(gemm)(bool ta, bool tb, int m, int n, int k, real alpha, const real *a, int lda,
             const real *b, int ldb, real beta, real *c, int ldc)
{
    best(ta, tb, m, n, k, lda, beta)(ta, tb, m, n, k, alpha, a, lda, b, ldb, beta, c, ldc);
}

#else

void N(gemm)(bool ta, bool tb, int m, int n, int k, real alpha, const real *a, int lda,
             const real *b, int ldb, real beta, real *c, int ldc)
{
    blas_dgemm(ta, tb, m, n, k, alpha, a, lda, b, ldb, beta, c, ldc);
}

#endif
