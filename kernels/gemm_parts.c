/* SPDX-License-Identifier: MIT
 * Multiplies matrices with many rows in parts that OpenBLAS does not pack. Normally, OpenBLAS packs
 * both operands. Its AVX-512 kernels for at most 100^3 multiply-adds skip this step.
 *
 * Rows of B that are 4 KiB apart share one cache set, which makes these kernels a third slower.
 * Therefore a part of B is copied (transposed if needed) and used for all rows of A. Measured gains
 * on Zen 5 are 3 to 50 %.
 *
 * The small kernels stall when they add to a C outside the cache, so gemm.c does not use parts in
 * this case. */
#include "gemm.h"
#include "slots.h"
#include "transpose.h"

#ifndef BUILD_DOUBLE

/* Parts have at most 100^3 multiply-adds, and COLS columns of B fit in 32 KiB. */
enum { ROWS = 120, DEPTH = 128 };              /* sizes of a part for A B and A B^T */
enum { TRANSPOSED_ROWS = 128, SHALLOW = 120 }; /* sizes of a part for A^T B */
enum { MOST_ROWS = 1920 }; /* largest number of rows for which COLS columns of C fit in the cache */
enum { COLS = 64 };

/* Divides `length` into equal parts and returns the size of a part: a multiple of 8, at most
 * `most`. */
static inline int part_of(int length, int most)
{
    int parts = (length + most - 1) / most;
    return ((length + parts - 1) / parts + 7) / 8 * 8;
}

/* Copies COLS reals through registers. GCC would turn a plain loop into a slower memcpy call. */
static inline void copy_whole_row(const real *from, real *to)
{
    vec x[COLS / VLEN];
    for (int i = 0; i < COLS / VLEN; i++) x[i] = vload(from + i * VLEN);
    for (int i = 0; i < COLS / VLEN; i++) vstore(to + i * VLEN, x[i]);
}

/* Copies rows of b (columns if transposed) to a contiguous part (rows x cols). */
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
    int rows = ta ? TRANSPOSED_ROWS : ROWS, depth = part_of(k, ta ? SHALLOW : DEPTH);
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
