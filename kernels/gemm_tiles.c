/* SPDX-License-Identifier: MIT
 * Computes C = alpha op(A) op(B) + beta C on one thread, in tiles of C that stay in registers
 * (gemm_tile.h).
 *
 * The sum over k is cut into parts of DEPTH terms. B is read in panels of DEPTH x TILE_COLS, at
 * most HELD reals at a time. A is read in blocks of BLOCK_TILES tiles, and each block is multiplied
 * by all panels.
 *
 * A panel of B stays in the first-level cache while a block of A streams from the second-level
 * cache. With AVX-512, a panel fills the first-level cache. Blocks of A are then one tile high and
 * stay in the cache, while the panels stream.
 *
 * A^T is copied. Panels of B are copied if their rows share few cache sets. gemm.c decides when
 * these tiles replace OpenBLAS. */
#include "gemm.h"
#include "gemm_tile.h"
#include "slots.h"
#include "transpose.h"

#ifndef BUILD_DOUBLE

/* A panel of B is copied if the row stride of B is a multiple of FAR reals, because such rows share
 * a few sets of the first-level cache. With MANY_ROWS or more rows of A, the limit is NEAR instead
 * of FAR. */
#if defined(__AVX512F__)
enum { BLOCK_TILES = 1, FAR = 2048, NEAR = FAR };
#else
enum { BLOCK_TILES = 20, FAR = 2048, NEAR = 64 };
#endif
enum { MANY_ROWS = 64 };
enum { DEPTH = 256, HELD = DEPTH * 256, PANELS = 64 };
/* A^T is not copied if a block of A has at most FEW_ROWS rows, or B at most FEW_COLS columns. */
enum { FEW_ROWS = 32, FEW_COLS = 64 };

/* Divides `length` into equal parts and returns the size of a part: at least 1, at most `most`. */
static inline int part_of(int length, int most)
{
    int parts = (length + most - 1) / most;
    return parts ? (length + parts - 1) / parts : 1;
}

struct operand {
    bool transposed;
    const real *at;
    size_t ld;
};

/* Returns a pointer to element (i, j) of op(x). */
static inline const real *element(const struct operand *x, int i, int j)
{
    return x->transposed ? x->at + (size_t)j * x->ld + i : x->at + (size_t)i * x->ld + j;
}

/* A block of B, divided into panels of TILE_COLS columns. Panels are read in place or copied. */
struct panels {
    int depth, width, rows; /* rows (depth) and columns (width) of the block; number of rows of A */
    const real *at[PANELS];
    size_t row[PANELS];
    real copy[HELD + PANELS * TILE_COLS] __attribute__((aligned(64)));
};

/* Returns the number of reals in a copied panel. The extra row prevents panels from sharing cache
 * sets. */
static size_t panel_size(int depth) { return (size_t)(depth + 1) * TILE_COLS; }

/* Returns the number of columns in a block of B, at most n. */
static int width_of(int depth, int n)
{
    int held = HELD / depth / TILE_COLS;
    return least(n, least(held, PANELS) * TILE_COLS);
}

/* Returns true if a panel is read in place, which requires whole vectors. */
static bool is_read_in_place(const struct panels *p, const struct operand *b, int cols)
{
    bool shares = b->ld % (p->rows < MANY_ROWS ? FAR : NEAR) == 0;
    return !b->transposed && !shares && cols == TILE_COLS;
}

/* Copies depth x cols reals, or their transpose, to rows of TILE_COLS reals, padded with zeros. */
static void copy_panel(const struct operand *b, const real *from, int depth, int cols, real *to)
{
    if (cols < TILE_COLS) memset(to, 0, (size_t)depth * TILE_COLS * sizeof *to);
    if (b->transposed)
        transpose(from, (int)b->ld, cols, depth, to, TILE_COLS);
    else
        for (int l = 0; l < depth; l++, from += b->ld, to += TILE_COLS)
            memcpy(to, from, (size_t)cols * sizeof *to);
}

/* Copies the first `panels` full panels row by row, because the rows of B are far apart. */
static void copy_rows(const struct panels *p, int panels, const real *from, size_t ld, real *to)
{
    size_t panel = panel_size(p->depth);
    for (int l = 0; l < p->depth; l++, from += ld, to += TILE_COLS)
        for (int i = 0; i < panels; i++)
            memcpy(to + (size_t)i * panel, from + i * TILE_COLS, TILE_COLS * sizeof *to);
}

/* Initialises the block of rows l .. l + depth - 1 and columns j .. j + width - 1 of B. */
static void open_panels(struct panels *p, const struct operand *b, int l, int j)
{
    int whole = p->width / TILE_COLS;
    bool by_rows = !b->transposed && !is_read_in_place(p, b, TILE_COLS);
    if (by_rows) copy_rows(p, whole, element(b, l, j), b->ld, p->copy);
    for (int c = 0, i = 0; c < p->width; c += TILE_COLS, i++) {
        int cols = least(TILE_COLS, p->width - c);
        real *copy = p->copy + (size_t)i * panel_size(p->depth);
        p->at[i] = element(b, l, j + c);
        p->row[i] = b->ld;
        if (is_read_in_place(p, b, cols)) continue;
        if (!by_rows || i >= whole) copy_panel(b, p->at[i], p->depth, cols, copy);
        p->at[i] = copy;
        p->row[i] = TILE_COLS;
    }
}

/* A block of A, divided into strips of `height` rows. Strips of A are read in place; strips of A^T
 * are copied first. */
struct strips {
    int rows, height;
    /* at: first strip of this block. next: first strip of the next block; NULL: no prefetch */
    const real *at, *next;
    size_t row, col, strip;
    real copy[BLOCK_TILES * TILE_ROWS * DEPTH] __attribute__((aligned(64)));
};

/* Copies a transposed block (depth x s->rows) to strips of depth x height. */
static void copy_strips(struct strips *s, const real *from, size_t ld, int depth)
{
    int whole = s->rows / s->height, rest = s->rows % s->height, height = s->height;
    size_t strip = (size_t)height * (size_t)depth;
    real *to = s->copy;
    for (int l = 0; l < depth; l++, from += ld, to += height) {
        /* The constant length makes GCC inline the copy instead of calling memcpy. */
        for (int i = 0; i < whole; i++)
            if (height == TILE_ROWS)
                memcpy(to + (size_t)i * strip, from + i * height, TILE_ROWS * sizeof *to);
            else
                memcpy(to + (size_t)i * strip, from + i * height, (size_t)height * sizeof *to);
        memcpy(to + (size_t)whole * strip, from + whole * height, (size_t)rest * sizeof *to);
    }
}

/* Initialises a block of A: the rows starting at i (of m), columns l .. l + depth - 1. */
static void open_strips(struct strips *s, const struct operand *a, int i, int m, int l,
                        const struct panels *p)
{
    int depth = p->depth;
    int block = s->height * BLOCK_TILES;
    s->rows = least(block, m - i);
    s->at = element(a, i, l);
    s->row = a->transposed ? 1 : a->ld;
    s->col = a->transposed ? a->ld : 1;
    s->strip = (size_t)s->height * s->row;
    s->next =
        !a->transposed && BLOCK_TILES == 1 && i + 2 * block <= m ? element(a, i + block, l) : NULL;
    if (!a->transposed || p->width <= FEW_COLS || s->rows <= FEW_ROWS) return;
    copy_strips(s, s->at, a->ld, depth);
    s->at = s->copy;
    s->col = (size_t)s->height;
    s->strip = (size_t)s->height * (size_t)depth;
}

/* Prefetches part `share` (of `shares` equal parts) of the next block of A. */
static inline void prefetch_rows(const struct gemm_tile *t, const real *next, int share, int shares)
{
    int first = t->depth * share / shares, end = t->depth * (share + 1) / shares;
    for (int r = 0; r < t->rows; r++)
        for (int l = first; l < end; l += TILE_LINE)
            __builtin_prefetch(next + (size_t)r * t->a_row + l);
}

/* Multiplies all strips of a block by one panel; the last strip may have fewer rows. */
static void multiply_panel(struct gemm_tile t, const struct strips *s)
{
    t.rows = s->height;
    t.count = s->rows / s->height;
    if (t.count) gemm_tiles_below(&t);
    t.a += (size_t)t.count * t.a_next;
    t.c += (size_t)(t.count * t.rows) * t.c_row;
    t.rows = s->rows - t.count * s->height;
    t.count = 1;
    if (t.rows) gemm_tiles_below(&t);
}

/* Multiplies a block of A by all panels. `t` gives alpha, beta and the first element of C. */
static void multiply_block(struct gemm_tile t, const struct panels *p, const struct strips *s)
{
    int shares = (p->width + TILE_COLS - 1) / TILE_COLS;
    t.rows = s->height;
    t.depth = p->depth;
    t.a = s->at;
    t.a_row = s->row;
    t.a_col = s->col;
    t.a_next = s->strip;
    for (int i = 0; i < shares; i++, t.c += TILE_COLS) {
        t.cols = least(TILE_COLS, p->width - i * TILE_COLS);
        t.b = p->at[i];
        t.b_row = p->row[i];
        if (s->next) prefetch_rows(&t, s->next, i, shares);
        multiply_panel(t, s);
    }
}

void N(gemm_tiles)(bool ta, bool tb, int m, int n, int k, real alpha, const real *a, int lda,
                   const real *b, int ldb, real beta, real *c, int ldc)
{
    struct operand first = {ta, a, (size_t)lda}, second = {tb, b, (size_t)ldb};
    int depth = part_of(k, DEPTH), width = width_of(depth, n), l = 0;
    struct panels p;
    struct strips s;
    p.rows = m;
    s.height = part_of(m, TILE_ROWS);
    do { /* The loop runs once even if k is 0, because C must be multiplied by beta. */
        p.depth = least(depth, k - l);
        for (int j = 0; j < n; j += width) {
            p.width = least(width, n - j);
            open_panels(&p, &second, l, j);
            for (int i = 0; i < m; i += s.rows) {
                open_strips(&s, &first, i, m, l, &p);
                struct gemm_tile t = {.alpha = alpha,
                                      .beta = l ? 1 : beta,
                                      .c = c + (size_t)i * (size_t)ldc + j,
                                      .c_row = (size_t)ldc};
                multiply_block(t, &p, &s);
            }
        }
        l += p.depth;
    } while (l < k);
}

#endif
