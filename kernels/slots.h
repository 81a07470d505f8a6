/* SPDX-License-Identifier: MIT
 * Defines the contracts of the slots: the members that a projection, gate, score or normaliser must
 * have.
 *
 * Each choice is one file that exports one const struct, e.g. `const struct score N(score_dot)`,
 * and one line in `list.def` of its folder. A formula and its derivative in double precision are
 * enough: the choice then runs with every method and mask, but slowly. Fast members may be NULL;
 * they are checked against the formula in the same file.
 *
 * Fast members run inside the engine. They must write only what this header states. The bits of a
 * row must not depend on other rows. */
#ifndef ATTNLAB_SLOTS_H
#define ATTNLAB_SLOTS_H

#include "build.h"
#include "by_hand.h"

/* ---- projections (slots q, k, v, o, combine): rows of d_in -> rows of d_out ---- */

struct projection_run {
    const struct dims *dims;
    const struct args *args;
    const real *const *w; /* tensors of this choice, in declared order */
    int rows;
    const real *x; /* input, rows x d_in, row stride d_in */
    real *y;       /* receives the output, rows x d_out, row stride d_out */
    real *scratch; /* scratch memory: scratch(dims, args, rows) reals, 64-byte aligned */
    real *kept;    /* receives rows * kept(dims, args) reals for the backward pass, in an order that
                      the choice defines */
};

/* Flags of gradient buffers that have no content yet and are therefore overwritten instead of added
 * to. */
struct begin {
    bool dx, dw;
};

/* Backward pass of a projection, over the same block of rows as the forward pass. */
struct projection_backward {
    const struct dims *dims;
    const struct args *args;
    const real *const *w;
    int rows;
    const real *x;    /* forward input, rows x d_in */
    const real *dy;   /* gradient of the output, rows x d_out */
    real *dx;         /* gradient of the input, rows x d_in; added to, not overwritten */
    real *const *dw;  /* gradients of the tensors; added to, not overwritten */
    real *scratch;    /* scratch memory of backward_scratch reals */
    const real *kept; /* values kept by forward */
    struct begin begin;
};

struct projection {
    struct choice base;
    /* Only for slot combine: number of neighbouring heads that are joined into one. 0: heads are
     * not joined, and combine is not called. Joined heads share values that are `joins` times as
     * wide. Slot combine keeps no values for the backward pass. */
    int joins;
    /* Computes one row by the formula: x (d_in) -> y (d_out). scratch: formula_scratch doubles. */
    void (*formula)(const struct dims *, const struct args *, const double *const *w,
                    const double *x, double *y, double *scratch);
    /* Computes the derivative for one row: dx += (dy/dx)^T dy, dw[t] += (dy/dw[t])^T dy. */
    void (*derivative)(const struct dims *, const struct args *, const double *const *w,
                       const double *x, const double *dy, double *dx, double *const *dw,
                       double *scratch);
    /* Returns the number of scratch doubles of formula and derivative. NULL means 0. */
    size_t (*formula_scratch)(const struct dims *, const struct args *);
    /* Computes all rows of the block at once, with gemm(). If NULL, the formula runs row by row. */
    void (*forward)(const struct projection_run *);
    /* Returns the number of scratch reals of `forward`. NULL means 0. */
    size_t (*scratch)(const struct dims *, const struct args *, int rows);
    /* Returns the number of reals per row that forward keeps for backward. NULL means 0. */
    size_t (*kept)(const struct dims *, const struct args *);
    /* Runs the backward pass of `forward`. If NULL, the derivative runs row by row. */
    void (*backward)(const struct projection_backward *);
    /* true if `backward` supports `begin`; if false, the caller clears all gradient buffers before
     * the call */
    bool begins;
    /* Returns the number of scratch reals of `backward`. NULL means 0. */
    size_t (*backward_scratch)(const struct dims *, const struct args *, int rows);
    /* Sets the tensors so that the projection computes x W + b (see struct kernels). NULL if the
     * projection cannot compute x W + b. */
    const char *(*reproduce)(const struct dims *, const struct args *, const real *w, const real *b,
                             real *const *to);
};

/* ---- gates: g = gate(x, o), per row; d_in = d_model (x), d_out = H*D (o and g) ---- */

struct gate_run {
    const struct dims *dims;
    const struct args *args;
    const real *const *w;
    int rows;
    const real *x; /* layer input, rows x d_in */
    const real *o; /* attention output, rows x d_out */
    real *g;       /* receives the gated output, rows x d_out; never aliases o */
    real *scratch;
};

struct gate_backward {
    const struct dims *dims;
    const struct args *args;
    const real *const *w;
    int rows;
    const real *x, *o, *dg; /* x: rows x d_in; o and dg: rows x d_out */
    real *dx;               /* gradient of x, rows x d_in; added to, not overwritten */
    real *d_o;              /* receives the gradient of o, rows x d_out */
    real *const *dw;        /* gradients of the tensors; added to, not overwritten */
    real *scratch;
};

struct gate {
    struct choice base;
    bool absent; /* true only for `none`: the engine skips the gate, so g is o */
    void (*formula)(const struct dims *, const struct args *, const double *const *w,
                    const double *x, const double *o, double *g, double *scratch);
    void (*derivative)(const struct dims *, const struct args *, const double *const *w,
                       const double *x, const double *o, const double *dg, double *dx, double *d_o,
                       double *const *dw, double *scratch);
    size_t (*formula_scratch)(const struct dims *, const struct args *);
    void (*forward)(const struct gate_run *);
    size_t (*scratch)(const struct dims *, const struct args *, int rows);
    void (*backward)(const struct gate_backward *); /* Runs the fast backward pass. If NULL, the
                                                       derivative runs instead. */
    size_t (*backward_scratch)(const struct dims *, const struct args *, int rows);
};

/* ---- scores: one query and one key of a head -> s ---- */

struct score_run {
    const struct dims *dims;
    const struct args *args;
    const real *const *w; /* tensors of all heads, in declared order */
    int head;
    bool shift_invariant; /* true: the normaliser ignores a constant added to a row of scores */
    bool backward;        /* true: a backward pass follows, so materialise must keep its inputs */
};

struct score {
    struct choice base;
    /* Returns the natural scale, e.g. 1/sqrt(D). Only the engine applies the scale. NULL means 1.
     */
    double (*scale)(const struct dims *, const struct args *);
    /* Computes the score of one pair: q (D), k (D) -> s. */
    double (*formula)(const struct dims *, const struct args *, const double *const *w, int head,
                      const double *q, const double *k, double *scratch);
    /* Computes the derivative for one pair: dq += ds * ds/dq, dk += ds * ds/dk, dw[t] += ds *
     * ds/dw[t]. dw may be NULL. */
    void (*derivative)(const struct dims *, const struct args *, const double *const *w, int head,
                       const double *q, const double *k, double ds, double *dq, double *dk,
                       double *const *dw, double *scratch);
    size_t (*formula_scratch)(const struct dims *, const struct args *);

    /* The fast path computes features once per token, then a tile of scores from the features. If
     * `tile` is NULL, the formula runs. q_features and k_features return the number of features per
     * query and per key. */
    int (*q_features)(const struct dims *, const struct args *);
    int (*k_features)(const struct dims *, const struct args *);
    /* Computes the features fq (rows x q_features) of queries q (rows x D, row stride ld). */
    void (*prepare_q)(const struct score_run *, const real *q, int ld, int rows, real *fq,
                      real *scratch);
    /* Computes the features fk (k_features x TILE_K) of at most TILE_K keys k (cols x D, row stride
     * ld). Columns cols..TILE_K-1 must be set to zero. */
    void (*prepare_k)(const struct score_run *, const real *k, int ld, int cols, real *fk,
                      real *scratch);
    /* Computes the scores s (rows x TILE_K) of a tile with at most TILE_Q rows. Columns
     * cols..TILE_K-1 may have any finite value. If shift_invariant is true, terms that are constant
     * along a row may be dropped. */
    void (*tile)(const struct score_run *, const real *fq, int rows, const real *fk, int cols,
                 real *s, real *scratch);
    /* Returns the number of scratch reals that prepare_q, prepare_k and tile need. */
    size_t (*scratch)(const struct dims *, const struct args *);

    /* Backward pass of the fast path. If the three functions are NULL, the derivative runs pair by
     * pair. Define all three or none. They share backward_scratch reals.
     *
     * tile_backward accumulates into dfq (rows x q_features), dfk (k_features x TILE_K) and dw,
     * given ds (rows x TILE_K). ds is 0 for invisible keys and for columns >= cols. */
    void (*tile_backward)(const struct score_run *, const real *fq, int rows, const real *fk,
                          int cols, const real *ds, real *dfq, real *dfk, real *const *dw,
                          real *scratch);
    /* Runs the backward pass of prepare_q: accumulates into dq (rows x D, row stride ldd), given
     * dfq. */
    void (*prepare_q_backward)(const struct score_run *, const real *q, int ld, int rows,
                               const real *fq, const real *dfq, real *dq, int ldd, real *const *dw,
                               real *scratch);
    void (*prepare_k_backward)(const struct score_run *, const real *k, int ld, int cols,
                               const real *fk, const real *dfk, real *dk, int ldd, real *const *dw,
                               real *scratch);
    size_t (*backward_scratch)(const struct dims *, const struct args *);

    /* The following members are only for the materialised method. */

    /* true if s = fq . fk; the materialised method then multiplies all queries at once instead of
     * tiles */
    bool product;
    /* Computes s (n x m, row stride m) of one head by the published formulation, which uses arrays
     * with several numbers per pair. If NULL, the tiles are stored as one matrix. */
    void (*materialise)(const struct score_run *, const real *q, int ldq, const real *k, int ldk,
                        real *s, real *scratch);
    /* Returns the number of scratch reals of materialise. */
    size_t (*materialise_scratch)(const struct dims *, const struct args *);
    struct work (*materialise_work)(const struct dims *, const struct args *);
    /* Runs the backward pass of materialise(). If NULL, the backward pass uses stored tiles. The
     * caller has run materialise() on the same head and scratch memory, with run->backward set. ds
     * (n x m) is 0 for invisible keys. Accumulates into dq (row stride ldq), dk (row stride ldk)
     * and dw. May overwrite the scratch memory. */
    void (*materialise_backward)(const struct score_run *, const real *q, int ldq, const real *k,
                                 int ldk, const real *ds, real *dq, real *dk, real *const *dw,
                                 real *scratch);
    /* Returns the number of scratch reals of materialise and materialise_backward if run->backward
     * is set. */
    size_t (*materialise_backward_scratch)(const struct dims *, const struct args *);
    /* Returns the declared work of materialise_backward. NULL means twice materialise_work(). */
    struct work (*materialise_backward_work)(const struct dims *, const struct args *);
};

/* ---- logits: the scaled score s of a pair -> phi(s), the normaliser's input ---- */

struct logits_run {
    const struct dims *dims;
    const struct args *args;
    const real *const *w; /* tensors of all heads, in declared order */
    int head;
    real scale, factor; /* the engine computes factor * phi(scale * s) */
};

struct logits {
    struct choice base;
    bool absent; /* true only for `none`: phi(s) = s, and the engine skips the slot */
    double (*formula)(const struct dims *, const struct args *, const double *const *w, int head,
                      double s);
    /* Returns phi'(s). Adds dphi * dphi/dw[t] to dw[t], unless dw is NULL. */
    double (*derivative)(const struct dims *, const struct args *, const double *const *w, int head,
                         double s, double dphi, double *const *dw);
    /* Applies the fast logit function in place to `count` reals; count is a multiple of VLEN. If
     * NULL, the formula runs instead. */
    void (*forward)(const struct logits_run *, real *s, int count);
    /* Replaces ds, the gradient of the output, by the gradient of the input s. A zero in ds stays
     * 0. Gradients of the tensors are accumulated into dw. If NULL, the derivative runs instead. */
    void (*backward)(const struct logits_run *, const real *s, real *ds, int count,
                     real *const *dw);
};

/* ---- decays: a row of the context -> log of the share that each head keeps of earlier keys ----
 *
 * A projection with d_in = d_model, d_out = H and outputs <= 0. With running sums c over positions,
 * the logit of query i and key j gets c_i - c_j, a product of the factors in between. */

struct forget {
    struct projection log;
    bool absent; /* true only for `none`: log decays are 0, and the engine skips the slot */
};

/* ---- normalisers: a row of scores -> a row of weights ---- */

/* A row of scores for a normaliser's formula. The query sees keys 0..visible-1. */
struct score_row {
    const struct dims *dims; /* sizes, with n and m of the layer */
    const struct args *args;
    const double *const *w; /* tensors of all heads, in declared order */
    int head;
    double scale; /* multiplier of s inside the normaliser; 1 if the scale is applied outside */
    int visible;
};
struct normalizer_run {
    const struct dims *dims;
    const struct args *args;
    const real *const *w;
    int head;
    real scale;
};

struct normalizer {
    struct choice base;
    bool shift_invariant;
    /* True if the weight of a key tends to 0 as its logit falls towards -infinity. ALiBi and
     * forgetting require this, because they lower the logits of distant keys. */
    bool fades;
    /* Computes the weights a (m) of a row of scores s (m). Weights of invisible keys are 0. If
     * `visible` is 0, all weights are 0. */
    void (*formula)(const struct score_row *, const double *s, double *a);
    /* Computes the gradient ds of a row of scores from the gradient da of the weights. ds of
     * invisible keys is 0. Accumulates the gradients of the tensors into dw. */
    void (*derivative)(const struct score_row *, const double *s, const double *a, const double *da,
                       double *ds, double *const *dw);

    /* The fast path runs tile by tile. If `fold` is NULL, the formula runs on whole rows of TILE_Q
     * x M reals. The row state has `stats` arrays of `rows` reals; statistic s of row r is state[s
     * * rows + r]. */
    int stats;
    /* Writes the initial row state. If NULL, there is no initial state. */
    void (*begin)(const struct normalizer_run *, int rows, real *state);
    /* Replaces s (row stride TILE_K) by unnormalised weights. Row r sees columns 0..visible[r]-1 of
     * the tile (0 <= visible[r] <= cols). All other columns up to TILE_K must become 0. The engine
     * multiplies the output sum of the earlier tiles by rescale[r]. */
    void (*fold)(const struct normalizer_run *, real *s, int rows, int cols, const int *visible,
                 real *state, real *rescale);
    /* Sets scale_out[r], the multiplier of the finished output row. Softmax sets 1/sum, or 0 if no
     * key is visible. If `finish` is NULL, the multiplier is 1. */
    void (*finish)(const struct normalizer_run *, int rows, const real *state, real *scale_out);
    bool rescales; /* true if `fold` writes rescale; otherwise the engine does not read rescale */
    /* Replaces the scores of a tile by the final weights, given the finished row state. Visible and
     * cleared columns are as for `fold`. The materialised method and the backward pass use this
     * function. NULL if `fold` is NULL. */
    void (*weights)(const struct normalizer_run *, real *s, int rows, int cols, const int *visible,
                    const real *state);
    /* Replaces da of a tile by ds, given the scores s and final weights a (row stride TILE_K).
     * `state` is the finished row state. delta[r] is the sum of a * da over the whole row. ds
     * includes the scale, and is 0 for invisible keys and for columns >= cols. Tensor gradients are
     * accumulated into dw.
     *
     * If `backward` or `fold` is NULL, the derivative runs on whole rows. */
    void (*backward)(const struct normalizer_run *, const real *s, const real *a, real *da,
                     int rows, int cols, const int *visible, const real *state, const real *delta,
                     real *const *dw);
};

/* ---- activations: for projections, scores and gates ---- */

double N(activation_formula)(enum activation, double x);
double N(activation_derivative)(enum activation, double x);
/* Applies the activation in place to count reals. The leaky slope is 0.01. */
void N(activate)(enum activation, real *x, size_t count);
/* Multiplies g by phi'(x): the gradient of phi(x) becomes the gradient of x. */
void N(activate_backward)(enum activation, const real *x, real *g, size_t count);
/* Replaces x by phi(x) and writes phi'(x) to slope. For smooth functions, this costs little more
 * than phi alone. */
void N(activate_both)(enum activation, real *x, real *slope, size_t count);
enum { ACTIVATION_FLOP = 1 };

/* ---- normalisation of feature rows, shared by projections ---- */

enum { NORM_EPS_EXPONENT = -5 }; /* eps = 1e-5, added to the variance or mean square */
/* Declared FLOPs per element; operations per row are omitted.
 * LayerNorm: subtract, sum, square and add, scale, gain, bias (1 less without bias).
 * RMSNorm: square and add, scale, gain. */
enum { LAYER_NORM_FLOP = 7, RMS_NORM_FLOP = 4 };
/* Computes LayerNorm: y = gain * (x - mean) / sqrt(var + eps) + bias, for rows x d. gain and bias
 * may be NULL; y may be x. */
void N(layer_norm)(const real *x, int rows, int d, const real *gain, const real *bias, real *y);
/* Computes RMSNorm: y = gain * x / sqrt(mean(x^2) + eps). */
void N(rms_norm)(const real *x, int rows, int d, const real *gain, real *y);
void N(layer_norm_formula)(const double *x, int d, const double *gain, const double *bias,
                           double *y);
void N(rms_norm_formula)(const double *x, int d, const double *gain, double *y);
/* Accumulate the derivatives of the norms into dx, dgain and dbias. gain, dgain and dbias may be
 * NULL. */
void N(layer_norm_derivative)(const double *x, int d, const double *gain, const double *dy,
                              double *dx, double *dgain, double *dbias);
void N(rms_norm_derivative)(const double *x, int d, const double *gain, const double *dy,
                            double *dx, double *dgain);
/* Runs the fast backward pass of a norm on rows x d. Replaces g, the gradient of the output, by the
 * gradient of x. Accumulates into dgain and dbias. gain, dgain and dbias may be NULL. */
void N(layer_norm_backward)(const real *x, int rows, int d, const real *gain, real *g, real *dgain,
                            real *dbias);
void N(rms_norm_backward)(const real *x, int rows, int d, const real *gain, real *g, real *dgain);

/* ---- BLAS: C = alpha op(A) op(B) + beta C, row-major, one thread (blas.c, gemm.c) ---- */

void blas_sgemm(bool ta, bool tb, int m, int n, int k, float alpha, const float *a, int lda,
                const float *b, int ldb, float beta, float *c, int ldc);
void blas_dgemm(bool ta, bool tb, int m, int n, int k, double alpha, const double *a, int lda,
                const double *b, int ldb, double beta, double *c, int ldc);
/* Returns true if OpenBLAS runs products of at most 100^3 multiply-adds without copies. */
bool blas_has_small_kernels(void);
/* Returns true if the small kernels of OpenBLAS stall on this processor when they add to C (see
 * gemm.c). */
bool blas_small_kernels_wait(void);
void N(gemm)(bool ta, bool tb, int m, int n, int k, real alpha, const real *a, int lda,
             const real *b, int ldb, real beta, real *c, int ldc);
static inline void gemm(bool ta, bool tb, int m, int n, int k, real alpha, const real *a, int lda,
                        const real *b, int ldb, real beta, real *c, int ldc)
{
    N(gemm)(ta, tb, m, n, k, alpha, a, lda, b, ldb, beta, c, ldc);
}
/* Rounds A and B to bf16 and adds their products in the precision of the build (gemm_bf16.c). */
void N(gemm_bf16)(bool ta, bool tb, int m, int n, int k, real alpha, const real *a, int lda,
                  const real *b, int ldb, real beta, real *c, int ldc);
static inline void gemm_in(enum precision precision, bool ta, bool tb, int m, int n, int k,
                           real alpha, const real *a, int lda, const real *b, int ldb, real beta,
                           real *c, int ldc)
{
    (precision == PRECISION_BF16 ? N(gemm_bf16) : N(gemm))(ta, tb, m, n, k, alpha, a, lda, b, ldb,
                                                           beta, c, ldc);
}

#endif
