/* SPDX-License-Identifier: MIT
 * Declares QK-norm, which normalises the queries and keys of a head before the dot product, token
 * by token.
 *
 * The temperature of the norm l2 multiplies the score. In the fast path, the norm of a query
 * includes the temperature; the formula leaves it to the caller.
 *
 * w and dw: the score's tensors and gradients of all heads. */
#ifndef ATTNLAB_QK_NORM_H
#define ATTNLAB_QK_NORM_H

#include "slots.h"

/* Kinds of norm:
 *
 *     none: no normalisation;
 *     l2: norm(x) = x / max(||x||, 1e-6), times a temperature per head; scale sqrt(D) (arXiv
 *     2010.04245);
 *     rms: norm(x) = g x / sqrt(mean(x^2) + 1e-5); scale 1/sqrt(D) (arXiv 2302.05442, which uses
 *     LayerNorm);
 *     rms_plain: rms without gains;
 *     rms_k: rms_plain of keys only.
 *
 * The temperature and the gains g_q and g_k (D) are learned and initially 1. All heads share the
 * gains. rms_plain and rms_k are QK-norm and k-norm in an audit of the code of arXiv 2603.13381,
 * which uses eps 1e-6. */
enum qk_norm { QK_NONE, QK_L2, QK_RMS, QK_RMS_PLAIN, QK_RMS_K, QK_NORMS };
/* NULL-terminated lists of the argument values (qk_norm_names) and their label texts. */
extern const char *const N(qk_norm_names)[], *const N(qk_norm_said)[];
enum qk_side { QK_QUERY, QK_KEY };

enum { QK_TEMPERATURE = 0 }; /* the only tensor of QK_L2, (H) */
/* Writes the norm's tensors to out and returns their number. */
int N(qk_norm_tensors)(enum qk_norm, const struct dims *, struct tensor *out);
/* Returns the declared FLOPs per token of d numbers. */
double N(qk_norm_flop)(enum qk_norm, enum qk_side, double d);

/* Computes the formula y (D) = norm(x), without temperature. */
void N(qk_norm_formula)(enum qk_norm, enum qk_side, const double *const *w, int d, const double *x,
                        double *y);
/* Accumulates the derivative of the norm into dx and dw (gradients of the gains). y is the result
 * of the formula. dw may be NULL. */
void N(qk_norm_derivative)(enum qk_norm, enum qk_side, const double *const *w, int d,
                           const double *x, const double *y, const double *dy, double *dx,
                           double *const *dw);

/* Normalise features in place: fq (rows x D, times the temperature) and fk (D x TILE_K, the keys of
 * a tile). Missing keys stay 0. */
void N(qk_norm_queries)(const struct score_run *, enum qk_norm, int rows, real *fq);
void N(qk_norm_keys)(const struct score_run *, enum qk_norm, real *fk);
/* Runs the backward pass of the norm of q (row stride ld): accumulates into dq (row stride ldd),
 * given dfq (rows x D). Tensor gradients are accumulated into dw. scratch: D reals. */
void N(qk_norm_queries_backward)(const struct score_run *, enum qk_norm, const real *q, int ld,
                                 int rows, const real *dfq, real *dq, int ldd, real *const *dw,
                                 real *scratch);
/* Runs the backward pass of the norm of keys, one key per row. Not for QK_NONE. May overwrite dnk
 * (cols x D). */
void N(qk_norm_keys_backward)(const struct score_run *, enum qk_norm, const real *k, int ld,
                              int cols, real *dnk, real *dk, int ldd, real *const *dw);

#endif
