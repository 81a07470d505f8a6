/* SPDX-License-Identifier: MIT
 * Multiplies matrices on one thread with the fastest implementation for the sizes and processor. An
 * OpenBLAS with copy-free small kernels (AVX-512) runs small products directly. gemm_parts.c cuts
 * products of many rows into such small products. Other OpenBLAS builds pack both operands, so our
 * own tiles (gemm_tiles.c) compute products with few columns or short sums. Products with at most
 * two vectors of columns always use gemm_thin.c. Some Intel cores stall when a small kernel adds to
 * a C outside the cache (blas_small_kernels_wait).
 *
 * The limits were measured on Zen 3, Zen 5 and Emerald Rapids with operands outside the cache. The
 * best choice saves 5 to 30 % of the time. The choice depends only on sizes and core type, so
 * results repeat bit for bit. */
#include "gemm.h"
#include "slots.h"

#ifndef BUILD_DOUBLE

/* SMALL: largest product that runs without copies if B is not transposed, in multiply-adds.
 * PART_ROWS: rows of a part. NEAR: size of the largest C that stays in cache, in reals. SHORT: our
 * tiles compute products with at most this many columns or terms per sum. */
enum { SMALL = 60 * 128 * 128, PART_ROWS = 120, NEAR = 1 << 17 };
enum { SHORT = 256, SHORT_TRANSPOSED = 128 };
/* TWO_PARTS: products with this many terms per sum are cut into two parts. TRANSPOSED_PART: rows of
 * a part of A^T. */
enum { TWO_PARTS = 256, TRANSPOSED_PART = 128 };
/* THIN_ROWS: smallest number of rows for which a thin product may copy B. FAR_APART: smallest row
 * stride at which rows are prefetched, in reals. */
enum { THIN_ROWS = 32, FAR_APART = 256 };

/* Returns true if gemm_thin.c is fastest. Its vectors must be at least half full (full if C is
 * read). They must also be as wide as those of OpenBLAS, unless reading A takes most of the time.
 */
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
