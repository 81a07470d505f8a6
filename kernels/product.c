/* SPDX-License-Identifier: MIT
 * Computes tiles of inner-product scores, and their gradients. */
#include "product.h"

#include "transpose.h"

#include <math.h>

static void store_block(const real *k, int ld, real *fk)
{
    vec x[VLEN];
    transpose_block(k, ld, x);
    for (int i = 0; i < VLEN; i++) vstore(fk + i * TILE_K, x[i]);
}
static void store_key_block(const real *fk, real *k, int d)
{
    vec x[VLEN];
    transpose_block(fk, TILE_K, x);
    for (int i = 0; i < VLEN; i++) vstore(k + i * d, x[i]);
}
static void add_block(const real *dfk, real *dk, int ldd)
{
    vec x[VLEN];
    transpose_block(dfk, TILE_K, x);
    for (int i = 0; i < VLEN; i++) {
        real *to = dk + (size_t)i * (size_t)ldd;
        vstore(to, vload(to) + x[i]);
    }
}

void N(product_keys)(const real *k, int ld, int cols, int d, real *fk)
{
    int whole_cols = cols / VLEN * VLEN, whole_d = d / VLEN * VLEN;
    for (int j = 0; j < whole_cols; j += VLEN)
        for (int i = 0; i < whole_d; i += VLEN)
            store_block(k + (size_t)j * (size_t)ld + i, ld, fk + i * TILE_K + j);
    for (int i = 0; i < d; i++)
        for (int j = i < whole_d ? whole_cols : 0; j < TILE_K; j++)
            fk[i * TILE_K + j] = j < cols ? k[(size_t)j * (size_t)ld + i] : 0;
}

void N(product_keys_backward)(const real *dfk, int cols, int d, real *dk, int ldd)
{
    int whole_cols = cols / VLEN * VLEN, whole_d = d / VLEN * VLEN;
    for (int j = 0; j < whole_cols; j += VLEN)
        for (int i = 0; i < whole_d; i += VLEN)
            add_block(dfk + i * TILE_K + j, dk + (size_t)j * (size_t)ldd + i, ldd);
    for (int j = 0; j < cols; j++)
        for (int i = j < whole_cols ? whole_d : 0; i < d; i++)
            dk[(size_t)j * (size_t)ldd + i] += dfk[i * TILE_K + j];
}

/* Transposes fk back into keys (cols x D, row stride D). */
static void transpose_back(const real *fk, int cols, int d, real *k)
{
    int whole_cols = cols / VLEN * VLEN, whole_d = d / VLEN * VLEN;
    for (int j = 0; j < whole_cols; j += VLEN)
        for (int i = 0; i < whole_d; i += VLEN)
            store_key_block(fk + i * TILE_K + j, k + j * d + i, d);
    for (int j = 0; j < cols; j++)
        for (int i = j < whole_cols ? whole_d : 0; i < d; i++) k[j * d + i] = fk[i * TILE_K + j];
}

void N(product_tile)(const real *fq, int rows, const real *fk, int cols, int d, real *s)
{
    int width = (cols + VLEN - 1) / VLEN * VLEN;
    gemm(false, false, rows, width, d, 1, fq, d, fk, TILE_K, 0, s, TILE_K);
}

void N(product_tile_backward)(const real *fq, int rows, const real *fk, int cols, int d,
                              const real *ds, real *dfq, real *dfk, real *scratch)
{
    transpose_back(fk, cols, d, scratch);
    gemm(false, false, rows, d, cols, 1, ds, TILE_K, scratch, d, 1, dfq, d);
    gemm(true, false, d, cols, rows, 1, fq, d, ds, TILE_K, 1, dfk, TILE_K);
}

int N(product_features)(const struct dims *dims, const struct args *args)
{
    (void)args;
    return dims->d_head;
}
size_t N(product_backward_scratch)(const struct dims *dims, const struct args *args)
{
    (void)args;
    return (size_t)dims->d_head * TILE_K;
}
double N(product_scale)(const struct dims *dims, const struct args *args)
{
    (void)args;
    return 1 / sqrt((double)dims->d_head);
}
