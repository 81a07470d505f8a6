/* SPDX-License-Identifier: MIT
 * Runs the backward pass of the score `neural2`, from the gradient of s to the gradients of q and
 * k. Processes one query and all keys of the tile at a time. */
#include "neural2.h"

/* ---- a tile ---- */

/* Intermediate results of one row's forward pass. Arrays are units x width or last x width; width
 * is a multiple of NEURAL2_BLOCK. */
struct trace {
    int width;
    real *slope1, *h1; /* phi' and phi of the first layer, units x width */
    real *slope2, *h2; /* phi' and phi of the second layer, last x width */
};

static real total(const real *x, int width)
{
    vec sum = vset(0);
    for (int j = 0; j < width; j += VLEN) sum += vload(x + j);
    return vsum(sum);
}
static real inner(const real *x, const real *y, int width)
{
    vec sum = vset(0);
    for (int j = 0; j < width; j += VLEN) sum += vload(x + j) * vload(y + j);
    return vsum(sum);
}

static void ascend(const struct neural2 *p, const real *const *w, const real *fq, const real *fk,
                   struct trace t)
{
    size_t first = (size_t)p->units * (size_t)t.width, second = (size_t)p->last * (size_t)t.width;
    for (int u = 0; u < p->units; u++)
        for (int j = 0; j < t.width; j += VLEN)
            vstore(t.h1 + u * t.width + j, fq[u] + vload(fk + u * TILE_K + j));
    N(activate_both)(p->act, t.h1, t.slope1, first);
    N(neural2_second_layer)(p, w[N2_L2], w[N2_B2], t.h1, t.width, t.h2);
    N(activate_both)(p->act, t.h2, t.slope2, second);
}

/* Replaces h2 by the gradient of x2, the second layer before phi. */
static void third_layer_backward(const struct neural2 *p, const real *l3, const real *ds,
                                 real *const *g, struct trace t)
{
    g[N2_B3][0] += total(ds, t.width);
    for (int v = 0; v < p->last; v++) {
        real *h = t.h2 + v * t.width;
        g[N2_L3][v] += inner(ds, h, t.width);
        const real *slope = t.slope2 + v * t.width;
        for (int j = 0; j < t.width; j += VLEN)
            vstore(h + j, l3[v] * vload(ds + j) * vload(slope + j));
    }
}

/* Replaces h1 by the gradient of x1, the first layer before phi. h2 must contain the gradient of
 * x2. */
static void second_layer_backward(const struct neural2 *p, const real *l2, real *const *g,
                                  struct trace t)
{
    for (int v = 0; v < p->last; v++) g[N2_B2][v] += total(t.h2 + v * t.width, t.width);
    for (int u = 0; u < p->units; u++)
        for (int v = 0; v < p->last; v++)
            g[N2_L2][u * p->last + v] += inner(t.h1 + u * t.width, t.h2 + v * t.width, t.width);
    for (int u = 0; u < p->units; u++)
        for (int j = 0; j < t.width; j += VLEN) {
            vec sum = vset(0);
            for (int v = 0; v < p->last; v++)
                sum += l2[u * p->last + v] * vload(t.h2 + v * t.width + j);
            vstore(t.h1 + u * t.width + j, sum * vload(t.slope1 + u * t.width + j));
        }
}

/* Accumulates h1, the gradient of x1 = fq + fk, into dfq and dfk. */
static void first_layer_backward(const struct neural2 *p, struct trace t, real *dfq, real *dfk)
{
    for (int u = 0; u < p->units; u++) {
        const real *dx = t.h1 + u * t.width;
        dfq[u] += total(dx, t.width);
        for (int j = 0; j < t.width; j += VLEN)
            vstore(dfk + u * TILE_K + j, vload(dfk + u * TILE_K + j) + vload(dx + j));
    }
}

void N(neural2_tile_backward)(const struct score_run *run, const real *fq, int rows, const real *fk,
                              int cols, const real *ds, real *dfq, real *dfk, real *const *dw,
                              real *scratch)
{
    struct neural2 p = N(neural2_open)(run->dims, run->args, run->head);
    const real *w[NEURAL2_TENSORS];
    real *g[NEURAL2_TENSORS];
    N(neural2_parts)(&p, run->w, w);
    N(neural2_gradients)(&p, dw, g);
    struct trace t = {.width = (cols + NEURAL2_BLOCK - 1) / NEURAL2_BLOCK * NEURAL2_BLOCK,
                      .slope1 = scratch};
    t.h1 = t.slope1 + p.units * t.width;
    t.slope2 = t.h1 + p.units * t.width;
    t.h2 = t.slope2 + p.last * t.width;
    for (int r = 0; r < rows; r++) {
        ascend(&p, w, fq + r * p.units, fk, t);
        third_layer_backward(&p, w[N2_L3], ds + r * TILE_K, g, t);
        second_layer_backward(&p, w[N2_L2], g, t);
        first_layer_backward(&p, t, dfq + r * p.units, dfk);
    }
}

/* ---- from features to tokens and parameters ---- */

/* tensors and gradients for queries or for keys: y = (x P + b) L + b1 */
struct side {
    const real *p, *b, *l;
    real *dp, *db, *dl, *db1; /* db1 is NULL for keys */
};

/* Adds the column sums of dy (rows x units) to db (units). */
static void add_columns(const real *dy, int rows, int units, real *db)
{
    for (int r = 0; r < rows; r++)
        for (int u = 0; u < units; u++) db[u] += dy[r * units + u];
}

/* Runs the backward pass of project() for at most TILE_K rows; dy is rows x units. scratch: 2
 * TILE_K x units. */
static void project_backward(const struct neural2 *p, struct side s, const real *x, int ld,
                             int rows, const real *dy, real *dx, int ldd, real *scratch)
{
    int units = p->units;
    real *hidden = scratch, *dhidden = scratch + rows * units;
    gemm(false, false, rows, units, p->d, 1, x, ld, s.p, units, 0, hidden, units);
    for (int i = 0; i < rows * units; i++) hidden[i] += s.b[i % units];
    if (s.db1) add_columns(dy, rows, units, s.db1);
    gemm(true, false, units, units, rows, 1, hidden, units, dy, units, 1, s.dl, units);
    gemm(false, true, rows, units, units, 1, dy, units, s.l, units, 0, dhidden, units);
    add_columns(dhidden, rows, units, s.db);
    gemm(true, false, p->d, units, rows, 1, x, ld, dhidden, units, 1, s.dp, units);
    gemm(false, true, rows, p->d, units, 1, dhidden, units, s.p, units, 1, dx, ldd);
}

void N(neural2_prepare_q_backward)(const struct score_run *run, const real *q, int ld, int rows,
                                   const real *fq, const real *dfq, real *dq, int ldd,
                                   real *const *dw, real *scratch)
{
    (void)fq;
    struct neural2 p = N(neural2_open)(run->dims, run->args, run->head);
    const real *w[NEURAL2_TENSORS];
    real *g[NEURAL2_TENSORS];
    N(neural2_parts)(&p, run->w, w);
    N(neural2_gradients)(&p, dw, g);
    struct side side = {w[N2_PQ], w[N2_BQ], w[N2_L1], g[N2_PQ], g[N2_BQ], g[N2_L1], g[N2_B1]};
    for (int i = 0; i < rows; i += TILE_K) {
        size_t r = (size_t)i;
        project_backward(&p, side, q + r * (size_t)ld, ld, rows - i < TILE_K ? rows - i : TILE_K,
                         dfq + r * (size_t)p.units, dq + r * (size_t)ldd, ldd, scratch);
    }
}

void N(neural2_prepare_k_backward)(const struct score_run *run, const real *k, int ld, int cols,
                                   const real *fk, const real *dfk, real *dk, int ldd,
                                   real *const *dw, real *scratch)
{
    (void)fk;
    struct neural2 p = N(neural2_open)(run->dims, run->args, run->head);
    const real *w[NEURAL2_TENSORS];
    real *g[NEURAL2_TENSORS], *dy = scratch; /* dy has shape cols x units */
    N(neural2_parts)(&p, run->w, w);
    N(neural2_gradients)(&p, dw, g);
    size_t half = (size_t)p.units * (size_t)p.units;
    struct side side = {w[N2_PK],        w[N2_BK], w[N2_L1] + half, g[N2_PK], g[N2_BK],
                        g[N2_L1] + half, NULL};
    for (int j = 0; j < cols; j++)
        for (int u = 0; u < p.units; u++) dy[j * p.units + u] = dfk[u * TILE_K + j];
    project_backward(&p, side, k, ld, cols, dy, dk, ldd, dy + cols * p.units);
}

/* Returns the scratch size: two layers of a tile and their derivatives, or three blocks of tokens,
 * whichever is larger. */
size_t N(neural2_backward_scratch)(const struct dims *dims, const struct args *args)
{
    struct neural2 p = N(neural2_open)(dims, args, 0);
    size_t tile = 2 * (size_t)(p.units + p.last), token = 3 * (size_t)p.units;
    return (tile > token ? tile : token) * TILE_K;
}
