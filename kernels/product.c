/* SPDX-License-Identifier: MIT
 * Transposed keys and the product tile; see product.h. */
#include "product.h"

#include <math.h>

/* Lanes 0 .. VLEN/2-1 of a and b by turns (high: the upper halves). */
static inline vec interleave(vec a, vec b, int high)
{
    ivec at = {0};
    for (int i = 0; i < VLEN; i++) at[i] = i / 2 + i % 2 * VLEN + high * VLEN / 2;
    return __builtin_shuffle(a, b, at);
}

/* VLEN x VLEN, in registers: log2(VLEN) rounds that interleave the two halves of the rows. */
static void transpose_block(const real *k, int ld, real *fk)
{
    vec x[VLEN], y[VLEN];
    for (int i = 0; i < VLEN; i++) x[i] = vload(k + (size_t)i * (size_t)ld);
    for (int round = 1; round < VLEN; round *= 2) {
        for (int i = 0; i < VLEN / 2; i++) {
            y[2 * i] = interleave(x[i], x[i + VLEN / 2], 0);
            y[2 * i + 1] = interleave(x[i], x[i + VLEN / 2], 1);
        }
        memcpy(x, y, sizeof x);
    }
    for (int i = 0; i < VLEN; i++) vstore(fk + i * TILE_K, x[i]);
}

void N(product_keys)(const real *k, int ld, int cols, int d, real *fk)
{
    int whole_cols = cols / VLEN * VLEN, whole_d = d / VLEN * VLEN;
    for (int j = 0; j < whole_cols; j += VLEN)
        for (int i = 0; i < whole_d; i += VLEN)
            transpose_block(k + (size_t)j * (size_t)ld + i, ld, fk + i * TILE_K + j);
    for (int i = 0; i < d; i++)
        for (int j = i < whole_d ? whole_cols : 0; j < TILE_K; j++)
            fk[i * TILE_K + j] = j < cols ? k[(size_t)j * (size_t)ld + i] : 0;
}

void N(product_tile)(const real *fq, int rows, const real *fk, int cols, int d, real *s)
{
    int width = (cols + VLEN - 1) / VLEN * VLEN;
    gemm(false, false, rows, width, d, 1, fq, d, fk, TILE_K, 0, s, TILE_K);
}

int N(product_features)(const struct dims *dims, const struct args *args)
{
    (void)args;
    return dims->d_head;
}
double N(product_scale)(const struct dims *dims, const struct args *args)
{
    (void)args;
    return 1 / sqrt((double)dims->d_head);
}
