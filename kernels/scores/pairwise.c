/* SPDX-License-Identifier: MIT
 * Computes tiles of separable scores (pairwise.h). Each pair and unit costs a maximum and a
 * multiply-add if phi is piecewise linear, otherwise an evaluation of phi. */
#include "pairwise.h"

#include "transpose.h"

/* Rows and vectors per register block. Sums use 16 of 32 registers with AVX-512, otherwise 8 of 16.
 */
enum { ROWS = 4, VECS = VBYTES == 64 ? 4 : 2, BLOCK = VECS * VLEN };
_Static_assert(TILE_K % BLOCK == 0, "the tile size must be a multiple of the block size");

/* ---- features ---- */

/* Returns the constant term of a query's scores: c, plus sum_u w_u * a_u if phi is piecewise
 * linear. */
static real row_constant(const struct pairwise *p, const real *a)
{
    real sum = 0;
    for (int u = 0; u < p->units && pairwise_linear(p->act); u++)
        sum += p->tensor[PAIR_W][u] * a[u];
    return sum + (p->tensor[PAIR_CONSTANT] ? p->tensor[PAIR_CONSTANT][0] : 0);
}

/* Turns a_i (units) of one query into the query's features, in place. */
static void finish_query(const struct pairwise *p, bool shift_invariant, real *restrict f)
{
    const real *restrict b = p->tensor[PAIR_B];
    int units = p->units;
    for (int u = 0; u < units && b; u++) f[u] += b[u];
    f[units] = shift_invariant ? 0 : row_constant(p, f);
    if (!pairwise_linear(p->act)) return;
    real fold = pairwise_slope(p) - 1;
    for (int u = 0; u < units; u++) f[u] *= fold;
}

void N(pairwise_queries)(const struct pairwise *p, bool shift_invariant, const real *q, int ld,
                         int rows, real *fq)
{
    int distance = p->units + 1;
    gemm(false, false, rows, p->units, p->d, 1, q, ld, p->tensor[PAIR_WQ], p->units, 0, fq,
         distance);
    for (int r = 0; r < rows; r++)
        finish_query(p, shift_invariant, fq + (size_t)r * (size_t)distance);
}

/* Sets e_j = g * sum_u w_u * b_uj and multiplies b_u by 1 - g, where g is the slope. For relu, g =
 * 0, so e_j is 0 or NaN. Adding e_j keeps NaN, which the maximum in the tile would drop. */
static void fold_slope(const struct pairwise *p, real slope, real *fk)
{
    for (int j = 0; j < TILE_K; j += VLEN, fk += VLEN) {
        vec e = vset(0);
        for (int u = 0; u < p->units; u++) {
            vec b = vload(fk + u * TILE_K);
            e += slope * p->tensor[PAIR_W][u] * b;
            vstore(fk + u * TILE_K, (1 - slope) * b);
        }
        vstore(fk + p->units * TILE_K, e);
    }
}

/* Computes the key features as rows, then transposes them. Transposing the operands would be
 * slower. */
void N(pairwise_keys)(const struct pairwise *p, const real *k, int ld, int cols, real *fk,
                      real *scratch)
{
    gemm(false, false, cols, p->units, p->d, 1, k, ld, p->tensor[PAIR_WK], p->units, 0, scratch,
         p->units);
    transpose(scratch, p->units, cols, p->units, fk, TILE_K);
    for (int u = 0; cols < TILE_K && u < p->units; u++)
        memset(fk + u * TILE_K + cols, 0, (size_t)(TILE_K - cols) * sizeof *fk);
    if (pairwise_linear(p->act))
        fold_slope(p, pairwise_slope(p), fk);
    else
        memset(fk + p->units * TILE_K, 0, TILE_K * sizeof *fk);
}

/* ---- tiles ---- */

/* Computes c_i + e_j + sum_u w_u * max(B_uj, A_iu) for a block of rows x vecs vectors. `rows` and
 * `vecs` are constants in each caller. */
static inline __attribute__((always_inline)) void
hinge_block(int rows, int vecs, int units, const real *w, const real *fq, const real *fk, real *s)
{
    vec sum[ROWS][VECS], b[VECS];
    for (int r = 0; r < rows; r++)
        for (int c = 0; c < vecs; c++)
            sum[r][c] = fq[r * (units + 1) + units] + vload(fk + units * TILE_K + c * VLEN);
    for (int u = 0; u < units; u++) {
        for (int c = 0; c < vecs; c++) b[c] = vload(fk + u * TILE_K + c * VLEN);
        for (int r = 0; r < rows; r++)
            for (int c = 0; c < vecs; c++)
                sum[r][c] += w[u] * vmax(b[c], vset(fq[r * (units + 1) + u]));
    }
    for (int r = 0; r < rows; r++)
        for (int c = 0; c < vecs; c++) vstore(s + r * TILE_K + c * VLEN, sum[r][c]);
}

/* Computes the scores of `rows` queries. Columns after the last full block are computed one vector
 * at a time. */
static inline __attribute__((always_inline)) void
hinge_rows(int rows, int units, const real *w, const real *fq, const real *fk, int cols, real *s)
{
    int j = 0;
    for (; j + BLOCK <= cols; j += BLOCK) hinge_block(rows, VECS, units, w, fq, fk + j, s + j);
    for (; j < cols; j += VLEN) hinge_block(rows, 1, units, w, fq, fk + j, s + j);
}

static void hinge_tile(const struct pairwise *p, const real *fq, int rows, const real *fk, int cols,
                       real *s)
{
    int units = p->units, r = 0;
    const real *w = p->tensor[PAIR_W];
    for (; r + ROWS <= rows; r += ROWS)
        hinge_rows(ROWS, units, w, fq + r * (units + 1), fk, cols, s + r * TILE_K);
    for (; r < rows; r++) hinge_rows(1, units, w, fq + r * (units + 1), fk, cols, s + r * TILE_K);
}

/* Computes one row of the tile for a smooth phi. t holds units x width hidden values; width is a
 * multiple of VLEN. */
static void smooth_row(const struct pairwise *p, const real *fq, const real *fk, int width, real *s,
                       real *t)
{
    int units = p->units;
    for (int u = 0; u < units; u++)
        for (int j = 0; j < width; j += VLEN)
            vstore(t + u * width + j, fq[u] + vload(fk + u * TILE_K + j));
    N(activate)(p->act, t, (size_t)units * (size_t)width);
    for (int j = 0; j < width; j += VLEN) {
        vec sum = fq[units] + vload(fk + units * TILE_K + j);
        for (int u = 0; u < units; u++) sum += p->tensor[PAIR_W][u] * vload(t + u * width + j);
        vstore(s + j, sum);
    }
}

void N(pairwise_tile)(const struct pairwise *p, const real *fq, int rows, const real *fk, int cols,
                      real *s, real *scratch)
{
    if (pairwise_linear(p->act)) {
        hinge_tile(p, fq, rows, fk, cols, s);
        return;
    }
    int width = (cols + VLEN - 1) / VLEN * VLEN;
    for (int r = 0; r < rows; r++)
        smooth_row(p, fq + r * (p->units + 1), fk, width, s + r * TILE_K, scratch);
}
