/* SPDX-License-Identifier: MIT
 * Transposes VLEN x VLEN reals in registers. */
#ifndef ATTNLAB_TRANSPOSE_H
#define ATTNLAB_TRANSPOSE_H

#include "build.h"

/* Loads VLEN rows (row stride ld) and transposes them: x[i] is column i. Each of the log2(VLEN)
 * rounds interleaves the two halves of the rows. */
static inline void transpose_block(const real *from, int ld, vec *x)
{
    vec y[VLEN];
    for (int i = 0; i < VLEN; i++) x[i] = vload(from + (size_t)i * (size_t)ld);
    for (int round = 1; round < VLEN; round *= 2) {
        for (int i = 0; i < VLEN / 2; i++) {
            y[2 * i] = vinterleave(x[i], x[i + VLEN / 2], 0);
            y[2 * i + 1] = vinterleave(x[i], x[i + VLEN / 2], 1);
        }
        memcpy(x, y, sizeof y);
    }
}

/* Transposes `from` (rows x cols, row stride ld) into `to` (cols x rows, row stride to_ld). */
static inline void transpose(const real *from, int ld, int rows, int cols, real *to, int to_ld)
{
    int whole_rows = rows / VLEN * VLEN, whole_cols = cols / VLEN * VLEN;
    for (int j = 0; j < whole_cols; j += VLEN)
        for (int i = 0; i < whole_rows; i += VLEN) {
            vec x[VLEN];
            transpose_block(from + (size_t)i * (size_t)ld + j, ld, x);
            for (int c = 0; c < VLEN; c++) vstore(to + (size_t)(j + c) * (size_t)to_ld + i, x[c]);
        }
    for (int i = 0; i < rows; i++)
        for (int j = i < whole_rows ? whole_cols : 0; j < cols; j++)
            to[(size_t)j * (size_t)to_ld + i] = from[(size_t)i * (size_t)ld + j];
}

#endif
