/* SPDX-License-Identifier: MIT
 * Products by tiles of our own: C = alpha op(A) op(B) + beta C, on one thread, nothing copied that
 * need not be.
 *
 * Tiles of C stay in registers (gemm_tile.h) and are cut so that what they read is near:
 *
 *     DEPTH of k at a time     a panel of B, DEPTH x TILE_COLS, streams from the second cache
 *     WIDTH columns of B       side by side, panel by panel
 *     TILE_ROWS rows of A      stay in the first cache while all these panels pass
 *
 * OpenBLAS copies both operands, always, and fills C with zeros for beta 0: a tenth of the time of
 * a training step at d_model 128 on a core with AVX2. Here A is read where it is, and B too unless
 * it is transposed or its rows lie so far apart that they share few sets of the caches. What the
 * next tile reads of A, and this one's C, are asked for while this one multiplies: the arrays of a
 * step do not fit into the second cache together. gemm.c says
 * where this pays.
 */
#include "gemm.h"
#include "gemm_tile.h"
#include "slots.h"
#include "transpose.h"

#ifndef BUILD_DOUBLE

enum { DEPTH = 256, WIDTH = 256, PANELS = WIDTH / TILE_COLS };
enum { SAME_SETS = 2048 }; /* reals */
enum { LINE = 64 / (int)sizeof(real) };

/* Of parts of a length, equal but for rounding, none longer than `most`; at least 1. */
static inline int part_of(int length, int most)
{
    int parts = (length + most - 1) / most;
    return parts ? (length + parts - 1) / parts : 1;
}

struct operand {
    bool turned;
    const real *at;
    size_t ld;
};

/* Element (i, j) of op(x). */
static inline const real *element(const struct operand *x, int i, int j)
{
    return x->turned ? x->at + (size_t)j * x->ld + i : x->at + (size_t)i * x->ld + j;
}

/* A block of B: its panels of TILE_COLS columns, where they are or as copies. */
struct panels {
    int depth, width;
    const real *at[PANELS];
    size_t row[PANELS]; /* distance of rows */
    real copy[DEPTH * WIDTH] __attribute__((aligned(64)));
};

/* depth x cols to rows of TILE_COLS with zeros behind. */
static void copy_panel(const struct operand *b, const real *from, int depth, int cols, real *to)
{
    if (cols < TILE_COLS) memset(to, 0, (size_t)depth * TILE_COLS * sizeof *to);
    if (b->turned) {
        transpose(from, (int)b->ld, cols, depth, to, TILE_COLS);
        return;
    }
    for (int l = 0; l < depth; l++, from += b->ld, to += TILE_COLS)
        memcpy(to, from, (size_t)cols * sizeof *to);
}

/* Rows l .. l + depth - 1 and columns j .. j + width - 1 of B. Whole vectors are read of a panel,
 * so that one of fewer columns is copied. */
static void open_panels(struct panels *p, const struct operand *b, int l, int j)
{
    bool copied = b->turned || b->ld % SAME_SETS == 0;
    for (int c = 0, i = 0; c < p->width; c += TILE_COLS, i++) {
        int cols = least(TILE_COLS, p->width - c);
        p->at[i] = element(b, l, j + c);
        p->row[i] = b->ld;
        if (!copied && cols == TILE_COLS) continue;
        real *copy = p->copy + (size_t)c * DEPTH;
        copy_panel(b, p->at[i], p->depth, cols, copy);
        p->at[i] = copy;
        p->row[i] = TILE_COLS;
    }
}

/* One of `shares` parts of the rows of A at `next`, which have the time of a tile to arrive. */
static inline void ask_for_rows(const struct gemm_tile *t, const real *next, int share, int shares)
{
    int first = t->depth * share / shares, end = t->depth * (share + 1) / shares;
    if (t->a_row == 1)
        for (int l = first; l < end; l++) {
            __builtin_prefetch(next + (size_t)l * t->a_col);
            __builtin_prefetch(next + (size_t)l * t->a_col + t->rows - 1);
        }
    else
        for (int r = 0; r < t->rows; r++)
            for (int l = first; l < end; l += LINE)
                __builtin_prefetch(next + (size_t)r * t->a_row + l);
}

static inline void ask_for_result(const struct gemm_tile *t)
{
    for (int r = 0; r < t->rows; r++)
        for (int c = 0; c < t->cols; c += LINE)
            __builtin_prefetch(t->c + (size_t)r * t->c_row + c, 1);
}

/* t: its rows of A and C, from column 0 of the block on; next: the rows of A behind them. */
static void multiply_rows(struct gemm_tile *t, const struct panels *p, const real *next)
{
    int shares = (p->width + TILE_COLS - 1) / TILE_COLS;
    for (int i = 0; i < shares; i++, t->c += TILE_COLS) {
        t->cols = least(TILE_COLS, p->width - i * TILE_COLS);
        t->b = p->at[i];
        t->b_row = p->row[i];
        ask_for_result(t);
        if (next) ask_for_rows(t, next, i, shares);
        gemm_tile(t);
    }
}

void N(gemm_tiles)(bool ta, bool tb, int m, int n, int k, real alpha, const real *a, int lda,
                   const real *b, int ldb, real beta, real *c, int ldc)
{
    struct operand first = {ta, a, (size_t)lda}, second = {tb, b, (size_t)ldb};
    int depth = part_of(k, DEPTH), rows = part_of(m, TILE_ROWS), l = 0;
    struct panels p;
    do { /* once even where k is 0: C is scaled */
        p.depth = least(depth, k - l);
        for (int j = 0; j < n; j += WIDTH) {
            p.width = least(WIDTH, n - j);
            open_panels(&p, &second, l, j);
            for (int i = 0; i < m; i += rows) {
                struct gemm_tile t = {.rows = least(rows, m - i),
                                      .depth = p.depth,
                                      .a = element(&first, i, l),
                                      .a_row = ta ? 1 : (size_t)lda,
                                      .a_col = ta ? (size_t)lda : 1,
                                      .alpha = alpha,
                                      .beta = l ? 1 : beta,
                                      .c = c + (size_t)i * (size_t)ldc + j,
                                      .c_row = (size_t)ldc};
                multiply_rows(&t, &p, i + rows < m ? element(&first, i + rows, l) : NULL);
            }
        }
        l += p.depth;
    } while (l < k);
}

#endif
