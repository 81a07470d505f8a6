/* SPDX-License-Identifier: MIT
 * Computes the published formulation of an MLP score with one hidden layer: repeat q', repeat k',
 * concatenate, dense layers. The arrays have n*m rows, as in the papers' code. The backward pass
 * uses the same arrays.
 *
 * Here Wq and Wk are already applied to the tokens. The first dense layer is therefore a product
 * with the constant matrix [I ; I] (2d' x d'), which has the published shape. The papers' code also
 * computes a gradient of this matrix, so our backward time is a lower bound. */
#include "all_pairs.h"
#include "pairwise.h"

/* arrays in scratch memory, in this order */
struct arrays {
    real *a, *b; /* q' (n x units) and k' (m x units); later their gradients */
    real *sum;   /* constant matrix [I ; I], 2 units x units */
    real *both;  /* [q'_i ; k'_j] for all pairs, n*m x 2 units; later its gradient */
    real *x, *h; /* hidden values before (x) and after (h) phi, n*m x units; both share one array in
                    a forward pass */
    size_t pairs;
};

static struct arrays lay_out(const struct score_run *run, int units, real *scratch)
{
    size_t n = (size_t)run->dims->n, m = (size_t)run->dims->m, wide = (size_t)units;
    struct arrays t = {.a = scratch, .pairs = n * m};
    t.b = t.a + n * wide;
    t.sum = t.b + m * wide;
    t.both = t.sum + 2 * wide * wide;
    t.x = t.both + 2 * t.pairs * wide;
    t.h = run->backward ? t.x + t.pairs * wide : t.x;
    return t;
}

size_t N(pairwise_materialise_scratch)(const struct dims *dims, const struct args *args)
{
    size_t n = (size_t)dims->n, m = (size_t)dims->m, units = (size_t)arg_int(args, ARG_D_PRIME);
    return (n + m) * units + 2 * units * units + 3 * n * m * units;
}
size_t N(pairwise_materialise_backward_scratch)(const struct dims *dims, const struct args *args)
{
    size_t pairs = (size_t)dims->n * (size_t)dims->m;
    return N(pairwise_materialise_scratch)(dims, args) + pairs * (size_t)arg_int(args, ARG_D_PRIME);
}

static void stacked_identity(int units, real *w)
{
    memset(w, 0, 2 * (size_t)units * (size_t)units * sizeof *w);
    for (int u = 0; u < 2 * units; u++) w[u * units + u % units] = 1;
}

/* ---- phi, with the kind's own slope ---- */

static void apply(struct pairwise_kind kind, real *x, size_t count)
{
    if (kind.act != ACT_LEAKY_RELU) {
        N(activate)(kind.act, x, count);
        return;
    }
    for (size_t i = 0; i < count; i++) x[i] = x[i] < 0 ? (real)kind.slope * x[i] : x[i];
}
static void apply_backward(struct pairwise_kind kind, const real *x, real *g, size_t count)
{
    if (kind.act != ACT_LEAKY_RELU) {
        N(activate_backward)(kind.act, x, g, count);
        return;
    }
    for (size_t i = 0; i < count; i++) g[i] = x[i] > 0 ? g[i] : (real)kind.slope * g[i];
}

/* ---- both directions ---- */

void N(pairwise_materialise)(struct pairwise_kind kind, const struct score_run *run, const real *q,
                             int ldq, const real *k, int ldk, real *s, real *scratch)
{
    struct pairwise p = N(pairwise_open)(kind, run);
    struct arrays t = lay_out(run, p.units, scratch);
    int n = run->dims->n, m = run->dims->m, units = p.units;
    size_t hidden = t.pairs * (size_t)units;

    gemm(false, false, n, units, p.d, 1, q, ldq, p.tensor[PAIR_WQ], units, 0, t.a, units);
    gemm(false, false, m, units, p.d, 1, k, ldk, p.tensor[PAIR_WK], units, 0, t.b, units);
    stacked_identity(units, t.sum);
    N(pairs_concatenate)(t.a, n, t.b, m, units, t.both);
    N(pairs_dense)(t.both, t.pairs, 2 * units, units, t.sum, p.tensor[PAIR_B], t.x);
    if (t.h != t.x) memcpy(t.h, t.x, hidden * sizeof *t.h);
    apply(kind, t.h, hidden);
    N(pairs_dense)(t.h, t.pairs, units, 1, p.tensor[PAIR_W], p.tensor[PAIR_CONSTANT], s);
}

void N(pairwise_materialise_backward)(struct pairwise_kind kind, const struct score_run *run,
                                      const real *q, int ldq, const real *k, int ldk,
                                      const real *ds, real *dq, real *dk, real *const *dw,
                                      real *scratch)
{
    struct pairwise p = N(pairwise_open)(kind, run);
    struct arrays t = lay_out(run, p.units, scratch);
    int n = run->dims->n, m = run->dims->m, units = p.units;

    N(pairs_dense_backward)
    (t.h, t.pairs, units, 1, p.tensor[PAIR_W], ds, t.h, dw[PAIR_W], dw[PAIR_CONSTANT]);
    apply_backward(kind, t.x, t.h, t.pairs * (size_t)units);
    N(pairs_dense_backward)
    (t.both, t.pairs, 2 * units, units, t.sum, t.h, t.both, NULL, dw[PAIR_B]);
    N(pairs_reduce)(t.both, n, m, units, t.a, t.b);
    N(tokens_dense_backward)
    (q, ldq, n, p.d, units, p.tensor[PAIR_WQ], t.a, dq, dw[PAIR_WQ], NULL);
    N(tokens_dense_backward)
    (k, ldk, m, p.d, units, p.tensor[PAIR_WK], t.b, dk, dw[PAIR_WK], NULL);
}

/* ---- declared work ---- */

/* Declared FLOPs per pair: a 2d' x d' product, bias and phi, then a d' x 1 product and the
 * constant. */
struct work N(pairwise_materialise_work)(const struct dims *dims, const struct args *args)
{
    double units = arg_int(args, ARG_D_PRIME), token = 2.0 * dims->d_head * units;
    double pair = units * (4 * units + 1 + ACTIVATION_FLOP + 2) + 1;
    return (struct work){token, token, pair};
}

/* Declared backward FLOPs per pair: the sum of ds; the gradients dw, dh and db; a product with
 * phi'; and the gradients of q' and k'. */
struct work N(pairwise_materialise_backward_work)(const struct dims *dims, const struct args *args)
{
    double units = arg_int(args, ARG_D_PRIME), token = 4.0 * dims->d_head * units;
    double pair = 1 + units * (2 + 1 + ACTIVATION_FLOP + 1 + 1 + 4 * units + 2);
    return (struct work){token, token, pair};
}
