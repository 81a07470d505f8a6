/* SPDX-License-Identifier: MIT
 * Computes the spread of a pass's logits, tile by tile, without an N x M array. Query i has
 * M_i visible keys, and s_ij is the normaliser's input without decays:
 *
 *     spread^2 = sum_i sum_j (s_ij - mean_i)^2 / sum_i M_i
 *
 * Each row sums the differences from its first logit in double precision. This stays accurate if a
 * row's logits are close together but far from 0. */
#include "block.h"

#include <float.h>
#include <math.h>

struct row_sums {
    double first, sum, squares; /* first logit, sum of differences from this logit, and sum of
                                   squared differences */
    double size;                /* sum of squares of the logits */
    int64_t count;
};

struct spread {
    struct block at;
    real *fq, *fk, *s;
    struct row_sums *rows;
};

static void lay_out(struct spread *b, const struct resolved *r, struct arena *a)
{
    size_t rows = (size_t)least(r->layer->shape.n, BLOCK_Q);
    b->fq = carve(a, rows * (size_t)b->at.path.q_features * sizeof(real));
    b->fk = carve(a, (size_t)b->at.path.k_features * TILE_K * sizeof(real));
    b->s = carve(a, (size_t)TILE_Q * TILE_K * sizeof(real));
    b->rows = carve(a, rows * sizeof *b->rows);
}

size_t N(spread_bytes)(const struct layer *layer)
{
    struct pass p = {0};
    struct spread b = {0};
    struct arena a = {0};
    N(resolve)(layer, &p.r);
    N(score_path_open)(&b.at.path, &p, 0, &a);
    a.used = N(score_path_bytes)(&p.r, false);
    lay_out(&b, &p.r, &a);
    return a.used;
}

static void add_logit(struct row_sums *row, double s)
{
    if (row->count++ == 0) row->first = s;
    double d = s - row->first;
    row->sum += d;
    row->squares += d * d;
    row->size += s * s;
}

/* Adds the logits of one tile to the sums. The tile has queries i .. i + rows - 1 of the block and
 * the keys starting at j. */
static void add_tile(struct spread *b, int i, int rows, int j)
{
    int seen = N(block_visible)(&b->at, i, rows, j);
    if (seen == 0) return;
    N(score_tile)
    (&b->at.path, b->fq + (size_t)i * (size_t)b->at.path.q_features, rows, b->fk, seen, b->s);
    if (maps_logits(&b->at.pass->r)) N(map_scores)(&b->at.path.logits, b->s, rows, seen);
    for (int r = 0; r < rows; r++)
        for (int c = 0; c < b->at.visible[r]; c++)
            add_logit(&b->rows[i + r], (double)b->s[r * TILE_K + c] * (double)b->at.normal.scale);
}

static void add_block(struct spread *b, int rows, struct row_sums *all)
{
    int limit = visible_keys(b->at.pass->r.layer, b->at.first + rows - 1, b->at.length);
    memset(b->rows, 0, (size_t)rows * sizeof *b->rows);
    const struct strip *k = &b->at.strip.k;
    N(score_prepare_q)(&b->at.path, b->at.q, b->at.strip.q.ld, rows, b->fq);
    for (int j = 0; j < limit; j += TILE_K) {
        N(score_prepare_k)
        (&b->at.path, b->at.k + (size_t)j * (size_t)k->ld, k->ld, least(TILE_K, limit - j), b->fk);
        for (int i = 0; i < rows; i += TILE_Q) add_tile(b, i, least(TILE_Q, rows - i), j);
    }
    for (int r = 0; r < rows; r++) {
        const struct row_sums *row = &b->rows[r];
        if (row->count == 0) continue;
        all->squares += row->squares - row->sum * row->sum / (double)row->count;
        all->size += row->size;
        all->count += row->count;
    }
}

struct logit_spread N(logit_spread)(const struct layer *layer, const struct layer_io *io,
                                    const int *queries)
{
    const double eps = sizeof(real) == sizeof(float) ? FLT_EPSILON : DBL_EPSILON;
    /* Estimated rounding error of a score with a few hundred terms, in units of machine epsilon. */
    const double roundings = 64;
    const struct shape *s = &layer->shape;
    struct row_sums all = {0};
    struct pass p;
    struct spread b = {0};
    N(open_pass)(&p, layer, io, NULL);
    p.working = io->working;
    for (int which = 0; which < s->batch * s->heads; which++) {
        int counted = queries ? least(queries[which / s->heads], s->n) : s->n;
        for (int index = 0; index * BLOCK_Q < counted; index++) {
            struct arena a = thread_arena(&p, 0);
            N(block_open)(&b.at, &p, which, index, 0, &a);
            lay_out(&b, &p.r, &a);
            add_block(&b, least(b.at.rows, counted - b.at.first), &all);
        }
    }
    double pairs = all.count > 0 ? (double)all.count : 1;
    /* Rounding errors can make the sum negative; 0 is then used. NaN stays NaN, because comparisons
     * with NaN are false. */
    double squares = all.squares < 0 ? 0 : all.squares;
    double spread = sqrt(squares / pairs), size = sqrt(all.size / pairs);
    return (struct logit_spread){spread, !(spread > roundings * eps * size)};
}
