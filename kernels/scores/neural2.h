/* SPDX-License-Identifier: MIT
 * Declarations shared by the files of the score `neural2`. */
#ifndef ATTNLAB_NEURAL2_H
#define ATTNLAB_NEURAL2_H

#include "pairwise.h"

enum neural2_tensor {
    N2_PQ, /* matrix Pq, d x units */
    N2_BQ,
    N2_PK, /* matrix Pk, d x units */
    N2_BK,
    N2_L1, /* matrix L1, 2 units x units */
    N2_B1,
    N2_L2, /* matrix L2, units x last */
    N2_B2,
    N2_L3, /* vector L3, length last */
    N2_B3,
    NEURAL2_TENSORS
};

struct neural2 {
    int d, units, last; /* D, d', width of the second hidden layer */
    enum activation act;
    int rows[NEURAL2_TENSORS], cols[NEURAL2_TENSORS];
    size_t part[NEURAL2_TENSORS]; /* offset of the head's data in each tensor */
};

struct neural2 N(neural2_open)(const struct dims *, const struct args *, int head);
/* Finds the head's part of each tensor. */
static inline void N(neural2_parts)(const struct neural2 *p, const real *const *w,
                                    const real **part)
{
    for (int t = 0; t < NEURAL2_TENSORS; t++) part[t] = w[t] + p->part[t];
}
/* Finds the head's part of the gradient of each tensor. */
static inline void N(neural2_gradients)(const struct neural2 *p, real *const *dw, real **part)
{
    for (int t = 0; t < NEURAL2_TENSORS; t++) part[t] = dw[t] + p->part[t];
}

/* Number of independent sums; several sums hide the latency of additions. */
enum { NEURAL2_VECS = 4, NEURAL2_BLOCK = NEURAL2_VECS * VLEN };
_Static_assert(TILE_K % NEURAL2_BLOCK == 0, "the tile size must be a multiple of the block size");

/* Computes the second layer before phi: h2 (last x width) = L2 h1 + b2. h1 is units x width, and
 * width is a multiple of NEURAL2_BLOCK. */
void N(neural2_second_layer)(const struct neural2 *, const real *l2, const real *b2, const real *h1,
                             int width, real *h2);

/* Declares the members of struct score. */
double N(neural2_formula)(const struct dims *, const struct args *, const double *const *w,
                          int head, const double *q, const double *k, double *scratch);
void N(neural2_derivative)(const struct dims *, const struct args *, const double *const *w,
                           int head, const double *q, const double *k, double ds, double *dq,
                           double *dk, double *const *dw, double *scratch);
size_t N(neural2_formula_scratch)(const struct dims *, const struct args *);
void N(neural2_tile_backward)(const struct score_run *, const real *fq, int rows, const real *fk,
                              int cols, const real *ds, real *dfq, real *dfk, real *const *dw,
                              real *scratch);
void N(neural2_prepare_q_backward)(const struct score_run *, const real *q, int ld, int rows,
                                   const real *fq, const real *dfq, real *dq, int ldd,
                                   real *const *dw, real *scratch);
void N(neural2_prepare_k_backward)(const struct score_run *, const real *k, int ld, int cols,
                                   const real *fk, const real *dfk, real *dk, int ldd,
                                   real *const *dw, real *scratch);
size_t N(neural2_backward_scratch)(const struct dims *, const struct args *);
void N(neural2_materialise)(const struct score_run *, const real *q, int ldq, const real *k,
                            int ldk, real *s, real *scratch);
void N(neural2_materialise_backward)(const struct score_run *, const real *q, int ldq,
                                     const real *k, int ldk, const real *ds, real *dq, real *dk,
                                     real *const *dw, real *scratch);
size_t N(neural2_materialise_scratch)(const struct dims *, const struct args *);
size_t N(neural2_materialise_backward_scratch)(const struct dims *, const struct args *);
struct work N(neural2_materialise_work)(const struct dims *, const struct args *);

#endif
