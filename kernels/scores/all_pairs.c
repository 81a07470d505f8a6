/* SPDX-License-Identifier: MIT
 * Implements the published formulations of MLP scores: repeat, concatenate and dense layers over
 * all pairs, with gradients. */
#include "all_pairs.h"

void N(pairs_concatenate)(const real *a, int n, const real *b, int m, int units, real *out)
{
    size_t bytes = (size_t)units * sizeof *out;
    for (int i = 0; i < n; i++)
        for (int j = 0; j < m; j++, out += 2 * units) {
            memcpy(out, a + (size_t)i * (size_t)units, bytes);
            memcpy(out + units, b + (size_t)j * (size_t)units, bytes);
        }
}

void N(pairs_reduce)(const real *dout, int n, int m, int units, real *a, real *b)
{
    memset(a, 0, (size_t)n * (size_t)units * sizeof *a);
    memset(b, 0, (size_t)m * (size_t)units * sizeof *b);
    for (int i = 0; i < n; i++, a += units)
        for (int j = 0; j < m; j++, dout += 2 * units) {
            real *to = b + (size_t)j * (size_t)units;
            for (int u = 0; u < units; u++) a[u] += dout[u];
            for (int u = 0; u < units; u++) to[u] += dout[units + u];
        }
}

/* Returns the number of rows for the next BLAS call. BLAS counts rows in an int, but n*m may exceed
 * an int. */
static size_t rows_at_once(size_t left)
{
    const size_t most = 1 << 20;
    return left < most ? left : most;
}

void N(pairs_dense)(const real *x, size_t rows, int d_in, int d_out, const real *w, const real *b,
                    real *y)
{
    for (size_t r = 0, now; r < rows; r += now) {
        now = rows_at_once(rows - r);
        gemm(false, false, (int)now, d_out, d_in, 1, x + r * (size_t)d_in, d_in, w, d_out, 0,
             y + r * (size_t)d_out, d_out);
    }
    for (size_t r = 0; b && r < rows; r++)
        for (int u = 0; u < d_out; u++) y[r * (size_t)d_out + (size_t)u] += b[u];
}

/* Adds the column sums of y to `sum`. Rows are summed in blocks, because a float sum of a million
 * terms loses small terms. */
static void add_columns(const real *y, size_t rows, int width, real *sum)
{
    enum { STRIP = 64, BLOCK = 1024 };
    for (int c = 0; c < width; c += STRIP) {
        int wide = width - c < STRIP ? width - c : STRIP;
        for (size_t r = 0; r < rows; r += BLOCK) {
            real part[STRIP] = {0};
            for (size_t i = r; i < r + BLOCK && i < rows; i++)
                for (int u = 0; u < wide; u++) part[u] += y[i * (size_t)width + (size_t)(c + u)];
            for (int u = 0; u < wide; u++) sum[c + u] += part[u];
        }
    }
}

void N(pairs_dense_backward)(const real *x, size_t rows, int d_in, int d_out, const real *w,
                             const real *dy, real *dx, real *dw, real *db)
{
    for (size_t r = 0, now; r < rows; r += now) {
        now = rows_at_once(rows - r);
        const real *in = x + r * (size_t)d_in, *out = dy + r * (size_t)d_out;
        if (dw) gemm(true, false, d_in, d_out, (int)now, 1, in, d_in, out, d_out, 1, dw, d_out);
        gemm(false, true, (int)now, d_in, d_out, 1, out, d_out, w, d_out, 0, dx + r * (size_t)d_in,
             d_in);
    }
    if (db) add_columns(dy, rows, d_out, db);
}

void N(tokens_dense_backward)(const real *x, int ld, int rows, int d, int units, const real *w,
                              const real *dy, real *dx, real *dw, real *db)
{
    gemm(true, false, d, units, rows, 1, x, ld, dy, units, 1, dw, units);
    gemm(false, true, rows, d, units, 1, dy, units, w, units, 1, dx, ld);
    if (db) add_columns(dy, (size_t)rows, units, db);
}
