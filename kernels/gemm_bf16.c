/* SPDX-License-Identifier: MIT
 * Multiplies matrices whose elements are first rounded to bf16. Sums, alpha, beta and C have the
 * precision of the build.
 *
 * gemm_bf16_avx512.c is used on processors with AVX512_BF16. In other builds and on other
 * processors, blocks of both operands are rounded and multiplied by gemm(). Both round the operands
 * equally and differ only in the order of the sums. */
#include "bf16.h"
#include "gemm.h"
#include "slots.h"

/* sizes of a rounded block; both blocks stay in the second-level cache */
enum { ROWS = 128, COLS = 256, DEPTH = 128 };

static void round_block(const real *from, int ld, int rows, int cols, real *to)
{
    for (int r = 0; r < rows; r++, from += ld, to += cols)
        for (int c = 0; c < cols; c++) to[c] = (real)round_bf16((float)from[c]);
}

static void emulate(bool ta, bool tb, int m, int n, int k, real alpha, const real *a, int lda,
                    const real *b, int ldb, real beta, real *c, int ldc)
{
    real x[ROWS * DEPTH], y[DEPTH * COLS];
    size_t a_row = ta ? 1 : (size_t)lda, a_col = ta ? (size_t)lda : 1;
    size_t b_row = tb ? 1 : (size_t)ldb, b_col = tb ? (size_t)ldb : 1;
    int l = 0;
    do { /* The loop runs once even if k is 0, because C must be multiplied by beta. */
        int depth = least(DEPTH, k - l);
        for (int j = 0; j < n; j += COLS) {
            int cols = least(COLS, n - j);
            round_block(b + (size_t)l * b_row + (size_t)j * b_col, ldb, tb ? cols : depth,
                        tb ? depth : cols, y);
            for (int i = 0; i < m; i += ROWS) {
                int rows = least(ROWS, m - i);
                round_block(a + (size_t)i * a_row + (size_t)l * a_col, lda, ta ? depth : rows,
                            ta ? rows : depth, x);
                gemm(ta, tb, rows, cols, depth, alpha, x, ta ? rows : depth, y, tb ? depth : cols,
                     l ? 1 : beta, c + (size_t)i * (size_t)ldc + j, ldc);
            }
        }
        l += DEPTH;
    } while (l < k);
}

void N(gemm_bf16)(bool ta, bool tb, int m, int n, int k, real alpha, const real *a, int lda,
                  const real *b, int ldb, real beta, real *c, int ldc)
{
    gemm_product *tiles = N(bf16_tiles)();
    (tiles ? tiles : emulate)(ta, tb, m, n, k, alpha, a, lda, b, ldb, beta, c, ldc);
}
