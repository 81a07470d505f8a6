/* SPDX-License-Identifier: MIT
 * Products of matrices, on one thread: who computes which.
 *
 *     long sums over many columns     OpenBLAS, whose copies pay there: cut into parts where it has
 *                                     kernels that need no copies (gemm_parts.c), else whole
 *     small enough for these          such a kernel, as it is
 *     all others                      tiles of our own (gemm_tiles.c): most products of a model of
 *                                     d_model up to 256, and all tiles of scores
 *
 * Which it is depends on sizes and on the processor, so that same cell, same core type, same bits.
 */
#include "gemm.h"
#include "slots.h"

#ifndef BUILD_DOUBLE

/* Multiply-adds of OpenBLAS' kernels without copies, which are slow for B^T, and for A^T where they
 * add; columns and lengths of sums from which its others are ahead; rows of a part; reals of a C
 * that is near: those kernels wait for C where they add to it. */
enum { SMALL = 60 * 128 * 128, LONG = 257, PART_ROWS = 120, NEAR = 1 << 17 };

static gemm_product *best(bool ta, bool tb, int m, int n, int k, real beta)
{
    bool uncopied = blas_has_small_kernels(), added = ta && beta != 0 && (double)m * n > NEAR;
    if (uncopied && !ta && !tb && (double)m * n * k <= SMALL) return blas_sgemm;
    if (n < LONG || k < LONG || (ta && tb)) return N(gemm_tiles);
    return uncopied && m >= PART_ROWS && !added ? N(gemm_parts) : blas_sgemm;
}

void N(gemm)(bool ta, bool tb, int m, int n, int k, real alpha, const real *a, int lda,
             const real *b, int ldb, real beta, real *c, int ldc)
{
    best(ta, tb, m, n, k, beta)(ta, tb, m, n, k, alpha, a, lda, b, ldb, beta, c, ldc);
}

#else

void N(gemm)(bool ta, bool tb, int m, int n, int k, real alpha, const real *a, int lda,
             const real *b, int ldb, real beta, real *c, int ldc)
{
    blas_dgemm(ta, tb, m, n, k, alpha, a, lda, b, ldb, beta, c, ldc);
}

#endif
