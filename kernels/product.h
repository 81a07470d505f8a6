/* SPDX-License-Identifier: MIT
 * Computes tiles of scores that are inner products of features: dot, bilinear and dot_low. Keys are
 * stored transposed (D x TILE_K). OpenBLAS then multiplies without packing, which is twice as fast
 * for tiles of this size. */
#ifndef ATTNLAB_PRODUCT_H
#define ATTNLAB_PRODUCT_H

#include "slots.h"

/* Returns the inner product x . y of d numbers. */
static inline double inner_product(const double *x, const double *y, int d)
{
    double s = 0;
    for (int i = 0; i < d; i++) s += x[i] * y[i];
    return s;
}

/* Transposes keys k (cols x D, row stride ld) to fk (D x TILE_K), with zeros beyond cols. */
void N(product_keys)(const real *k, int ld, int cols, int d, real *fk);
/* Computes the scores s = fq fk, with s (rows x TILE_K), fq (rows x D) and fk (D x TILE_K). */
void N(product_tile)(const real *fq, int rows, const real *fk, int cols, int d, real *s);
/* Accumulates the gradients dfq += ds fk^T and dfk += fq^T ds, with ds (rows x TILE_K). scratch (D
 * x TILE_K) receives a transposed copy of fk, which OpenBLAS multiplies without packing. */
void N(product_tile_backward)(const real *fq, int rows, const real *fk, int cols, int d,
                              const real *ds, real *dfq, real *dfk, real *scratch);
/* Accumulates the gradient of the keys: dk (cols x D, row stride ldd) += dfk^T. */
void N(product_keys_backward)(const real *dfk, int cols, int d, real *dk, int ldd);
/* Returns the number of scratch reals of product_tile_backward: D * TILE_K. */
size_t N(product_backward_scratch)(const struct dims *, const struct args *);
/* Returns the number of features per query or key: D. */
int N(product_features)(const struct dims *, const struct args *);
/* Returns the natural scale: 1/sqrt(D). */
double N(product_scale)(const struct dims *, const struct args *);

#endif
