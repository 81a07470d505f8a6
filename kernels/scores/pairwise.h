/* SPDX-License-Identifier: MIT
 * Declares separable scores:
 *
 *     s_ij = constant + sum_u w_u phi(a_iu + b_ju), a_i = q_i Wq + b, b_j = k_j Wk
 *
 * The MLP score (2502.17206), Bahdanau's additive score (1409.0473), GATv2 (2105.14491) and GAT
 * (with one unit) have this form. Two small products per token replace one product per pair. The
 * features of a query are `units` values and c_i. The features of a tile of keys are `units` rows
 * and the row e_j, each TILE_K wide.
 *
 * If phi is piecewise linear (identity, relu, leaky_relu with slope g),
 *
 *     w phi(a + b) = w max((1-g) b, -(1-g) a) + w a + g w b.
 *
 * The tile is then c_i + e_j + sum_u w_u max(B_uj, A_iu), which costs a maximum and a multiply-add
 * per pair and unit. c_i contains w a (0 if rows may be shifted), and e_j contains g w b. For any
 * other phi, c_i = constant and e_j = 0, and the tile calls activate(). */
#ifndef ATTNLAB_PAIRWISE_H
#define ATTNLAB_PAIRWISE_H

#include "slots.h"

/* ---- one head's parameters ---- */

enum pairwise_tensor { PAIR_WQ, PAIR_WK, PAIR_W, PAIR_B, PAIR_CONSTANT, PAIR_TENSORS };

struct pairwise {
    int d, units;
    enum activation act;
    real slope;                       /* slope of leaky_relu, 0 to 1 */
    const real *tensor[PAIR_TENSORS]; /* wq and wk (d x units), w (units), b (units) or NULL,
                                         constant (1) or NULL */
};

/* Computes the features fq (rows x (units + 1)) of queries q (rows x d, row stride ld). */
void N(pairwise_queries)(const struct pairwise *, bool shift_invariant, const real *q, int ld,
                         int rows, real *fq);
/* Computes the features fk ((units + 1) x TILE_K, zeros beyond cols) of keys k (cols x d, row
 * stride ld). scratch: units x TILE_K. */
void N(pairwise_keys)(const struct pairwise *, const real *k, int ld, int cols, real *fk,
                      real *scratch);
/* Computes the scores s (rows x TILE_K) from features. Reads only the tensor PAIR_W. scratch: units
 * x TILE_K. */
void N(pairwise_tile)(const struct pairwise *, const real *fq, int rows, const real *fk, int cols,
                      real *s, real *scratch);

/* Returns true if phi is linear on each side of 0. */
static inline bool pairwise_linear(enum activation act)
{
    return act == ACT_IDENTITY || act == ACT_RELU || act == ACT_LEAKY_RELU;
}
/* Returns the slope of a piecewise linear phi for x below 0; the slope above 0 is 1. */
static inline real pairwise_slope(const struct pairwise *p)
{
    return p->act == ACT_IDENTITY ? 1 : p->act == ACT_RELU ? 0 : p->slope;
}

/* Runs the backward pass (pairwise_backward.c). dfq and dfk have the layout of the features, but
 * contain gradients of hidden units. Tensor gradients are accumulated into dw, the head's parts;
 * NULL skips a tensor. scratch: pairwise_backward_reals. */
void N(pairwise_tile_backward)(const struct pairwise *, const real *fq, int rows, const real *fk,
                               int cols, const real *ds, real *dfq, real *dfk, real *const *dw,
                               real *scratch);
void N(pairwise_queries_backward)(const struct pairwise *, const real *q, int ld, int rows,
                                  const real *dfq, real *dq, int ldd, real *const *dw,
                                  real *scratch);
void N(pairwise_keys_backward)(const struct pairwise *, const real *k, int ld, int cols,
                               const real *dfk, real *dk, int ldd, real *const *dw, real *scratch);
size_t N(pairwise_backward_reals)(int d, int units);

/* ---- the family of scores neural, additive and gatv2 ---- */

/* Properties of one pairwise score. `tensors` is the number of tensors, in the order wq, wk, w, b,
 * constant. */
struct pairwise_kind {
    enum activation act;
    double slope;
    int tensors;
};

/* indices of the arguments, the same for all scores with hidden units */
enum { ARG_D_PRIME, ARG_SHARE, ARG_SCORE_ACT };
extern const char *const N(share_names)[], *const N(share_said)[];
extern const struct param N(pairwise_params)[];

/* Returns the offset of a head's values in a tensor with `size` numbers per head. */
size_t N(head_part)(const struct args *, int head, size_t size);
/* Adds a leading axis of heads to the tensor unless all heads share it. */
struct tensor N(head_tensor)(const struct dims *, const struct args *, struct tensor);

int N(pairwise_tensors)(struct pairwise_kind, const struct dims *, const struct args *,
                        struct tensor *out);
struct work N(pairwise_work)(struct pairwise_kind, const struct dims *, const struct args *);
double N(pairwise_formula)(struct pairwise_kind, const struct dims *, const struct args *,
                           const double *const *w, int head, const double *q, const double *k);
void N(pairwise_derivative)(struct pairwise_kind, const struct dims *, const struct args *,
                            const double *const *w, int head, const double *q, const double *k,
                            double ds, double *dq, double *dk, double *const *dw);
struct pairwise N(pairwise_open)(struct pairwise_kind, const struct score_run *);
/* Finds the head's part of the tensor gradients dw. */
void N(pairwise_gradients)(struct pairwise_kind, const struct score_run *, real *const *dw,
                           real **part);

/* Declares the members of struct score. */
int N(pairwise_features)(const struct dims *, const struct args *);
size_t N(pairwise_scratch)(const struct dims *, const struct args *);
size_t N(pairwise_backward_scratch)(const struct dims *, const struct args *);

/* ---- the published formulation: arrays of n x m x units (pairwise_materialise.c) ---- */

void N(pairwise_materialise)(struct pairwise_kind, const struct score_run *, const real *q, int ldq,
                             const real *k, int ldk, real *s, real *scratch);
/* Runs the backward pass of pairwise_materialise. dw: the head's part of each tensor's gradient;
 * NULL if the score does not have the tensor. */
void N(pairwise_materialise_backward)(struct pairwise_kind, const struct score_run *, const real *q,
                                      int ldq, const real *k, int ldk, const real *ds, real *dq,
                                      real *dk, real *const *dw, real *scratch);
size_t N(pairwise_materialise_scratch)(const struct dims *, const struct args *);
size_t N(pairwise_materialise_backward_scratch)(const struct dims *, const struct args *);
struct work N(pairwise_materialise_work)(const struct dims *, const struct args *);
struct work N(pairwise_materialise_backward_work)(const struct dims *, const struct args *);

#endif
