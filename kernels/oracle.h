/* SPDX-License-Identifier: MIT
 * The oracle: every choice's formula in double precision, strict flags, no BLAS, no vectors.
 *
 * It works stage by stage and row by row, so that a large layer can be checked on a sample of
 * rows, each stage fed with what the stage before it really produced.
 * w: parameters of the whole layer as double arrays, in the order of tensors().
 */
#ifndef ATTNLAB_ORACLE_H
#define ATTNLAB_ORACLE_H

#include "kernels.h"

/* Doubles of scratch that any function below may use for this layer. */
size_t oracle_scratch(const struct layer *);

/* A layer, borrowed, with its choices looked up: once for all of its rows. The caller gives it
 * oracle_bytes() of memory and frees that. */
struct oracle;
size_t oracle_bytes(void);
void oracle_open(struct oracle *, const struct layer *);

/* One row through projection slot q, k, v or o and the stages on it: x (d_in) -> y (d_out). row:
 * which of its sequence's rows. */
void oracle_project(const struct oracle *, enum slot_id, int row, const double *const *w,
                    const double *x, double *y, double *scratch);

/* Number of keys that query i may see; length is the batch element's (M without padding). */
int oracle_visible(const struct layer *, int i, int length);

/* Whether logits fall by running sums of log decays. Those of one head: log, what slot forget gave
 * at each key (M; NULL where the layer has none of it), -> c (max(N, M)). */
bool oracle_has_decay(const struct layer *);
void oracle_decay(const struct layer *, int head, const double *log, double *c);

/* What else is wanted of a row; arrays of M, NULL where they are not. The condition is the largest
 * first-order change of a logit under relative perturbation of q and k, plus the sizes of its
 * terms; tolerances grow with it. It takes the derivative of every score, which is most of the
 * work. */
struct oracle_row {
    double *scores, *weights; /* of visible keys; after the stages on them */
    bool wants_condition;
    double condition; /* 0 where it is not wanted */
};

/* Query i of one head of a batch element: q (D), k and v of the head that it reads (M rows of
 * distances ldk and ldv doubles) -> o (width of a value). c: of oracle_decay, NULL where it has
 * none. */
void oracle_attend(const struct oracle *, const double *const *w, int batch, int head, int i,
                   int visible, const double *q, const double *k, int ldk, const double *v, int ldv,
                   const double *c, double *o, struct oracle_row *, double *scratch);

/* How far each weight of that query may be off: errors[j] (M) is the most that the factor outside
 * times a_ij changes when every score moves up or down by `unit` times the size of its terms; with
 * `apart`, when its own moves one way and all others the other way, which bounds it however large
 * the scores are (M times the work); and when scores that are denormal in float become 0. That size
 * is the score of |q| and |k| with `sizes`, the absolute values of all parameters: nothing cancels
 * there and no unit is dead, so it bounds what any order of summing went through. scores: of that
 * row, from oracle_attend. */
void oracle_weight_errors(const struct oracle *, const double *const *w, const double *const *sizes,
                          int head, int i, int visible, const double *q, const double *k, int ld,
                          const double *scores, const double *c, double unit, bool apart,
                          double *errors, double *scratch);

/* One row through the gate and whatever stage stands behind attention: x (d_model), o (H*D) -> g
 * (H*D). */
void oracle_output(const struct oracle *, const double *const *w, const double *x, const double *o,
                   double *g, double *scratch);

#endif
