/* SPDX-License-Identifier: MIT
 * The published formulation of an MLP score: repeat q, repeat k, concatenate, dense layers.
 *
 * Its arrays hold n*m rows, as in the papers' code: their memory and their time are what a sweep
 * of the materialised method reports. Every dense layer is one BLAS product over all pairs. */
#include "pairwise.h"

void N(pairs_concatenate)(const real *a, int n, const real *b, int m, int units, real *out)
{
    size_t bytes = (size_t)units * sizeof *out;
    for (int i = 0; i < n; i++)
        for (int j = 0; j < m; j++, out += 2 * units) {
            memcpy(out, a + (size_t)i * (size_t)units, bytes);
            memcpy(out + units, b + (size_t)j * (size_t)units, bytes);
        }
}

/* x W over any number of rows: BLAS counts them in an int, and n*m may be more than that. */
static void tall_product(const real *x, size_t rows, int d_in, int d_out, const real *w, real *y)
{
    const size_t most = 1 << 20;
    for (size_t r = 0; r < rows; r += most) {
        size_t now = rows - r < most ? rows - r : most;
        gemm(false, false, (int)now, d_out, d_in, 1, x + r * (size_t)d_in, d_in, w, d_out, 0,
             y + r * (size_t)d_out, d_out);
    }
}

void N(pairs_dense)(const real *x, size_t rows, int d_in, int d_out, const real *w, const real *b,
                    enum activation act, real *y)
{
    tall_product(x, rows, d_in, d_out, w, y);
    for (size_t r = 0; b && r < rows; r++)
        for (int u = 0; u < d_out; u++) y[r * (size_t)d_out + (size_t)u] += b[u];
    N(activate)(act, y, rows * (size_t)d_out);
}

/* ---- neural, additive, gatv2 ---- */

/* phi in place, with the kind's own slope. */
static void apply(struct pairwise_kind kind, real *x, size_t count)
{
    if (kind.act != ACT_LEAKY_RELU) {
        N(activate)(kind.act, x, count);
        return;
    }
    for (size_t i = 0; i < count; i++) x[i] = x[i] < 0 ? (real)kind.slope * x[i] : x[i];
}

/* [I ; I], 2 units x units: Wq and Wk have already been applied to the tokens, so what is left of
 * W_h concat(q', k') is the sum of its halves. The product has the shape of the published one. */
static void stacked_identity(int units, real *w)
{
    memset(w, 0, 2 * (size_t)units * (size_t)units * sizeof *w);
    for (int u = 0; u < 2 * units; u++) w[u * units + u % units] = 1;
}

void N(pairwise_materialise)(struct pairwise_kind kind, const struct score_run *run, const real *q,
                             int ldq, const real *k, int ldk, real *s, real *scratch)
{
    struct pairwise p = N(pairwise_open)(kind, run);
    int n = run->dims->n, m = run->dims->m, units = p.units;
    size_t pairs = (size_t)n * (size_t)m, wide = (size_t)units;
    real *a = scratch, *b = a + (size_t)n * wide, *sum = b + (size_t)m * wide;
    real *both = sum + 2 * wide * wide, *h = both + 2 * pairs * wide;

    gemm(false, false, n, units, p.d, 1, q, ldq, p.tensor[PAIR_WQ], units, 0, a, units);
    gemm(false, false, m, units, p.d, 1, k, ldk, p.tensor[PAIR_WK], units, 0, b, units);
    stacked_identity(units, sum);
    N(pairs_concatenate)(a, n, b, m, units, both);
    N(pairs_dense)(both, pairs, 2 * units, units, sum, p.tensor[PAIR_B], ACT_IDENTITY, h);
    apply(kind, h, pairs * wide);
    N(pairs_dense)(h, pairs, units, 1, p.tensor[PAIR_W], p.tensor[PAIR_CONSTANT], ACT_IDENTITY, s);
}

size_t N(pairwise_materialise_scratch)(const struct dims *dims, const struct args *args)
{
    size_t n = (size_t)dims->n, m = (size_t)dims->m, units = (size_t)arg_int(args, ARG_D_PRIME);
    return (n + m) * units + 2 * units * units + 3 * n * m * units;
}

/* Per pair: a product of 2d' x d', bias and phi, a product of d' x 1 and its constant. */
struct work N(pairwise_materialise_work)(const struct dims *dims, const struct args *args)
{
    double units = arg_int(args, ARG_D_PRIME), token = 2.0 * dims->d_head * units;
    double pair = units * (4 * units + 1 + ACTIVATION_FLOP + 2) + 1;
    return (struct work){token, token, pair};
}
