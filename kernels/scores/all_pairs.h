/* SPDX-License-Identifier: MIT
 * Implements parts of the published formulations of MLP scores: arrays with one row per pair, and
 * dense layers on all pairs by BLAS, forward and backward. Query i and key j have row i*m + j. */
#ifndef ATTNLAB_ALL_PAIRS_H
#define ATTNLAB_ALL_PAIRS_H

#include "slots.h"

/* Repeats a and b over all pairs and concatenates: row i*m + j of out (n*m x 2 units) is [a_i ;
 * b_j]. */
void N(pairs_concatenate)(const real *a, int n, const real *b, int m, int units, real *out);
/* Runs the backward pass of pairs_concatenate and overwrites a and b by their gradients. The
 * gradient of a_i is the sum of the left halves over j; the gradient of b_j is the sum of the right
 * halves over i. */
void N(pairs_reduce)(const real *dout, int n, int m, int units, real *a, real *b);

/* Computes the dense layer y = x W + b with x (rows x d_in), W (d_in x d_out) and y (rows x d_out).
 * b may be NULL. */
void N(pairs_dense)(const real *x, size_t rows, int d_in, int d_out, const real *w, const real *b,
                    real *y);
/* Computes the gradients of a dense layer: dw += x^T dy, db += column sums of dy, dx = dy W^T. dw
 * and db may be NULL; dx may be x. */
void N(pairs_dense_backward)(const real *x, size_t rows, int d_in, int d_out, const real *w,
                             const real *dy, real *dx, real *dw, real *db);

/* Accumulates the gradients of y = x W (+ b): dx += dy W^T, dw += x^T dy, db += column sums of dy.
 * x has the tokens of a head (row stride ld), and dy is rows x units. db may be NULL. */
void N(tokens_dense_backward)(const real *x, int ld, int rows, int d, int units, const real *w,
                              const real *dy, real *dx, real *dw, real *db);

#endif
