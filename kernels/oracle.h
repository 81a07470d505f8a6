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

/* One row through projection slot q, k, v or o: x (d_in) -> y (d_out), with its rotary position if
 * the layer has them. row: its place in its sequence. */
void oracle_project(const struct layer *, enum slot_id, int row, const double *const *w,
                    const double *x, double *y, double *scratch);

/* Number of keys that query i may see; length is the batch element's (M without padding). */
int oracle_visible(const struct layer *, int i, int length);

/* One query of one head: q (D), k and v (M rows, distance ld doubles) -> o (D).
 * Returns the row's condition: the largest first-order change of scale*s_ij under relative
 * perturbation of q and k, plus |scale*s_ij|; tolerances grow with it. weights (M) may be NULL. */
double oracle_attend(const struct layer *, const double *const *w, int head, int visible,
                     const double *q, const double *k, const double *v, int ld, double *o,
                     double *weights, double *scratch);

/* The gate on one row: x (d_model), o (H*D) -> g (H*D). */
void oracle_gate(const struct layer *, const double *const *w, const double *x, const double *o,
                 double *g, double *scratch);

#endif
