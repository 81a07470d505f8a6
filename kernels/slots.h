/* SPDX-License-Identifier: MIT
 * The contracts of the slots: what a projection, a gate, a score and a normaliser consist of.
 *
 * Each choice is one file that exports one const struct, `const struct score N(score_dot)`, and
 * one line in the list of its folder (`list.def`). It starts as its formula and derivative in
 * double: with these alone it already runs, slowly, in every method and mask. The fast members
 * may be NULL; where present they are judged against the formula in the same file.
 *
 * Fast members run inside the engine: they must not write outside what is stated here, and give
 * the same bits for a row whatever the other rows hold.
 */
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
    const real *x; /* rows x d_in, row distance d_in */
    real *y;       /* rows x d_out, row distance d_out, written */
    real *scratch; /* scratch(dims, args, rows) reals, 64-byte aligned */
    real *kept;    /* rows * kept(dims, args) reals for the way back, in an order of its own */
};

/* What holds nothing yet: it is written, not added to, and what stands there is not read. */
struct begin {
    bool dx, dw;
};

/* Backward over a block of rows, the same block that forward had. */
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
    /* Slot combine alone: of so many neighbouring heads' outputs, which have values in common that
     * are as many times as wide, it makes one. It keeps nothing. 0: heads stay as they are, and it
     * is not called. */
    int joins;
    /* One row: x (d_in) -> y (d_out). scratch: formula_scratch doubles. */
    void (*formula)(const struct dims *, const struct args *, const double *const *w,
                    const double *x, double *y, double *scratch);
    /* dx += (dy/dx)^T dy, dw[t] += (dy/dw[t])^T dy for one row. */
    void (*derivative)(const struct dims *, const struct args *, const double *const *w,
                       const double *x, const double *dy, double *dx, double *const *dw,
                       double *scratch);
    size_t (*formula_scratch)(const struct dims *, const struct args *); /* NULL: 0 */
    /* The whole block of rows at once, through gemm(); NULL: the formula, row by row. */
    void (*forward)(const struct projection_run *);
    size_t (*scratch)(const struct dims *, const struct args *, int rows); /* NULL: 0 */
    /* Reals a row that forward keeps for backward, which need not compute them again. NULL: 0. */
    size_t (*kept)(const struct dims *, const struct args *);
    /* NULL: the derivative, row by row. */
    void (*backward)(const struct projection_backward *);
    /* Whether it heeds `begin`; for one that does not all is cleared before. */
    bool begins;
    size_t (*backward_scratch)(const struct dims *, const struct args *, int rows); /* NULL: 0 */
    /* Writes the tensors so that the map is x W + b; see struct kernels. NULL: cannot. */
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
    real *g;       /* rows x d_out, written; never the same as o */
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
    bool absent; /* `none`: the engine skips the stage and g is o */
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
    /* Natural scale, e.g. 1/sqrt(D); NULL: 1. The engine applies it, no function here does. */
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
     * feature counts per query and per key: */
    int (*q_features)(const struct dims *, const struct args *);
    int (*k_features)(const struct dims *, const struct args *);
    /* q: rows x D, row distance ld -> fq: rows x q_features, row distance q_features. */
    void (*prepare_q)(const struct score_run *, const real *q, int ld, int rows, real *fq,
                      real *scratch);
    /* k: cols x D, row distance ld -> fk: k_features x TILE_K, row distance TILE_K; columns
     * cols..TILE_K-1 must be written with zeros. cols <= TILE_K. */
    void (*prepare_k)(const struct score_run *, const real *k, int ld, int cols, real *fk,
                      real *scratch);
    /* s: rows x TILE_K, row distance TILE_K. Columns cols..TILE_K-1 may be written with anything
     * finite. rows <= TILE_Q. Terms that are constant along a row may be dropped if
     * shift_invariant. */
    void (*tile)(const struct score_run *, const real *fq, int rows, const real *fk, int cols,
                 real *s, real *scratch);
    size_t (*scratch)(const struct dims *, const struct args *); /* reals, for all three */

    /* Backward of the fast path; all three or none (NULL: the derivative, pair by pair). dw: like
     * w, added to. scratch: backward_scratch reals for all three.
     * ds: rows x TILE_K, row distance TILE_K, 0 where a key is invisible and in columns from cols
     * on -> dfq (rows x q_features) added to, dfk (k_features x TILE_K) added to. */
    void (*tile_backward)(const struct score_run *, const real *fq, int rows, const real *fk,
                          int cols, const real *ds, real *dfq, real *dfk, real *const *dw,
                          real *scratch);
    /* dfq -> dq (rows x D, row distance ldd), added to. */
    void (*prepare_q_backward)(const struct score_run *, const real *q, int ld, int rows,
                               const real *fq, const real *dfq, real *dq, int ldd, real *const *dw,
                               real *scratch);
    void (*prepare_k_backward)(const struct score_run *, const real *k, int ld, int cols,
                               const real *fk, const real *dfk, real *dk, int ldd, real *const *dw,
                               real *scratch);
    size_t (*backward_scratch)(const struct dims *, const struct args *);

    /* For the materialised method alone. */

    /* s = fq . fk: it takes whole products of features, forward and backward, not tiles. */
    bool product;
    /* The published formulation for one head, if it differs from "all tiles, kept":
     * s (n x m, row distance m) through arrays of n x m x something in scratch. */
    void (*materialise)(const struct score_run *, const real *q, int ldq, const real *k, int ldk,
                        real *s, real *scratch);
    size_t (*materialise_scratch)(const struct dims *, const struct args *); /* reals */
    struct work (*materialise_work)(const struct dims *, const struct args *);
    /* Its backward pass; NULL: tiles, kept. Follows materialise() of the same head with
     * run->backward set, in the same scratch, which it may write over. ds: n x m, 0 where a key is
     * invisible -> dq (row distance ldq), dk (ldk), dw, all added to. */
    void (*materialise_backward)(const struct score_run *, const real *q, int ldq, const real *k,
                                 int ldk, const real *ds, real *dq, real *dk, real *const *dw,
                                 real *scratch);
    /* Reals for both when run->backward is set. */
    size_t (*materialise_backward_scratch)(const struct dims *, const struct args *);
    /* Of materialise_backward alone; NULL: twice materialise_work. */
    struct work (*materialise_backward_work)(const struct dims *, const struct args *);
};

/* ---- logits: the scaled score s of a pair -> phi(s), what the normaliser gets ---- */

struct logits_run {
    const struct dims *dims;
    const struct args *args;
    const real *const *w; /* all heads' tensors as declared */
    int head;
    real scale, factor; /* of a tile: s -> factor * phi(scale * s) */
};

struct logits {
    struct choice base;
    bool absent; /* `none`: phi(s) = s, and the engine skips it */
    double (*formula)(const struct dims *, const struct args *, const double *const *w, int head,
                      double s);
    /* Returns phi'(s); dw[t] += dphi * dphi/dw[t], where dw is not NULL. */
    double (*derivative)(const struct dims *, const struct args *, const double *const *w, int head,
                         double s, double dphi, double *const *dw);
    /* Fast, in place on `count` reals, a multiple of VLEN. NULL: the formula. */
    void (*forward)(const struct logits_run *, real *s, int count);
    /* s: what forward read. ds, the gradient by what it wrote, becomes the one by s; dw added to.
     * Where ds is 0 it stays 0. NULL: the derivative. */
    void (*backward)(const struct logits_run *, const real *s, real *ds, int count,
                     real *const *dw);
};

/* ---- decays: a row of the context -> the logarithm of what each head keeps of all before it ----
 *
 * A projection with d_in = d_model and d_out = H whose outputs are never above 0. With running sums
 * c of these over positions, the logit of query i and key j gets c_i - c_j: a product of factors of
 * the positions between them. */

struct forget {
    struct projection log;
    bool absent; /* `none`: every factor is 1, and the engine skips it */
};

/* ---- normalisers: a row of scores -> a row of weights ---- */

/* A row of scores as a formula sees it: the query sees keys 0..visible-1. */
struct score_row {
    const struct dims *dims; /* n, m are the layer's */
    const struct args *args;
    const double *const *w; /* all heads' tensors as declared */
    int head;
    double scale; /* multiplies s inside; 1 when the scale stands outside */
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
    /* The weight of a key goes to 0 as its logit falls towards -infinity. ALiBi and forgetting
     * lower the logits of far keys; without this they are refused. */
    bool fades;
    /* s (m) -> a (m); a of invisible keys is 0. With visible = 0 every a is 0. */
    void (*formula)(const struct score_row *, const double *s, double *a);
    /* ds = da through the formula; ds of invisible keys is 0. dw[t] += likewise. */
    void (*derivative)(const struct score_row *, const double *s, const double *a, const double *da,
                       double *ds, double *const *dw);

    /* Fast path: tile by tile. NULL fold: the formula on whole rows (O(TILE_Q * M) memory).
     * state: `stats` arrays of `rows` reals each (stat s of row r at state[s * rows + r]). */
    int stats;
    void (*begin)(const struct normalizer_run *, int rows, real *state); /* NULL: nothing */
    /* Replaces s (row distance TILE_K) by unnormalised weights. Row r sees columns
     * 0..visible[r]-1 of this tile (0 <= visible[r] <= cols); all other columns up to TILE_K
     * must become 0, whatever they held. rescale[r]: factor for the output summed so far. */
    void (*fold)(const struct normalizer_run *, real *s, int rows, int cols, const int *visible,
                 real *state, real *rescale);
    /* scale_out[r]: factor for the finished output row (softmax: 1/sum, 0 if nothing seen).
     * NULL: 1. */
    void (*finish)(const struct normalizer_run *, int rows, const real *state, real *scale_out);
    bool rescales; /* false: rescale is not read */
    /* The final weights of a tile from its scores and the finished state of its rows: in place,
     * same masking as fold. For a second pass over scores: the materialised method, backward.
     * NULL when fold is NULL. */
    void (*weights)(const struct normalizer_run *, real *s, int rows, int cols, const int *visible,
                    const real *state);
    /* ds of a tile from its scores s, final weights a and da (all row distance TILE_K; da becomes
     * ds in place). state: the finished one of its rows, as `weights` reads it: a row's sum need
     * not be guessed from its weights. delta[r] = sum over the whole row of a * da (only read by
     * normalisers whose weights depend on the whole row). ds of invisible keys and of columns from
     * cols on is 0. The scale is applied. dw: like w, added to what this tile's keys give of it.
     * NULL: the derivative on whole rows; so when fold is NULL. */
    void (*backward)(const struct normalizer_run *, const real *s, const real *a, real *da,
                     int rows, int cols, const int *visible, const real *state, const real *delta,
                     real *const *dw);
};

/* ---- activations: used by projections, scores and gates alike ---- */

double N(activation_formula)(enum activation, double x);
double N(activation_derivative)(enum activation, double x);
/* In place over count reals; leaky slope 0.01 for projections. */
void N(activate)(enum activation, real *x, size_t count);
/* g *= phi'(x): a gradient with respect to phi(x) becomes one with respect to x. */
void N(activate_backward)(enum activation, const real *x, real *g, size_t count);
/* Both at once, which for the smooth ones costs little more than one: x becomes phi(x), slope
 * phi'(x). */
void N(activate_both)(enum activation, real *x, real *slope, size_t count);
enum { ACTIVATION_FLOP = 1 };

/* ---- normalisation of feature rows, shared by projections ---- */

enum { NORM_EPS_EXPONENT = -5 }; /* eps = 1e-5, added to the variance or mean square */
/* Declared cost of an element: LayerNorm sums, subtracts, squares and adds, scales, multiplies by
 * the gain, and adds the bias (1 less without); RMSNorm squares and adds, scales, multiplies by
 * the gain. The few operations a row needs once are left out. */
enum { LAYER_NORM_FLOP = 7, RMS_NORM_FLOP = 4 };
/* y = gain * (x - mean) / sqrt(var + eps) + bias; gain, bias may be NULL. rows x d, in place ok. */
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
/* Fast, of rows x d. g: the gradient with respect to the output; becomes, in place, the one with
 * respect to x. dgain, dbias: added to. gain, dgain, dbias may be NULL. */
void N(layer_norm_backward)(const real *x, int rows, int d, const real *gain, real *g, real *dgain,
                            real *dbias);
void N(rms_norm_backward)(const real *x, int rows, int d, const real *gain, real *g, real *dgain);

/* ---- BLAS: C = alpha op(A) op(B) + beta C, row-major, one thread (blas.c, gemm.c) ---- */

void blas_sgemm(bool ta, bool tb, int m, int n, int k, float alpha, const float *a, int lda,
                const float *b, int ldb, float beta, float *c, int ldc);
void blas_dgemm(bool ta, bool tb, int m, int n, int k, double alpha, const double *a, int lda,
                const double *b, int ldb, double beta, double *c, int ldc);
/* Whether products of at most 100^3 multiply-adds have kernels that copy nothing. */
bool blas_has_small_kernels(void);
/* Whether those lose by adding to C time and again, on this processor: see gemm.c. */
bool blas_small_kernels_wait(void);
void N(gemm)(bool ta, bool tb, int m, int n, int k, real alpha, const real *a, int lda,
             const real *b, int ldb, real beta, real *c, int ldc);
static inline void gemm(bool ta, bool tb, int m, int n, int k, real alpha, const real *a, int lda,
                        const real *b, int ldb, real beta, real *c, int ldc)
{
    N(gemm)(ta, tb, m, n, k, alpha, a, lda, b, ldb, beta, c, ldc);
}

#endif
