/* SPDX-License-Identifier: MIT
 * The contracts of the slots: the members of a projection, gate, score or normaliser.
 *
 * Each choice is one file that exports one const struct, `const struct score N(score_dot)`, and one
 * line in its folder's `list.def`. A formula and its derivative in double are enough: the choice
 * then runs, slowly, in every method and mask. Fast members may be NULL; they are checked against
 * the formula in the same file.
 *
 * Fast members run inside the engine: they must write only what is stated here, and give the same
 * bits for a row whatever the other rows hold. */
#ifndef ATTNLAB_SLOTS_H
#define ATTNLAB_SLOTS_H

#include "build.h"
#include "by_hand.h"

/* ---- projections (slots q, k, v, o, combine): rows of d_in -> rows of d_out ---- */

struct projection_run {
    const struct dims *dims;
    const struct args *args;
    const real *const *w; /* this choice's tensors, in declared order */
    int rows;
    const real *x; /* rows x d_in, row stride d_in */
    real *y;       /* rows x d_out, row stride d_out, written */
    real *scratch; /* scratch(dims, args, rows) reals, 64-byte aligned */
    real *kept;    /* rows * kept(dims, args) reals for the backward pass, in its own order */
};

/* Buffers without content yet: they are overwritten instead of added to. */
struct begin {
    bool dx, dw;
};

/* Backward over a block of rows, the same block as in forward. */
struct projection_backward {
    const struct dims *dims;
    const struct args *args;
    const real *const *w;
    int rows;
    const real *x;    /* rows x d_in */
    const real *dy;   /* rows x d_out */
    real *dx;         /* rows x d_in, added to */
    real *const *dw;  /* like w, added to */
    real *scratch;    /* backward_scratch reals */
    const real *kept; /* as forward left it */
    struct begin begin;
};

struct projection {
    struct choice base;
    /* Slot combine only: the number of neighbouring heads whose outputs it joins into one; these
     * heads share values that are as many times as wide. It keeps nothing. 0: heads are not joined,
     * combine is not called. */
    int joins;
    /* One row: x (d_in) -> y (d_out). scratch: formula_scratch doubles. */
    void (*formula)(const struct dims *, const struct args *, const double *const *w,
                    const double *x, double *y, double *scratch);
    /* dx += (dy/dx)^T dy, dw[t] += (dy/dw[t])^T dy for one row. */
    void (*derivative)(const struct dims *, const struct args *, const double *const *w,
                       const double *x, const double *dy, double *dx, double *const *dw,
                       double *scratch);
    size_t (*formula_scratch)(const struct dims *, const struct args *); /* NULL: 0 */
    /* All rows of the block at once, through gemm(); NULL: the formula, row by row. */
    void (*forward)(const struct projection_run *);
    size_t (*scratch)(const struct dims *, const struct args *, int rows); /* NULL: 0 */
    /* Reals per row that forward keeps for backward. NULL: 0. */
    size_t (*kept)(const struct dims *, const struct args *);
    /* NULL: the derivative, row by row. */
    void (*backward)(const struct projection_backward *);
    /* Whether it honours `begin`; if false, all buffers are cleared before. */
    bool begins;
    size_t (*backward_scratch)(const struct dims *, const struct args *, int rows); /* NULL: 0 */
    /* Writes the tensors so that the map is x W + b; see struct kernels. NULL: impossible. */
    const char *(*reproduce)(const struct dims *, const struct args *, const real *w, const real *b,
                             real *const *to);
};

/* ---- gates: g = gate(x, o), per row; d_in = d_model (x), d_out = H*D (o and g) ---- */

struct gate_run {
    const struct dims *dims;
    const struct args *args;
    const real *const *w;
    int rows;
    const real *x; /* rows x d_in */
    const real *o; /* rows x d_out */
    real *g;       /* rows x d_out, written; never aliases o */
    real *scratch;
};

struct gate_backward {
    const struct dims *dims;
    const struct args *args;
    const real *const *w;
    int rows;
    const real *x, *o, *dg; /* rows x d_in, rows x d_out, rows x d_out */
    real *dx;               /* rows x d_in, added to */
    real *d_o;              /* rows x d_out, written */
    real *const *dw;        /* added to */
    real *scratch;
};

struct gate {
    struct choice base;
    bool absent; /* `none`: the engine skips the stage, g is o */
    void (*formula)(const struct dims *, const struct args *, const double *const *w,
                    const double *x, const double *o, double *g, double *scratch);
    void (*derivative)(const struct dims *, const struct args *, const double *const *w,
                       const double *x, const double *o, const double *dg, double *dx, double *d_o,
                       double *const *dw, double *scratch);
    size_t (*formula_scratch)(const struct dims *, const struct args *);
    void (*forward)(const struct gate_run *);
    size_t (*scratch)(const struct dims *, const struct args *, int rows);
    void (*backward)(const struct gate_backward *); /* NULL: the derivative */
    size_t (*backward_scratch)(const struct dims *, const struct args *, int rows);
};

/* ---- scores: one query and one key of a head -> s ---- */

struct score_run {
    const struct dims *dims;
    const struct args *args;
    const real *const *w; /* all heads' tensors as declared */
    int head;
    bool shift_invariant; /* the normaliser ignores a constant added to a row of s */
    bool backward;        /* materialise must leave what materialise_backward needs */
};

struct score {
    struct choice base;
    /* Natural scale, e.g. 1/sqrt(D); NULL: 1. Only the engine applies it. */
    double (*scale)(const struct dims *, const struct args *);
    /* q (D), k (D) -> s. */
    double (*formula)(const struct dims *, const struct args *, const double *const *w, int head,
                      const double *q, const double *k, double *scratch);
    /* dq += ds * ds/dq, dk += ..., dw[t] += ...; dw may be NULL. */
    void (*derivative)(const struct dims *, const struct args *, const double *const *w, int head,
                       const double *q, const double *k, double ds, double *dq, double *dk,
                       double *const *dw, double *scratch);
    size_t (*formula_scratch)(const struct dims *, const struct args *);

    /* Fast path: features once per token, then a tile from features. NULL tile: the formula.
     * Feature counts per query and per key: */
    int (*q_features)(const struct dims *, const struct args *);
    int (*k_features)(const struct dims *, const struct args *);
    /* q: rows x D, row stride ld -> fq: rows x q_features, row stride q_features. */
    void (*prepare_q)(const struct score_run *, const real *q, int ld, int rows, real *fq,
                      real *scratch);
    /* k: cols x D, row stride ld -> fk: k_features x TILE_K, row stride TILE_K; columns
     * cols..TILE_K-1 must be written as zeros. cols <= TILE_K. */
    void (*prepare_k)(const struct score_run *, const real *k, int ld, int cols, real *fk,
                      real *scratch);
    /* s: rows x TILE_K, row stride TILE_K. Columns cols..TILE_K-1 may hold any finite value. rows
     * <= TILE_Q. Terms constant along a row may be dropped if shift_invariant. */
    void (*tile)(const struct score_run *, const real *fq, int rows, const real *fk, int cols,
                 real *s, real *scratch);
    size_t (*scratch)(const struct dims *, const struct args *); /* reals, for all three */

    /* Backward of the fast path; all three or none (NULL: the derivative, pair by pair). dw: like
     * w, added to. scratch: backward_scratch reals for all three. ds: rows x TILE_K, row stride
     * TILE_K, 0 for invisible keys and columns from cols on -> dfq (rows x q_features) and dfk
     * (k_features x TILE_K), added to. */
    void (*tile_backward)(const struct score_run *, const real *fq, int rows, const real *fk,
                          int cols, const real *ds, real *dfq, real *dfk, real *const *dw,
                          real *scratch);
    /* dfq -> dq (rows x D, row stride ldd), added to. */
    void (*prepare_q_backward)(const struct score_run *, const real *q, int ld, int rows,
                               const real *fq, const real *dfq, real *dq, int ldd, real *const *dw,
                               real *scratch);
    void (*prepare_k_backward)(const struct score_run *, const real *k, int ld, int cols,
                               const real *fk, const real *dfk, real *dk, int ldd, real *const *dw,
                               real *scratch);
    size_t (*backward_scratch)(const struct dims *, const struct args *);

    /* For the materialised method only. */

    /* s = fq . fk: runs as one product of all features, forward and backward, without tiles. */
    bool product;
    /* The published formulation for one head, if it is more than all tiles, kept: s (n x m, row
     * stride m) through arrays of n x m x something in scratch. */
    void (*materialise)(const struct score_run *, const real *q, int ldq, const real *k, int ldk,
                        real *s, real *scratch);
    size_t (*materialise_scratch)(const struct dims *, const struct args *); /* reals */
    struct work (*materialise_work)(const struct dims *, const struct args *);
    /* Its backward pass; NULL: tiles, kept. Follows materialise() of the same head with
     * run->backward set, in the same scratch, which it may overwrite. ds: n x m, 0 for invisible
     * keys -> dq (row stride ldq), dk (ldk), dw, all added to. */
    void (*materialise_backward)(const struct score_run *, const real *q, int ldq, const real *k,
                                 int ldk, const real *ds, real *dq, real *dk, real *const *dw,
                                 real *scratch);
    /* Reals for both if run->backward is set. */
    size_t (*materialise_backward_scratch)(const struct dims *, const struct args *);
    /* Of materialise_backward; NULL: twice materialise_work. */
    struct work (*materialise_backward_work)(const struct dims *, const struct args *);
};

/* ---- logits: the scaled score s of a pair -> phi(s), the normaliser's input ---- */

struct logits_run {
    const struct dims *dims;
    const struct args *args;
    const real *const *w; /* all heads' tensors as declared */
    int head;
    real scale, factor; /* s -> factor * phi(scale * s) */
};

struct logits {
    struct choice base;
    bool absent; /* `none`: phi(s) = s, and the engine skips it */
    double (*formula)(const struct dims *, const struct args *, const double *const *w, int head,
                      double s);
    /* Returns phi'(s); dw[t] += dphi * dphi/dw[t] unless dw is NULL. */
    double (*derivative)(const struct dims *, const struct args *, const double *const *w, int head,
                         double s, double dphi, double *const *dw);
    /* Fast, in place on `count` reals, a multiple of VLEN. NULL: the formula. */
    void (*forward)(const struct logits_run *, real *s, int count);
    /* s: forward's input. ds, the gradient of forward's output, becomes that of s; dw added to. ds
     * = 0 stays 0. NULL: the derivative. */
    void (*backward)(const struct logits_run *, const real *s, real *ds, int count,
                     real *const *dw);
};

/* ---- decays: a row of the context -> log of the share that each head keeps of earlier keys ----
 *
 * A projection with d_in = d_model, d_out = H and outputs <= 0. With running sums c over positions,
 * the logit of query i and key j gets c_i - c_j, a product of the factors in between. */

struct forget {
    struct projection log;
    bool absent; /* `none`: every factor is 1, and the engine skips it */
};

/* ---- normalisers: a row of scores -> a row of weights ---- */

/* One row of scores for a formula: the query sees keys 0..visible-1. */
struct score_row {
    const struct dims *dims; /* n, m are the layer's */
    const struct args *args;
    const double *const *w; /* all heads' tensors as declared */
    int head;
    double scale; /* multiplies s inside; 1 if the scale is applied outside */
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
    /* The weight of a key tends to 0 as its logit falls towards -infinity. ALiBi and forgetting,
     * which lower the logits of far keys, require it. */
    bool fades;
    /* s (m) -> a (m); a of invisible keys is 0. With visible = 0 every a is 0. */
    void (*formula)(const struct score_row *, const double *s, double *a);
    /* ds = da through the formula; ds of invisible keys is 0. dw[t] += likewise. */
    void (*derivative)(const struct score_row *, const double *s, const double *a, const double *da,
                       double *ds, double *const *dw);

    /* Fast path, tile by tile. NULL fold: the formula on whole rows (O(TILE_Q * M) memory). state:
     * `stats` arrays of `rows` reals each (stat s of row r at state[s * rows + r]). */
    int stats;
    void (*begin)(const struct normalizer_run *, int rows, real *state); /* NULL: nothing */
    /* Replaces s (row stride TILE_K) by unnormalised weights. Row r sees columns 0..visible[r]-1 of
     * this tile (0 <= visible[r] <= cols); all other columns up to TILE_K must become 0.
     * rescale[r]: factor for the output summed so far. */
    void (*fold)(const struct normalizer_run *, real *s, int rows, int cols, const int *visible,
                 real *state, real *rescale);
    /* scale_out[r]: factor for the finished output row (softmax: 1/sum, 0 if no key is visible).
     * NULL: 1. */
    void (*finish)(const struct normalizer_run *, int rows, const real *state, real *scale_out);
    bool rescales; /* false: rescale is not read */
    /* Final weights of a tile from its scores and the finished row state: in place, masked like
     * fold. For a second pass over scores (materialised method, backward). NULL if fold is NULL. */
    void (*weights)(const struct normalizer_run *, real *s, int rows, int cols, const int *visible,
                    const real *state);
    /* da of a tile becomes ds, in place, from its scores s and final weights a (all of row stride
     * TILE_K). state: finished, as for `weights`. delta[r] = sum over the whole row of a * da (only
     * for normalisers whose weights depend on the whole row). ds is 0 for invisible keys and
     * columns from cols on. The scale is applied. dw: like w, this tile's part added. NULL, or fold
     * NULL: the derivative on whole rows. */
    void (*backward)(const struct normalizer_run *, const real *s, const real *a, real *da,
                     int rows, int cols, const int *visible, const real *state, const real *delta,
                     real *const *dw);
};

/* ---- activations: for projections, scores and gates ---- */

double N(activation_formula)(enum activation, double x);
double N(activation_derivative)(enum activation, double x);
/* In place over count reals; leaky slope 0.01 for projections. */
void N(activate)(enum activation, real *x, size_t count);
/* g *= phi'(x): the gradient of phi(x) becomes that of x. */
void N(activate_backward)(enum activation, const real *x, real *g, size_t count);
/* x becomes phi(x), slope phi'(x). For smooth functions hardly slower than one of them. */
void N(activate_both)(enum activation, real *x, real *slope, size_t count);
enum { ACTIVATION_FLOP = 1 };

/* ---- normalisation of feature rows, shared by projections ---- */

enum { NORM_EPS_EXPONENT = -5 }; /* eps = 1e-5, added to the variance or mean square */
/* Declared FLOPs per element. LayerNorm: sum, subtract, square and add, scale, gain, bias (1 less
 * without). RMSNorm: square and add, scale, gain. The few operations per row are left out. */
enum { LAYER_NORM_FLOP = 7, RMS_NORM_FLOP = 4 };
/* y = gain * (x - mean) / sqrt(var + eps) + bias; gain, bias may be NULL. rows x d; y may be x. */
void N(layer_norm)(const real *x, int rows, int d, const real *gain, const real *bias, real *y);
/* y = gain * x / sqrt(mean(x^2) + eps). */
void N(rms_norm)(const real *x, int rows, int d, const real *gain, real *y);
void N(layer_norm_formula)(const double *x, int d, const double *gain, const double *bias,
                           double *y);
void N(rms_norm_formula)(const double *x, int d, const double *gain, double *y);
/* dx += ..., dgain += ..., dbias += ... (dgain, dbias, gain may be NULL). */
void N(layer_norm_derivative)(const double *x, int d, const double *gain, const double *dy,
                              double *dx, double *dgain, double *dbias);
void N(rms_norm_derivative)(const double *x, int d, const double *gain, const double *dy,
                            double *dx, double *dgain);
/* Fast, rows x d. g: gradient of the output, becomes that of x in place. dgain, dbias: added to.
 * gain, dgain, dbias may be NULL. */
void N(layer_norm_backward)(const real *x, int rows, int d, const real *gain, real *g, real *dgain,
                            real *dbias);
void N(rms_norm_backward)(const real *x, int rows, int d, const real *gain, real *g, real *dgain);

/* ---- BLAS: C = alpha op(A) op(B) + beta C, row-major, one thread (blas.c, gemm.c) ---- */

void blas_sgemm(bool ta, bool tb, int m, int n, int k, float alpha, const float *a, int lda,
                const float *b, int ldb, float beta, float *c, int ldc);
void blas_dgemm(bool ta, bool tb, int m, int n, int k, double alpha, const double *a, int lda,
                const double *b, int ldb, double beta, double *c, int ldc);
/* Whether products of at most 100^3 multiply-adds run without copies. */
bool blas_has_small_kernels(void);
/* Whether these kernels stall on this processor when they add to C: see gemm.c. */
bool blas_small_kernels_wait(void);
void N(gemm)(bool ta, bool tb, int m, int n, int k, real alpha, const real *a, int lda,
             const real *b, int ldb, real beta, real *c, int ldc);
static inline void gemm(bool ta, bool tb, int m, int n, int k, real alpha, const real *a, int lda,
                        const real *b, int ldb, real beta, real *c, int ldc)
{
    N(gemm)(ta, tb, m, n, k, alpha, a, lda, b, ldb, beta, c, ldc);
}

#endif
