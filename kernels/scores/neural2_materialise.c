/* SPDX-License-Identifier: MIT
 * Computes the score `neural2` as the authors' code does: repeats q' and k' over all pairs,
 * concatenates, and runs three dense layers on n*m rows. The backward pass uses the same arrays. */
#include "neural2.h"
#include "all_pairs.h"

/* Arrays in scratch memory, in this order. In a forward pass, hidden values before and after phi
 * share one array. In a backward pass, the gradients before phi overwrite the values after phi. */
struct arrays {
    real *a, *b;          /* q' (n x units) and k' (m x units); later their gradients */
    real *both;           /* [q'_i ; k'_j] for all pairs, n*m x 2 units; later its gradient */
    real *x1, *h1;        /* first layer before and after phi, n*m x units */
    real *x2, *h2;        /* second layer before and after phi, n*m x last */
    size_t first, second; /* number of reals in x1 and in x2 */
    size_t pairs;
    size_t used;
};

static struct arrays lay_out(const struct neural2 *p, const struct dims *dims, bool backward,
                             real *scratch)
{
    size_t n = (size_t)dims->n, m = (size_t)dims->m, wide = (size_t)p->units;
    struct arrays t = {.pairs = n * m, .first = n * m * wide, .second = n * m * (size_t)p->last};
    const size_t size[] = {
        n * wide, m * wide, 2 * t.first, backward * t.first, t.first, backward * t.second,
        t.second};
    real **at[] = {&t.a, &t.b, &t.both, &t.x1, &t.h1, &t.x2, &t.h2};
    for (int i = 0; i < 7; i++) {
        *at[i] = scratch ? scratch + t.used : NULL;
        t.used += size[i];
    }
    return t;
}

size_t N(neural2_materialise_scratch)(const struct dims *dims, const struct args *args)
{
    struct neural2 p = N(neural2_open)(dims, args, 0);
    return lay_out(&p, dims, false, NULL).used;
}
size_t N(neural2_materialise_backward_scratch)(const struct dims *dims, const struct args *args)
{
    struct neural2 p = N(neural2_open)(dims, args, 0);
    return lay_out(&p, dims, true, NULL).used;
}

static void project(const struct neural2 *p, const real *x, int ld, int rows, const real *w,
                    const real *b, real *y)
{
    gemm(false, false, rows, p->units, p->d, 1, x, ld, w, p->units, 0, y, p->units);
    for (int r = 0; r < rows; r++)
        for (int u = 0; u < p->units; u++) y[(size_t)r * (size_t)p->units + (size_t)u] += b[u];
}

static void activated(const struct neural2 *p, const real *x, real *h, size_t count)
{
    if (h != x) memcpy(h, x, count * sizeof *h);
    N(activate)(p->act, h, count);
}

void N(neural2_materialise)(const struct score_run *run, const real *q, int ldq, const real *k,
                            int ldk, real *s, real *scratch)
{
    struct neural2 p = N(neural2_open)(run->dims, run->args, run->head);
    struct arrays t = lay_out(&p, run->dims, run->backward, scratch);
    const real *w[NEURAL2_TENSORS];
    N(neural2_parts)(&p, run->w, w);
    int n = run->dims->n, m = run->dims->m, units = p.units;

    project(&p, q, ldq, n, w[N2_PQ], w[N2_BQ], t.a);
    project(&p, k, ldk, m, w[N2_PK], w[N2_BK], t.b);
    N(pairs_concatenate)(t.a, n, t.b, m, units, t.both);
    N(pairs_dense)(t.both, t.pairs, 2 * units, units, w[N2_L1], w[N2_B1], t.x1);
    activated(&p, t.x1, t.h1, t.first);
    N(pairs_dense)(t.h1, t.pairs, units, p.last, w[N2_L2], w[N2_B2], t.x2);
    activated(&p, t.x2, t.h2, t.second);
    N(pairs_dense)(t.h2, t.pairs, p.last, 1, w[N2_L3], w[N2_B3], s);
}

void N(neural2_materialise_backward)(const struct score_run *run, const real *q, int ldq,
                                     const real *k, int ldk, const real *ds, real *dq, real *dk,
                                     real *const *dw, real *scratch)
{
    struct neural2 p = N(neural2_open)(run->dims, run->args, run->head);
    struct arrays t = lay_out(&p, run->dims, run->backward, scratch);
    const real *w[NEURAL2_TENSORS];
    real *g[NEURAL2_TENSORS];
    N(neural2_parts)(&p, run->w, w);
    N(neural2_gradients)(&p, dw, g);
    int n = run->dims->n, m = run->dims->m, units = p.units;

    N(pairs_dense_backward)(t.h2, t.pairs, p.last, 1, w[N2_L3], ds, t.h2, g[N2_L3], g[N2_B3]);
    N(activate_backward)(p.act, t.x2, t.h2, t.second);
    N(pairs_dense_backward)
    (t.h1, t.pairs, units, p.last, w[N2_L2], t.h2, t.h1, g[N2_L2], g[N2_B2]);
    N(activate_backward)(p.act, t.x1, t.h1, t.first);
    N(pairs_dense_backward)
    (t.both, t.pairs, 2 * units, units, w[N2_L1], t.h1, t.both, g[N2_L1], g[N2_B1]);
    N(pairs_reduce)(t.both, n, m, units, t.a, t.b);
    N(tokens_dense_backward)(q, ldq, n, p.d, units, w[N2_PQ], t.a, dq, g[N2_PQ], g[N2_BQ]);
    N(tokens_dense_backward)(k, ldk, m, p.d, units, w[N2_PK], t.b, dk, g[N2_PK], g[N2_BK]);
}

struct work N(neural2_materialise_work)(const struct dims *dims, const struct args *args)
{
    struct neural2 p = N(neural2_open)(dims, args, 0);
    double u = p.units, v = p.last, token = u * (2.0 * p.d + 1);
    double pair = u * (4 * u + 1 + ACTIVATION_FLOP) + v * (2 * u + 1 + ACTIVATION_FLOP) + 2 * v + 1;
    return (struct work){token, token, pair};
}
