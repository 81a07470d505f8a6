/* SPDX-License-Identifier: MIT
 * Parts of the published formulations of MLP scores: arrays with one row per pair, row i*m + j for
 * query i and key j, and dense layers on them in both directions. A dense layer is BLAS products
 * over all pairs. */
#ifndef ATTNLAB_ALL_PAIRS_H
#define ATTNLAB_ALL_PAIRS_H

#include "slots.h"

/* repeat a, repeat b, concatenate: out (n*m x 2 units), row i*m + j = [a_i ; b_j]. */
void N(pairs_concatenate)(const real *a, int n, const real *b, int m, int units, real *out);
/* Its gradient: a_i = sum_j of the left halves, b_j = sum_i of the right ones; both written. */
void N(pairs_reduce)(const real *dout, int n, int m, int units, real *a, real *b);

/* y = x W + b, x: rows x d_in, W: d_in x d_out, y: rows x d_out, written; b may be NULL. */
void N(pairs_dense)(const real *x, size_t rows, int d_in, int d_out, const real *w, const real *b,
                    real *y);
/* dw += x^T dy, db += column sums of dy (either may be NULL), dx = dy W^T, written; dx may be x. */
void N(pairs_dense_backward)(const real *x, size_t rows, int d_in, int d_out, const real *w,
                             const real *dy, real *dx, real *dw, real *db);

/* Gradient of y = x W (+ b), dy (rows x units), x tokens of a head with row stride ld: dx += dy W^T
 * with the same stride, dw += x^T dy, db += column sums, unless NULL. */
void N(tokens_dense_backward)(const real *x, int ld, int rows, int d, int units, const real *w,
                              const real *dy, real *dx, real *dw, real *db);

#endif
