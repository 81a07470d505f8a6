/* SPDX-License-Identifier: MIT
 * Computes one tile of a matrix product C in registers. A tile has at most TILE_ROWS rows and
 * TILE_COLS columns (two vectors). Each step along k loads two vectors of B and broadcasts one real
 * of A per row. Each element is summed in the order of k, so a row of C has the same bits for every
 * tile size. */
#ifndef ATTNLAB_GEMM_TILE_H
#define ATTNLAB_GEMM_TILE_H

#include "gemm_store.h"

/* A tile uses 31 of 32 registers with AVX-512 and NEON, otherwise 15 of 16. */
#if defined(__AVX512F__) || defined(__aarch64__)
enum { TILE_ROWS = 14 };
#else
enum { TILE_ROWS = 6 };
#endif
enum { TILE_VECS = 2, TILE_COLS = TILE_VECS * VLEN };

/* A column of `count` tiles. Each tile computes C (rows x cols) = alpha A B + beta C for its own
 * rows of A and C. All tiles use the same panel of B, which stays in cache. */
struct gemm_tile {
    int rows, cols, depth; /* at most TILE_ROWS rows and TILE_COLS columns */
    int count;
    const real *a; /* A(r, l) is a[r * a_row + l * a_col]; the next tile starts at a + a_next */
    size_t a_row, a_col, a_next;
    const real *b; /* B(l, c) is b[l * b_row + c]; only whole vectors are read */
    size_t b_row;
    real alpha, beta; /* C is not read if beta is 0 */
    real *c;
    size_t c_row;
};

#define TILE_INLINE static inline __attribute__((always_inline))

enum { TILE_LINE = 64 / (int)sizeof(real) };

/* Prefetches C while the tile is multiplied. */
TILE_INLINE void tile_prefetch(const struct gemm_tile *t, const int rows, const int vecs)
{
#pragma GCC unroll 14
    for (int r = 0; r < rows; r++)
#pragma GCC unroll 2
        for (int c = 0; c < vecs * VLEN; c += TILE_LINE)
            __builtin_prefetch(t->c + (size_t)r * t->c_row + c, 1);
}

TILE_INLINE void tile_sums(const struct gemm_tile *t, const int rows, const int vecs,
                           vec sum[TILE_ROWS][TILE_VECS])
{
    const real *a = t->a, *b = t->b;
    size_t a_row = t->a_row;
#pragma GCC unroll 14
    for (int r = 0; r < rows; r++)
#pragma GCC unroll 2
        for (int v = 0; v < vecs; v++) sum[r][v] = vset(0);
    for (int l = 0; l < t->depth; l++, a += t->a_col, b += t->b_row) {
        vec x[TILE_VECS];
#pragma GCC unroll 2
        for (int v = 0; v < vecs; v++) x[v] = vload(b + v * VLEN);
#pragma GCC unroll 14
        for (int r = 0; r < rows; r++) {
            vec y = vset(a[(size_t)r * a_row]);
#pragma GCC unroll 2
            for (int v = 0; v < vecs; v++) sum[r][v] += y * x[v];
        }
    }
}

TILE_INLINE void tile_store(const struct gemm_tile *t, const int rows, const int vecs,
                            const bool full, vec sum[TILE_ROWS][TILE_VECS])
{
#pragma GCC unroll 14
    for (int r = 0; r < rows; r++)
#pragma GCC unroll 2
        for (int v = 0; v < vecs; v++)
            store_sum(t->alpha, t->beta, full ? VLEN : t->cols - v * VLEN, sum[r][v],
                      t->c + (size_t)r * t->c_row + v * VLEN);
}

TILE_INLINE void tiles_of(const struct gemm_tile *first, const int rows, const int vecs,
                          const bool full)
{
    struct gemm_tile t = *first; /* Without a local copy, the compiler would reload these fields
                                    after each store to C. */
    for (int i = 0; i < t.count; i++, t.a += t.a_next, t.c += (size_t)rows * t.c_row) {
        vec sum[TILE_ROWS][TILE_VECS];
        tile_prefetch(&t, rows, vecs);
        tile_sums(&t, rows, vecs, sum);
        tile_store(&t, rows, vecs, full, sum);
    }
}

#define EACH_TILE_HEIGHT(X)                                                                        \
    X(1) X(2) X(3) X(4) X(5) X(6) X(7) X(8) X(9) X(10) X(11) X(12) X(13) X(14)
#define TILE_FUNCTION(rows, form, vecs, full)                                                      \
    static void tile_##rows##_##form(const struct gemm_tile *t)                                    \
    {                                                                                              \
        tiles_of(t, rows < TILE_ROWS ? rows : TILE_ROWS, vecs, full);                              \
    }
#define TILE_FUNCTIONS(rows)                                                                       \
    TILE_FUNCTION(rows, one, 1, false)                                                             \
    TILE_FUNCTION(rows, two, 2, false)                                                             \
    TILE_FUNCTION(rows, full, 2, true)
#define TILE_ENTRY(rows) {tile_##rows##_one, tile_##rows##_two, tile_##rows##_full},
EACH_TILE_HEIGHT(TILE_FUNCTIONS)
static void (*const tile_functions[][3])(const struct gemm_tile *) = {EACH_TILE_HEIGHT(TILE_ENTRY)};

static inline void gemm_tiles_below(const struct gemm_tile *t)
{
    tile_functions[t->rows - 1][(t->cols > VLEN) + (t->cols == TILE_COLS)](t);
}

#endif
