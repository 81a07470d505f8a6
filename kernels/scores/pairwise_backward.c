/* SPDX-License-Identifier: MIT
 * Runs the backward pass of separable scores:
 *
 *     s_ij = constant + sum_u w_u phi(x_iju), x_iju = a_iu + b_ju
 *
 * A tile adds P_iu = sum_j ds_ij phi'(x_iju) to dfq, and R_uj, the same sum over i, to dfk. The
 * factor w_u is applied later. The last feature contains D_i = sum_j ds_ij and E_j = sum_i ds_ij.
 * The gradients of w, b and constant need D_i, even if the normaliser ignores shifts.
 *
 * If phi is piecewise linear with slope g, phi' = g + (1-g) [x > 0]. P and R then include only
 * pairs with x > 0, i.e. B_uj > A_iu. Also, phi(x) = x phi'(x), so
 *
 *     dw_u = sum_ij ds_ij phi(x_iju) = sum_i a_iu P_iu + sum_j b_ju R_uj.
 *
 * The products q^T P and k^T R yield both sums without a loop over pairs. */
#include "pairwise.h"

/* Rows and vectors per register block. ROWS * VECS vectors of ds stay in registers during the loop
 * over units. */
enum { ROWS = VBYTES == 64 ? 4 : 2, VECS = 4, BLOCK = VECS * VLEN };
_Static_assert(TILE_K % BLOCK == 0, "the tile size must be a multiple of the block size");

size_t N(pairwise_backward_reals)(int d, int units)
{
    size_t u = (size_t)units, tile = 2 * u * TILE_K + ROWS * (u + 1) * VLEN;
    return tile + (size_t)d * u;
}

/* ---- piecewise linear phi ---- */

/* Accumulates rows x BLOCK pairs into dfk and `sums`. `sums` has one vector per row and feature.
 * The sum of the lanes is later added to dfq. */
static inline __attribute__((always_inline)) void hinge_block(int rows, int units, const real *fq,
                                                              const real *fk, const real *ds,
                                                              real *dfk, real *sums)
{
    vec g[ROWS][VECS];
#pragma GCC unroll 4
    for (int r = 0; r < rows; r++)
#pragma GCC unroll 4
        for (int c = 0; c < VECS; c++) g[r][c] = vload(ds + r * TILE_K + c * VLEN);
    for (int u = 0; u < units; u++) {
        vec p[ROWS], a[ROWS]; /* a: values of fq, copied once; stores may alias fq */
#pragma GCC unroll 4
        for (int r = 0; r < rows; r++) {
            p[r] = vload(sums + (r * (units + 1) + u) * VLEN);
            a[r] = vset(fq[r * (units + 1) + u]);
        }
#pragma GCC unroll 4
        for (int c = 0; c < VECS; c++) {
            vec b = vload(fk + u * TILE_K + c * VLEN), sum = vload(dfk + u * TILE_K + c * VLEN);
#pragma GCC unroll 4
            for (int r = 0; r < rows; r++) {
                ivec active = b > a[r];
                p[r] = vadd_where(active, p[r], g[r][c]);
                sum = vadd_where(active, sum, g[r][c]);
            }
            vstore(dfk + u * TILE_K + c * VLEN, sum);
        }
#pragma GCC unroll 4
        for (int r = 0; r < rows; r++) vstore(sums + (r * (units + 1) + u) * VLEN, p[r]);
    }
#pragma GCC unroll 4
    for (int r = 0; r < rows; r++)
#pragma GCC unroll 4
        for (int c = 0; c < VECS; c++) {
            real *all = sums + (r * (units + 1) + units) * VLEN;
            real *e = dfk + units * TILE_K + c * VLEN;
            vstore(all, vload(all) + g[r][c]);
            vstore(e, vload(e) + g[r][c]);
        }
}

/* Adds the sum of the lanes of vector i to y[i]. */
static void add_sums(const real *vectors, int count, real *y)
{
    int i = 0;
    for (; i + VLEN <= count; i += VLEN, vectors += VLEN * VLEN)
        vstore(y + i, vload(y + i) + vsums(vectors));
    for (; i < count; i++, vectors += VLEN) y[i] += vsum(vload(vectors));
}

static inline __attribute__((always_inline)) void hinge_rows(int rows, int units, const real *fq,
                                                             const real *fk, int cols,
                                                             const real *ds, real *dfq, real *dfk,
                                                             real *sums)
{
    int count = rows * (units + 1);
    memset(sums, 0, (size_t)count * VLEN * sizeof *sums);
    for (int j = 0; j < cols; j += BLOCK)
        hinge_block(rows, units, fq, fk + j, ds + j, dfk + j, sums);
    add_sums(sums, count, dfq);
}
static void hinge_tile(int units, const real *fq, int rows, const real *fk, int cols,
                       const real *ds, real *dfq, real *dfk, real *sums)
{
    int r = 0, distance = units + 1;
    for (; r + ROWS <= rows; r += ROWS)
        hinge_rows(ROWS, units, fq + r * distance, fk, cols, ds + r * TILE_K, dfq + r * distance,
                   dfk, sums);
    for (; r < rows; r++)
        hinge_rows(1, units, fq + r * distance, fk, cols, ds + r * TILE_K, dfq + r * distance, dfk,
                   sums);
}

/* ---- smooth phi ---- */

/* Runs the backward pass of one row for a smooth phi. phi(x) and phi'(x) are units x width; width
 * is a multiple of VLEN. */
static void smooth_row(const struct pairwise *p, const real *fq, const real *fk, int width,
                       const real *ds, real *dfq, real *dfk, real *dw, real *phi)
{
    int units = p->units;
    size_t count = (size_t)units * (size_t)width;
    real *slope = phi + count;
    for (int u = 0; u < units; u++)
        for (int j = 0; j < width; j += VLEN)
            vstore(phi + u * width + j, fq[u] + vload(fk + u * TILE_K + j));
    N(activate_both)(p->act, phi, slope, count);
    for (int u = 0; u < units; u++) {
        vec sum = vset(0), along = vset(0);
        for (int j = 0; j < width; j += VLEN) {
            vec dx = vload(ds + j) * vload(slope + u * width + j);
            along += vload(ds + j) * vload(phi + u * width + j);
            sum += dx;
            vstore(dfk + u * TILE_K + j, vload(dfk + u * TILE_K + j) + dx);
        }
        dw[u] += vsum(along);
        dfq[u] += vsum(sum);
    }
    vec sum = vset(0);
    for (int j = 0; j < width; j += VLEN) sum += vload(ds + j);
    dfq[units] += vsum(sum);
}

void N(pairwise_tile_backward)(const struct pairwise *p, const real *fq, int rows, const real *fk,
                               int cols, const real *ds, real *dfq, real *dfk, real *const *dw,
                               real *scratch)
{
    if (pairwise_linear(p->act)) {
        hinge_tile(p->units, fq, rows, fk, cols, ds, dfq, dfk, scratch);
        return;
    }
    int width = (cols + VLEN - 1) / VLEN * VLEN, distance = p->units + 1;
    for (int r = 0; r < rows; r++)
        smooth_row(p, fq + r * distance, fk, width, ds + r * TILE_K, dfq + r * distance, dfk,
                   dw[PAIR_W], scratch);
}

/* ---- from hidden units to tokens and parameters ---- */

/* The gradient of a hidden unit is `own * p + all * t`, where p is the sum of ds over pairs with x
 * > 0, and t is the sum over all pairs of the token. */
struct fold {
    real own, all;
};
static struct fold open_fold(const struct pairwise *p)
{
    real slope = pairwise_slope(p);
    return pairwise_linear(p->act) ? (struct fold){1 - slope, slope} : (struct fold){1, 0};
}

/* Accumulates product = x^T dh (D x units) into the gradients. x has the tokens that are multiplied
 * by matrix `which`. */
static void matrix_backward(const struct pairwise *p, enum pairwise_tensor which,
                            const real *product, real *const *dw)
{
    const real *m = p->tensor[which], *w = p->tensor[PAIR_W];
    for (int i = 0; i < p->d; i++, product += p->units, m += p->units)
        for (int u = 0; u < p->units; u++) {
            dw[which][i * p->units + u] += w[u] * product[u];
            if (dw[PAIR_W] && pairwise_linear(p->act)) dw[PAIR_W][u] += m[u] * product[u];
        }
}

/* Accumulates dh (rows x units), the gradient of the hidden units of some queries, into the
 * gradient of b. */
static void bias_backward(const struct pairwise *p, const real *dh, int rows, real *const *dw)
{
    const real *b = p->tensor[PAIR_B];
    for (int r = 0; dw[PAIR_B] && r < rows; r++, dh += p->units)
        for (int u = 0; u < p->units; u++) {
            dw[PAIR_B][u] += p->tensor[PAIR_W][u] * dh[u];
            if (dw[PAIR_W] && pairwise_linear(p->act)) dw[PAIR_W][u] += b[u] * dh[u];
        }
}

/* Runs the backward pass of at most TILE_Q queries: product += q^T dh. dh (rows x units) is
 * scratch. */
static void query_rows(const struct pairwise *p, const real *q, int ld, int rows, const real *dfq,
                       real *dq, int ldd, real *const *dw, real *dh, real *product)
{
    struct fold f = open_fold(p);
    int units = p->units;
    for (int r = 0; r < rows; r++, dfq += units + 1) {
        for (int u = 0; u < units; u++) dh[r * units + u] = f.own * dfq[u] + f.all * dfq[units];
        if (dw[PAIR_CONSTANT]) *dw[PAIR_CONSTANT] += dfq[units];
    }
    gemm(true, false, p->d, units, rows, 1, q, ld, dh, units, 1, product, units);
    bias_backward(p, dh, rows, dw);
    for (int r = 0; r < rows; r++)
        for (int u = 0; u < units; u++) dh[r * units + u] *= p->tensor[PAIR_W][u];
    gemm(false, true, rows, p->d, units, 1, dh, units, p->tensor[PAIR_WQ], units, 1, dq, ldd);
}

void N(pairwise_queries_backward)(const struct pairwise *p, const real *q, int ld, int rows,
                                  const real *dfq, real *dq, int ldd, real *const *dw,
                                  real *scratch)
{
    size_t units = (size_t)p->units;
    real *product = scratch, *dh = product + (size_t)p->d * units;
    memset(product, 0, (size_t)p->d * units * sizeof *product);
    for (int i = 0; i < rows; i += TILE_Q) {
        size_t r = (size_t)i;
        query_rows(p, q + r * (size_t)ld, ld, rows - i < TILE_Q ? rows - i : TILE_Q,
                   dfq + r * (units + 1), dq + r * (size_t)ldd, ldd, dw, dh, product);
    }
    matrix_backward(p, PAIR_WQ, product, dw);
}

void N(pairwise_keys_backward)(const struct pairwise *p, const real *k, int ld, int cols,
                               const real *dfk, real *dk, int ldd, real *const *dw, real *scratch)
{
    struct fold f = open_fold(p);
    int units = p->units;
    real *product = scratch, *dh = product + p->d * units; /* dh has shape units x TILE_K */
    const real *e = dfk + units * TILE_K;
    for (int u = 0; u < units; u++)
        for (int j = 0; j < cols; j++)
            dh[u * TILE_K + j] = f.own * dfk[u * TILE_K + j] + f.all * e[j];
    gemm(true, true, p->d, units, cols, 1, k, ld, dh, TILE_K, 0, product, units);
    for (int u = 0; u < units; u++)
        for (int j = 0; j < cols; j++) dh[u * TILE_K + j] *= p->tensor[PAIR_W][u];
    gemm(true, true, cols, p->d, units, 1, dh, TILE_K, p->tensor[PAIR_WK], units, 1, dk, ldd);
    matrix_backward(p, PAIR_WK, product, dw);
}
