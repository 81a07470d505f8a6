/* SPDX-License-Identifier: MIT
 * Declares the oracle, which evaluates every choice's formula in double precision. It is compiled
 * with strict flags, without BLAS or vectors.
 *
 * The oracle runs stage by stage and row by row, so a large layer can be checked on a sample of
 * rows. The input of a stage is the previous stage's output in the layer under test.
 *
 * w: the layer's parameters as double arrays, in the order of tensors(). */
#ifndef ATTNLAB_ORACLE_H
#define ATTNLAB_ORACLE_H

#include "kernels.h"

/* Returns a number of scratch doubles that suffices for every oracle function. */
size_t oracle_scratch(const struct layer *);

/* A layer with resolved choices. It keeps a pointer to the layer. The caller allocates and frees
 * oracle_bytes() bytes. */
struct oracle;
size_t oracle_bytes(void);
void oracle_open(struct oracle *, const struct layer *);

/* Computes one row of projection slot q, k, v or o and its stages: x (d_in) -> y (d_out). `row` is
 * the row's position in its sequence. */
void oracle_project(const struct oracle *, enum slot_id, int row, const double *const *w,
                    const double *x, double *y, double *scratch);

/* Returns the number of keys visible to query i. `length` is the number of keys of the batch
 * element (M without padding). */
int oracle_visible(const struct layer *, int i, int length);

/* oracle_has_decay returns true if the layer has log decays. oracle_decay computes the running sums
 * c (max(N, M)) of one head. log (M) is the output of slot forget for each key, or NULL if the slot
 * is unused. */
bool oracle_has_decay(const struct layer *);
void oracle_decay(const struct layer *, int head, const double *log, double *c);

/* Extra outputs for one row. Arrays have M doubles; NULL skips an output.
 *
 * The condition determines the tolerance of checks. It is the largest first-order change of a logit
 * under relative changes of q and k, plus the sizes of the logit's terms. The condition is
 * expensive, because it needs the derivative of every score. */
struct oracle_row {
    double *scores, *weights; /* scores of the visible keys; weights after dropout */
    bool wants_condition;
    double condition; /* condition of the row; 0 unless wants_condition */
};

/* Computes attention of query i in one head: q (D), keys and values (M rows, strides ldk and ldv
 * doubles) -> o (width of a value). c: the sums from oracle_decay, or NULL without decay. */
void oracle_attend(const struct oracle *, const double *const *w, int batch, int head, int i,
                   int visible, const double *q, const double *k, int ldk, const double *v, int ldv,
                   const double *c, double *o, struct oracle_row *, double *scratch);

/* Bounds the rounding error of each weight. errors[j] (M) is the largest change of weight j,
 * including the outer scale, when every score changes by its own error. The error of a score is
 * `unit` times the score of |q| and |k| with the absolute parameters `sizes`, so no terms cancel.
 *
 *     apart = false: all scores change in the same direction.
 *     apart = true: score j changes in the opposite direction to all others. This takes M times as
 *     long.
 *
 * Scores that are denormal in float may also become 0. `scores` has the row's scores from
 * oracle_attend. */
void oracle_weight_errors(const struct oracle *, const double *const *w, const double *const *sizes,
                          int head, int i, int visible, const double *q, const double *k, int ld,
                          const double *scores, const double *c, double unit, bool apart,
                          double *errors, double *scratch);

/* Computes one row of the gate and other stages after attention: x (d_model), o (H*D) -> g (H*D).
 */
void oracle_output(const struct oracle *, const double *const *w, const double *x, const double *o,
                   double *g, double *scratch);

#endif
