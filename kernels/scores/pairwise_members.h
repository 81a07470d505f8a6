/* SPDX-License-Identifier: MIT
 * Template of the members of struct score, for the scores of pairwise.h. The including file must
 * first define
 *
 *     static struct pairwise_kind kind(const struct args *);
 *
 * Each score includes this template once, because the member functions have no argument for the
 * kind. */
#include "pairwise.h"

static int tensors(const struct dims *dims, const struct args *args, struct tensor *out)
{
    return N(pairwise_tensors)(kind(args), dims, args, out);
}
static struct work work(const struct dims *dims, const struct args *args)
{
    return N(pairwise_work)(kind(args), dims, args);
}
static double formula(const struct dims *dims, const struct args *args, const double *const *w,
                      int head, const double *q, const double *k, double *scratch)
{
    (void)scratch;
    return N(pairwise_formula)(kind(args), dims, args, w, head, q, k);
}
static void derivative(const struct dims *dims, const struct args *args, const double *const *w,
                       int head, const double *q, const double *k, double ds, double *dq,
                       double *dk, double *const *dw, double *scratch)
{
    (void)scratch;
    N(pairwise_derivative)(kind(args), dims, args, w, head, q, k, ds, dq, dk, dw);
}

static void prepare_q(const struct score_run *run, const real *q, int ld, int rows, real *fq,
                      real *scratch)
{
    (void)scratch;
    struct pairwise p = N(pairwise_open)(kind(run->args), run);
    N(pairwise_queries)(&p, run->shift_invariant, q, ld, rows, fq);
}
static void prepare_k(const struct score_run *run, const real *k, int ld, int cols, real *fk,
                      real *scratch)
{
    struct pairwise p = N(pairwise_open)(kind(run->args), run);
    N(pairwise_keys)(&p, k, ld, cols, fk, scratch);
}
static void tile(const struct score_run *run, const real *fq, int rows, const real *fk, int cols,
                 real *s, real *scratch)
{
    struct pairwise p = N(pairwise_open)(kind(run->args), run);
    N(pairwise_tile)(&p, fq, rows, fk, cols, s, scratch);
}
static void tile_backward(const struct score_run *run, const real *fq, int rows, const real *fk,
                          int cols, const real *ds, real *dfq, real *dfk, real *const *dw,
                          real *scratch)
{
    struct pairwise p = N(pairwise_open)(kind(run->args), run);
    real *part[PAIR_TENSORS];
    N(pairwise_gradients)(kind(run->args), run, dw, part);
    N(pairwise_tile_backward)(&p, fq, rows, fk, cols, ds, dfq, dfk, part, scratch);
}
static void prepare_q_backward(const struct score_run *run, const real *q, int ld, int rows,
                               const real *fq, const real *dfq, real *dq, int ldd, real *const *dw,
                               real *scratch)
{
    (void)fq;
    struct pairwise p = N(pairwise_open)(kind(run->args), run);
    real *part[PAIR_TENSORS];
    N(pairwise_gradients)(kind(run->args), run, dw, part);
    N(pairwise_queries_backward)(&p, q, ld, rows, dfq, dq, ldd, part, scratch);
}
static void prepare_k_backward(const struct score_run *run, const real *k, int ld, int cols,
                               const real *fk, const real *dfk, real *dk, int ldd, real *const *dw,
                               real *scratch)
{
    (void)fk;
    struct pairwise p = N(pairwise_open)(kind(run->args), run);
    real *part[PAIR_TENSORS];
    N(pairwise_gradients)(kind(run->args), run, dw, part);
    N(pairwise_keys_backward)(&p, k, ld, cols, dfk, dk, ldd, part, scratch);
}
static void materialise(const struct score_run *run, const real *q, int ldq, const real *k, int ldk,
                        real *s, real *scratch)
{
    N(pairwise_materialise)(kind(run->args), run, q, ldq, k, ldk, s, scratch);
}
static void materialise_backward(const struct score_run *run, const real *q, int ldq, const real *k,
                                 int ldk, const real *ds, real *dq, real *dk, real *const *dw,
                                 real *scratch)
{
    real *part[PAIR_TENSORS];
    N(pairwise_gradients)(kind(run->args), run, dw, part);
    N(pairwise_materialise_backward)
    (kind(run->args), run, q, ldq, k, ldk, ds, dq, dk, part, scratch);
}

/* Initialises the members after .base of the exported struct. */
#define PAIRWISE_MEMBERS                                                                           \
    .formula = formula, .derivative = derivative, .q_features = N(pairwise_features),              \
    .k_features = N(pairwise_features), .prepare_q = prepare_q, .prepare_k = prepare_k,            \
    .tile = tile, .scratch = N(pairwise_scratch), .tile_backward = tile_backward,                  \
    .prepare_q_backward = prepare_q_backward, .prepare_k_backward = prepare_k_backward,            \
    .backward_scratch = N(pairwise_backward_scratch), .materialise = materialise,                  \
    .materialise_scratch = N(pairwise_materialise_scratch),                                        \
    .materialise_work = N(pairwise_materialise_work),                                              \
    .materialise_backward = materialise_backward,                                                  \
    .materialise_backward_scratch = N(pairwise_materialise_backward_scratch),                      \
    .materialise_backward_work = N(pairwise_materialise_backward_work)
