/* SPDX-License-Identifier: MIT
 * QK-norm: queries and keys of a head normalised before they are multiplied, each token for itself.
 * It is a nonlinearity of its own and raises the usable learning rate.
 *   none  as it is;
 *   l2    norm(x) = x / max(||x||, 1e-6), times a learned temperature per head (arXiv 2010.04245).
 * It starts at 1 with natural scale sqrt(D), so that cosines start with the spread that q.k/sqrt(D)
 *         has for q and k of unit variance;
 *   rms   norm(x) = g x / sqrt(mean(x^2) + 1e-5), learned gains g_q, g_k (D) that all heads
 *         share, starting at 1 (as in arXiv 2302.05442, with RMSNorm for LayerNorm); scale
 *         1/sqrt(D);
 *   rms_plain  the same without gains, and
 *   rms_k      of the keys alone: QK-norm and k-norm in an audit of the code of arXiv 2603.13381
 *         (eps 1e-6 there). The length of a query is then a temperature of its own.
 *
 * The temperature multiplies the score, so the formula leaves it to whoever takes the product;
 * fast, the norm of a query carries it. w, dw: the score's tensors, all heads, as declared here. */
#ifndef ATTNLAB_QK_NORM_H
#define ATTNLAB_QK_NORM_H

#include "slots.h"

enum qk_norm { QK_NONE, QK_L2, QK_RMS, QK_RMS_PLAIN, QK_RMS_K, QK_NORMS };
/* As values of an argument, and in words; NULL-ended. */
extern const char *const N(qk_norm_names)[], *const N(qk_norm_said)[];
enum qk_side { QK_QUERY, QK_KEY };

enum { QK_TEMPERATURE = 0 }; /* the one tensor of l2 (H) */
/* Returns how many tensors there are; out is written. */
int N(qk_norm_tensors)(enum qk_norm, const struct dims *, struct tensor *out);
/* Declared cost of a token of d numbers. */
double N(qk_norm_flop)(enum qk_norm, enum qk_side, double d);

/* y (D) = norm(x), without temperature. */
void N(qk_norm_formula)(enum qk_norm, enum qk_side, const double *const *w, int d, const double *x,
                        double *y);
/* dx += dy through the norm, dw[t] += ... of gains; y: what the formula gave. dw may be NULL. */
void N(qk_norm_derivative)(enum qk_norm, enum qk_side, const double *const *w, int d,
                           const double *x, const double *y, const double *dy, double *dx,
                           double *const *dw);

/* In place: fq (rows x D), with the temperature; all keys of a tile at once, fk (D x TILE_K).
 * Absent keys are 0 and stay it. */
void N(qk_norm_queries)(const struct score_run *, enum qk_norm, int rows, real *fq);
void N(qk_norm_keys)(const struct score_run *, enum qk_norm, real *fk);
/* dq (rows x D, row distance ldd) += dfq (rows x D) through the norm of q (row distance ld), dw
 * added to. scratch: D. */
void N(qk_norm_queries_backward)(const struct score_run *, enum qk_norm, const real *q, int ld,
                                 int rows, const real *dfq, real *dq, int ldd, real *const *dw,
                                 real *scratch);
/* The same of keys, a key a row, where the norm is not QK_NONE. dnk (cols x D) may be written over.
 */
void N(qk_norm_keys_backward)(const struct score_run *, enum qk_norm, const real *k, int ld,
                              int cols, real *dnk, real *dk, int ldd, real *const *dw);

#endif
