/* SPDX-License-Identifier: MIT
 * Products of matrices, on one thread: who computes which.
 *
 * Where OpenBLAS has kernels that copy nothing (AVX-512), a small product is such a kernel's as it
 * is, and one of many rows is cut into parts for them (gemm_parts.c). Where it has none, it copies
 * all of both operands; then tiles of our own (gemm_tiles.c) do products with few columns or short
 * sums, and it the rest. GFLOP/s (Zen 3, operands from beyond its 512 KiB of second-level cache;
 * multiply-adds in registers 101, 1536 cubed 85), medians, with "*" what is chosen there:
 *
 *     m x n x k          OpenBLAS  tiles         m x n x k              OpenBLAS  tiles
 *     2048 x 128 x 128         66    76*         512 x 512 x 128, B^T         71    82*
 *     512 x 512 x 128          69    77*         512 x 128 x 512, B^T         77    88*
 *     512 x 128 x 512          71    80*         128 x 128 x 2048, A^T        59    67*
 *     512 x 768 x 192          70    76*         512 x 128 x 512, A^T         75    75*
 *     512 x 1024 x 256         73    77*         128 x 512 x 512, A^T         78*   80
 *     512 x 256 x 1024         86    89*         192 x 768 x 512, A^T         85*   83
 *     512 x 512 x 2048         87*   85          256 x 1024 x 512, A^T        83*   80
 *
 * A product of one or two vectors of columns is ours in both cases (gemm_thin.c): for OpenBLAS'
 * kernels it is too narrow.
 *
 * How long those kernels wait for a C that they add to is a matter of the core. Parts of a long sum
 * add to it part by part, which Zen bears and Intel does not: GFLOP/s (Emerald Rapids, 2 MiB of
 * second-level cache, operands from beyond it; 1536 cubed 160), with "*" what is chosen there:
 *
 *     m x n x k          whole   cut   tiles         m x n x k              whole   cut   tiles
 *     512 x 512 x 128      129  148*     145         128 x 512 x 512, A^T     120  129*     110
 *     512 x 128 x 512      122   139    144*         512 x 128 x 512, A^T    124*   116      95
 *     512 x 256 x 256      127  143*     143         256 x 256 x 512, A^T    134*   123     110
 *     512 x 256 x 1024     136   121    155*         512 x 512 x 512, A^T    144*   136     115
 *     512 x 512 x 2048     145   124    148*         512 x 2048 x 512, A^T   152*   135     124
 *
 * Which it is depends on sizes and on the processor: same cell, same core type, same bits. */
#include "gemm.h"
#include "slots.h"

#ifndef BUILD_DOUBLE

/* Multiply-adds of a product without copies, slow for B^T; rows of a part; reals of a C that is
 * near: those kernels wait for C where they add to it. Columns and lengths of sums of our tiles. */
enum { SMALL = 60 * 128 * 128, PART_ROWS = 120, NEAR = 1 << 17 };
enum { SHORT = 256, SHORT_TURNED = 128 };
/* Sums of two parts, and the rows of a part of A^T: with more C is added to more often. */
enum { TWO_PARTS = 256, TURNED_PART = 128 };
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
    if (!blas_has_small_kernels())
        return least(n, k) <= (ta ? SHORT_TURNED : SHORT) ? N(gemm_tiles) : blas_sgemm;
    if (!tb && (double)m * n * k <= SMALL) return blas_sgemm;
    if (m < PART_ROWS || (ta && tb)) return blas_sgemm;
    bool waits = VBYTES == 64 && blas_small_kernels_wait();
    if (waits && !ta && k > TWO_PARTS) return N(gemm_tiles);
    bool far = ta && ((waits && m > TURNED_PART) || (beta != 0 && (double)m * n > NEAR));
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
