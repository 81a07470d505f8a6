/* SPDX-License-Identifier: MIT
 * The score `neural2` as its authors run it: repeat q' and k' over all pairs, concatenate, three
 * dense layers on n*m rows. */
#include "neural2.h"

static void project(const struct neural2 *p, const real *x, int ld, int rows, const real *w,
                    const real *b, real *y)
{
    gemm(false, false, rows, p->units, p->d, 1, x, ld, w, p->units, 0, y, p->units);
    for (int r = 0; r < rows; r++)
        for (int u = 0; u < p->units; u++) y[(size_t)r * (size_t)p->units + (size_t)u] += b[u];
}

void N(neural2_materialise)(const struct score_run *run, const real *q, int ldq, const real *k,
                            int ldk, real *s, real *scratch)
{
    struct neural2 p = N(neural2_open)(run->dims, run->args, run->head);
    const real *w[NEURAL2_TENSORS];
    N(neural2_parts)(&p, run->w, w);
    int n = run->dims->n, m = run->dims->m, units = p.units;
    size_t pairs = (size_t)n * (size_t)m, wide = (size_t)units;
    real *a = scratch, *b = a + (size_t)n * wide, *both = b + (size_t)m * wide;
    real *h1 = both + 2 * pairs * wide, *h2 = h1 + pairs * wide;

    project(&p, q, ldq, n, w[N2_PQ], w[N2_BQ], a);
    project(&p, k, ldk, m, w[N2_PK], w[N2_BK], b);
    N(pairs_concatenate)(a, n, b, m, units, both);
    N(pairs_dense)(both, pairs, 2 * units, units, w[N2_L1], w[N2_B1], p.act, h1);
    N(pairs_dense)(h1, pairs, units, p.last, w[N2_L2], w[N2_B2], p.act, h2);
    N(pairs_dense)(h2, pairs, p.last, 1, w[N2_L3], w[N2_B3], ACT_IDENTITY, s);
}

size_t N(neural2_materialise_scratch)(const struct dims *dims, const struct args *args)
{
    struct neural2 p = N(neural2_open)(dims, args, 0);
    size_t n = (size_t)dims->n, m = (size_t)dims->m, units = (size_t)p.units;
    return (n + m) * units + n * m * (3 * units + (size_t)p.last);
}

struct work N(neural2_materialise_work)(const struct dims *dims, const struct args *args)
{
    struct neural2 p = N(neural2_open)(dims, args, 0);
    double u = p.units, v = p.last, token = u * (2.0 * p.d + 1);
    double pair = u * (4 * u + 1 + ACTIVATION_FLOP) + v * (2 * u + 1 + ACTIVATION_FLOP) + 2 * v + 1;
    return (struct work){token, token, pair};
}
