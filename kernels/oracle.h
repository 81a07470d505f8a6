/* SPDX-License-Identifier: MIT
 * The oracle: every choice's formula in double precision, strict flags, no BLAS, no vectors.
 *
 * It works stage by stage and row by row: a large layer is checked on a sample of rows, and each
 * stage gets the output of the stage before it in the layer under test. w: the layer's parameters
 * as double arrays, in the order of tensors(). */
#ifndef ATTNLAB_ORACLE_H
#define ATTNLAB_ORACLE_H

#include "kernels.h"

/* Doubles of scratch, enough for any function below. */
size_t oracle_scratch(const struct layer *);

/* A layer (borrowed) with its choices looked up once. The caller provides oracle_bytes() of memory
 * and frees it. */
struct oracle;
size_t oracle_bytes(void);
void oracle_open(struct oracle *, const struct layer *);

/* One row through projection slot q, k, v or o and its stages: x (d_in) -> y (d_out). row: index in
 * its sequence. */
void oracle_project(const struct oracle *, enum slot_id, int row, const double *const *w,
                    const double *x, double *y, double *scratch);

/* Number of keys visible to query i; length: keys of the batch element (M without padding). */
int oracle_visible(const struct layer *, int i, int length);

/* oracle_has_decay: whether logits fall by running sums of log decays. oracle_decay: the sums of
 * one head; log: output of slot forget per key (M; NULL without it) -> c (max(N, M)). */
bool oracle_has_decay(const struct layer *);
void oracle_decay(const struct layer *, int head, const double *log, double *c);

/* Further outputs for a row; arrays of M, NULL if not wanted. condition: the largest first-order
 * change of a logit under relative changes of q and k, plus the sizes of its terms; tolerances grow
 * with it. It needs the derivative of every score, which is most of the work. */
struct oracle_row {
    double *scores, *weights; /* of visible keys, after their stages */
    bool wants_condition;
    double condition; /* 0 if not wanted */
};

/* Query i of one head of a batch element: q (D), k and v of the head it reads (M rows, strides ldk
 * and ldv doubles) -> o (width of a value). c: from oracle_decay; NULL without decay. */
void oracle_attend(const struct oracle *, const double *const *w, int batch, int head, int i,
                   int visible, const double *q, const double *k, int ldk, const double *v, int ldv,
                   const double *c, double *o, struct oracle_row *, double *scratch);

/* Error bound per weight: errors[j] (M) is the largest change of (outer factor * a_ij) when every
 * score moves by `unit` times the size of its terms. With `apart`, one score also moves one way and
 * all others the other way (M times the work). Scores that are denormal in float also become 0. The
 * size is the score of |q| and |k| with `sizes`, the absolute parameters: nothing cancels there, so
 * it bounds any order of summation. scores: that row's, from oracle_attend. */
void oracle_weight_errors(const struct oracle *, const double *const *w, const double *const *sizes,
                          int head, int i, int visible, const double *q, const double *k, int ld,
                          const double *scores, const double *c, double unit, bool apart,
                          double *errors, double *scratch);

/* One row through the gate and other stages after attention: x (d_model), o (H*D) -> g (H*D). */
void oracle_output(const struct oracle *, const double *const *w, const double *x, const double *o,
                   double *g, double *scratch);

#endif
