/* SPDX-License-Identifier: MIT
 * Products whose matrices fit the second-level cache, cut so that OpenBLAS copies nothing.
 *
 * OpenBLAS packs both operands, fills C with zeros for beta = 0, and then runs its kernel. On cores
 * with AVX-512 it has kernels without any of this, for products of at most 100^3 multiply-adds. At
 * the widths of small models packing costs more than it gives: a product cut into parts that are
 * small enough reaches 220 GFLOP/s where the whole one reaches 180, and 2048 cubed 200 (float,
 * OpenBLAS 0.3.21, Emerald Rapids):
 *
 *     m x n x k                  whole   cut            m x n x k                  whole   cut
 *     256 x 128 x 128            178     224            256 x 256 x 1024           188     203
 *     256 x 512 x 128            190     208            128 x 512 x 256, A^T       194     218
 *     256 x 128 x 512            186     220            256 x 256 x 256, A^T       204     220
 *     256 x 768 x 256            194     199            256 x 1024 x 256, A^T      194     182
 *
 * What stays in the cache must be small: B, or C where A is transposed, and there the limit lies.
 * The small kernels are slow for B^T; a part of B is turned first and used for all rows. */
#include "slots.h"
#include "transpose.h"

#ifndef BUILD_DOUBLE

/* A part has at most 100^3 multiply-adds. */
enum { PART = 128, STRIP = 60, LIMIT = 1 << 17 };

static inline int least(int a, int b) { return a < b ? a : b; }

static bool worth_cutting(bool ta, bool tb, int m, int n, int k)
{
    if (!tb && (double)m * n * k <= (double)STRIP * PART * PART) return false;
    if (tb && (ta || m < 2 * STRIP)) return false; /* turning B is for many rows */
    return (ta ? (double)m * n : (double)n * k) <= LIMIT && blas_has_small_kernels();
}

/* A, B: a strip of rows, read from memory once, against all of B, which stays in the cache. */
static void cut_rows(int m, int n, int k, real alpha, const real *a, int lda, const real *b,
                     int ldb, real beta, real *c, int ldc)
{
    for (int i = 0; i < m; i += STRIP)
        for (int l = 0; l < k; l += PART)
            for (int j = 0; j < n; j += PART)
                blas_sgemm(false, false, least(STRIP, m - i), least(PART, n - j),
                           least(PART, k - l), alpha, a + (size_t)i * (size_t)lda + l, lda,
                           b + (size_t)l * (size_t)ldb + j, ldb, l ? 1 : beta,
                           c + (size_t)i * (size_t)ldc + j, ldc);
}

/* A^T, B: rows of both are read once; C stays in the cache. */
static void cut_depth(int m, int n, int k, real alpha, const real *a, int lda, const real *b,
                      int ldb, real beta, real *c, int ldc)
{
    for (int l = 0; l < k; l += STRIP)
        for (int j = 0; j < n; j += PART)
            for (int i = 0; i < m; i += PART)
                blas_sgemm(true, false, least(PART, m - i), least(PART, n - j), least(STRIP, k - l),
                           alpha, a + (size_t)l * (size_t)lda + i, lda,
                           b + (size_t)l * (size_t)ldb + j, ldb, l ? 1 : beta,
                           c + (size_t)i * (size_t)ldc + j, ldc);
}

/* A, B^T: a part of B is turned and used for all rows. */
static void cut_turned(int m, int n, int k, real alpha, const real *a, int lda, const real *b,
                       int ldb, real beta, real *c, int ldc)
{
    real turned[PART * PART] __attribute__((aligned(64)));
    for (int j = 0; j < n; j += PART)
        for (int l = 0; l < k; l += PART) {
            int cols = least(PART, n - j), depth = least(PART, k - l);
            transpose(b + (size_t)j * (size_t)ldb + l, ldb, cols, depth, turned, PART);
            cut_rows(m, cols, depth, alpha, a + l, lda, turned, PART, l ? 1 : beta, c + j, ldc);
        }
}

void N(gemm)(bool ta, bool tb, int m, int n, int k, real alpha, const real *a, int lda,
             const real *b, int ldb, real beta, real *c, int ldc)
{
    if (!worth_cutting(ta, tb, m, n, k))
        blas_sgemm(ta, tb, m, n, k, alpha, a, lda, b, ldb, beta, c, ldc);
    else if (ta)
        cut_depth(m, n, k, alpha, a, lda, b, ldb, beta, c, ldc);
    else if (tb)
        cut_turned(m, n, k, alpha, a, lda, b, ldb, beta, c, ldc);
    else
        cut_rows(m, n, k, alpha, a, lda, b, ldb, beta, c, ldc);
}

#else

void N(gemm)(bool ta, bool tb, int m, int n, int k, real alpha, const real *a, int lda,
             const real *b, int ldb, real beta, real *c, int ldc)
{
    blas_dgemm(ta, tb, m, n, k, alpha, a, lda, b, ldb, beta, c, ldc);
}

#endif
