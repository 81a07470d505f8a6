/* SPDX-License-Identifier: MIT
 * Products of many rows, cut into parts that OpenBLAS runs without packing.
 *
 * OpenBLAS packs both operands, fills C with zeros for beta = 0, and then runs its kernel. On cores
 * with AVX-512 it has kernels without any of this, for products of at most 100^3 multiply-adds;
 * they are fast while what they read of B lies close together: with rows 4 KiB apart, which share
 * one set of the first-level cache, they lose a third. So here only a part of B is copied (or
 * turned, since these kernels are slow for B^T), and used for all rows of A, which stays where it
 * is. GFLOP/s (float, OpenBLAS 0.3.21, Zen 5, 1 MiB of second-level cache; 2048 cubed 211):
 *
 *     m x n x k              whole   cut          m x n x k                       whole   cut
 *     256 x 128 x 128          154   236          256 x 512 x 1024, B^T             191   214
 *     256 x 1024 x 256         195   226          256 x 256 x 1024, B^T             184   204
 *     256 x 1024 x 512         201   221          512 x 1024 x 256, A^T             179   214
 *     1024 x 1024 x 512        207   220          2048 x 512 x 256, A^T             190   220
 *     256 x 1024 x 256, B^T    199   230          512 x 1024 x 256, A^T, beta 1     203   182
 *
 * These kernels wait for C where they add to it, so that a C which is not in the cache is better
 * left to the whole product. A, B read and add to a few columns of C at a time, which stay in the
 * cache; with A transposed all of C counts. */
#include "gemm.h"
#include "slots.h"
#include "transpose.h"

#ifndef BUILD_DOUBLE

/* A part has at most 100^3 multiply-adds; of B it holds COLS columns, 32 KiB. */
enum { ROWS = 120, DEPTH = 128 };          /* A, B and A, B^T */
enum { TURNED_ROWS = 128, SHALLOW = 120 }; /* A^T, B */
enum { MOST_ROWS = 1920 };                 /* COLS columns of C stay in the cache */
enum { COLS = 64 };

/* Of parts of a length that are equal but for rounding, none longer than `most`, a multiple of 8.
 */
static inline int part_of(int length, int most)
{
    int parts = (length + most - 1) / most;
    return ((length + parts - 1) / parts + 7) / 8 * 8;
}

/* All COLS of a row through registers: of a plain loop the compiler would make a call of memcpy,
 * which costs more than so short a row does. */
static inline void copy_whole_row(const real *from, real *to)
{
    vec x[COLS / VLEN];
    for (int i = 0; i < COLS / VLEN; i++) x[i] = vload(from + i * VLEN);
    for (int i = 0; i < COLS / VLEN; i++) vstore(to + i * VLEN, x[i]);
}

/* to (rows x cols, close together): rows of b, or columns where it is transposed. */
static void copy_part(bool transposed, const real *b, int ldb, int rows, int cols, real *to)
{
    if (transposed)
        transpose(b, ldb, cols, rows, to, cols);
    else if (cols == COLS)
        for (int l = 0; l < rows; l++, b += ldb, to += COLS) copy_whole_row(b, to);
    else
        for (int l = 0; l < rows; l++, b += ldb, to += cols)
            memcpy(to, b, (size_t)cols * sizeof *to);
}

static void cut(bool ta, bool tb, int m, int n, int k, real alpha, const real *a, int lda,
                const real *b, int ldb, real beta, real *c, int ldc)
{
    real part[COLS * DEPTH] __attribute__((aligned(64)));
    int rows = ta ? TURNED_ROWS : ROWS, depth = part_of(k, ta ? SHALLOW : DEPTH);
    size_t a_row = ta ? 1 : (size_t)lda, a_col = ta ? (size_t)lda : 1;
    size_t b_row = tb ? 1 : (size_t)ldb, b_col = tb ? (size_t)ldb : 1;
    for (int j = 0; j < n; j += COLS)
        for (int l = 0; l < k; l += depth) {
            int cols = least(COLS, n - j), deep = least(depth, k - l);
            copy_part(tb, b + (size_t)l * b_row + (size_t)j * b_col, ldb, deep, cols, part);
            for (int i = 0; i < m; i += rows)
                blas_sgemm(ta, false, least(rows, m - i), cols, deep, alpha,
                           a + (size_t)i * a_row + (size_t)l * a_col, lda, part, cols, l ? 1 : beta,
                           c + (size_t)i * (size_t)ldc + j, ldc);
        }
}

void N(gemm_parts)(bool ta, bool tb, int m, int n, int k, real alpha, const real *a, int lda,
                   const real *b, int ldb, real beta, real *c, int ldc)
{
    for (int i = 0; i < m; i += MOST_ROWS)
        cut(ta, tb, least(MOST_ROWS, m - i), n, k, alpha, a + (size_t)i * (ta ? 1 : (size_t)lda),
            lda, b, ldb, beta, c + (size_t)i * (size_t)ldc, ldc);
}

#endif
