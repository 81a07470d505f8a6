/* SPDX-License-Identifier: MIT
 * Products of matrices, on one thread: who computes which.
 *
 * Where OpenBLAS has kernels that copy nothing (AVX-512), a small product is such a kernel's as it
 * is, and one of many rows is cut into parts for them (gemm_parts.c). Where it has none, it copies
 * all of both operands; then tiles of our own (gemm_tiles.c) do products with few columns or short
 * sums, as models of d_model 128 and tiles of scores have them, and it the rest. Training at
 * d_model 128 with AVX2 took 0.95 of the time by these tiles, at 256 1.08, so that they end in
 * between.
 *
 * A product of one or two vectors of columns is ours in both cases (gemm_thin.c): for OpenBLAS'
 * kernels it is too narrow.
 *
 * Which it is depends on sizes and on the processor: same cell, same core type, same bits. */
#include "gemm.h"
#include "slots.h"

#ifndef BUILD_DOUBLE

/* Multiply-adds of a product without copies, slow for B^T; rows of a part; reals of a C that is
 * near: those kernels wait for C where they add to it. Columns and lengths of sums of our tiles. */
enum { SMALL = 60 * 128 * 128, PART_ROWS = 120, NEAR = 1 << 17, SHORT = 128 };
/* Rows that pay for the copy of a thin product's B; distance of rows that are waited for, in reals.
 */
enum { THIN_ROWS = 32, FAR_APART = 256 };

/* Whether gemm_thin.c is the fastest: its vectors at least half full, and whole where C is read;
 * and as wide as those of OpenBLAS, unless it is A that takes the time. */
static bool thin(int m, int n, int k, int lda, real beta)
{
    if (m < THIN_ROWS || n <= VLEN / 2 || n > THIN_COLS || (beta != 0 && n % VLEN)) return false;
    bool far = lda >= FAR_APART && lda >= 2 * k;
    return VBYTES == 64 || far || !blas_has_small_kernels();
}

static gemm_product *best(bool ta, bool tb, int m, int n, int k, int lda, real beta)
{
    if (!ta && !tb && thin(m, n, k, lda, beta)) return N(gemm_thin);
    if (!blas_has_small_kernels()) return n <= SHORT || k <= SHORT ? N(gemm_tiles) : blas_sgemm;
    if (!tb && (double)m * n * k <= SMALL) return blas_sgemm;
    bool far = ta && beta != 0 && (double)m * n > NEAR;
    return m < PART_ROWS || (ta && tb) || far ? blas_sgemm : N(gemm_parts);
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
