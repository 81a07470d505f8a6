/* SPDX-License-Identifier: MIT
 * Runs the streaming engine: O = normalise(score(Q, K)) V without an N x M array.
 *
 * One work item is a block of BLOCK_Q queries of one head. The block reads the keys in tiles of
 * TILE_K. Each tile needs two passes:
 *
 *     1. Compute the key features (D' x TILE_K) and pack the tile of V (TILE_K x D).
 *     2. For each TILE_Q queries, compute a score tile, fold it into the running normaliser and add
 *     A V to O.
 *
 * After the last tile, each row of O is scaled and stored. With a causal mask, tiles beyond the
 * diagonal are skipped.
 *
 * Large blocks share the cost of pass 1. Small tiles stay in the first-level cache. Working memory
 * per thread is O(BLOCK_Q * (D + features)), independent of N and M. If the normaliser has no
 * `fold`, it needs whole rows, so the block also keeps TILE_Q x M scores.
 *
 * Dropout applies after the normaliser, so it does not change the sums of weights. */
#include "block.h"

struct streaming {
    struct block at;
    real *fq, *fk, *packed_v, *s, *o, *rescale, *whole;
    void *row_scratch; /* scratch memory for whole rows, if the normaliser needs them; otherwise
                          NULL */
};

int N(attention_items)(const struct resolved *r)
{
    const struct shape *s = &r->layer->shape;
    return s->batch * s->heads * query_blocks(r->layer);
}

/* Allocates the buffers. If a->base is NULL, only counts the required bytes. */
static void lay_out(struct streaming *b, const struct resolved *r, struct arena *a)
{
    const struct shape *s = &r->layer->shape;
    size_t rows = (size_t)least(s->n, BLOCK_Q), d = (size_t)r->dims[SLOT_V].d_head;
    b->fq = carve(a, rows * (size_t)b->at.path.q_features * sizeof(real));
    b->fk = carve(a, (size_t)b->at.path.k_features * TILE_K * sizeof(real));
    b->packed_v = carve(a, TILE_K * d * sizeof(real));
    b->s = carve(a, (size_t)TILE_Q * TILE_K * sizeof(real));
    b->o = carve(a, rows * d * sizeof(real));
    b->rescale = carve(a, TILE_Q * sizeof(real));
    if (r->normalizer->fold) return;
    b->whole = carve(a, (size_t)TILE_Q * (size_t)s->m * sizeof(real));
    b->row_scratch = carve(a, N(normalize_bytes)(r, false));
}

size_t N(attention_scratch)(const struct resolved *r)
{
    struct pass p = {.r = *r};
    struct streaming b = {0};
    struct arena a = {0};
    N(score_path_open)(&b.at.path, &p, 0, &a);
    a.used = N(score_path_bytes)(r, false);
    lay_out(&b, r, &a);
    return a.used;
}

static real *state(const struct streaming *b, int i)
{
    return N(kept_state)(b->at.pass, b->at.which, b->at.first + i);
}

static void rescale_rows(struct streaming *b, real *o, int rows)
{
    int d = b->at.strip.o.d;
    for (int r = 0; r < rows; r++) {
        real factor = b->rescale[r];
        if (factor == 1) continue;
        for (int c = 0; c < d; c++) o[(size_t)r * (size_t)d + (size_t)c] *= factor;
    }
}

/* Adds the contribution of one tile to O. The tile has queries i .. i + rows - 1 and the loaded
 * keys, starting at key j. */
static void stream_tile(struct streaming *b, int i, int rows, int j)
{
    const struct normalizer *f = b->at.pass->r.normalizer;
    int seen = N(block_visible)(&b->at, i, rows, j), d = b->at.strip.o.d;
    if (seen == 0) return;
    real *o = b->o + (size_t)i * (size_t)d;
    enter(b->at.pass, b->at.thread, PHASE_SCORE);
    N(score_tile)
    (&b->at.path, b->fq + (size_t)i * (size_t)b->at.path.q_features, rows, b->fk, seen, b->s);
    if (maps_logits(&b->at.pass->r)) N(map_tile)
    (&b->at.path.logits, b->at.first + i, rows, j, seen, b->s);
    enter(b->at.pass, b->at.thread, PHASE_NORMALIZE);
    f->fold(&b->at.normal, b->s, rows, seen, b->at.visible, state(b, i), b->rescale);
    if (f->rescales) rescale_rows(b, o, rows);
    if (b->at.pass->r.weights.count) N(stages_weights)
    (b->at.pass, b->at.which, b->at.first + i, rows, j, seen, b->s, TILE_K);
    enter(b->at.pass, b->at.thread, PHASE_SUM);
    gemm(false, false, rows, d, seen, 1, b->s, TILE_K, b->packed_v, d, 1, o, d);
}

/* Multiplies each row of the block by its factor and stores the rows in the layer's O, starting at
 * row i. */
static void store_rows(struct streaming *b, int i, int rows, const real *factor)
{
    const struct strip *o = &b->at.strip.o;
    real outside = (real)N(scale_outside)(&b->at.pass->r);
    real *to = (real *)b->at.pass->trace.o + o->at + (size_t)i * (size_t)o->ld;
    const real *from = b->o + (size_t)i * (size_t)o->d;
    for (int r = 0; r < rows; r++) {
        real scale = factor ? factor[r] * outside : outside;
        for (int c = 0; c < o->d; c++)
            to[(size_t)r * (size_t)o->ld + (size_t)c] =
                scale * from[(size_t)r * (size_t)o->d + (size_t)c];
    }
}

static void finish_rows(struct streaming *b)
{
    const struct normalizer *f = b->at.pass->r.normalizer;
    for (int i = 0; i < b->at.rows; i += TILE_Q) {
        int rows = least(TILE_Q, b->at.rows - i);
        if (f->finish) f->finish(&b->at.normal, rows, state(b, i), b->rescale);
        store_rows(b, i, rows, f->finish ? b->rescale : NULL);
    }
}

static void stream(struct streaming *b, int limit)
{
    const struct normalizer *f = b->at.pass->r.normalizer;
    const struct strip *k = &b->at.strip.k, *v = &b->at.strip.v;
    for (int i = 0; f->begin && i < b->at.rows; i += TILE_Q)
        f->begin(&b->at.normal, least(TILE_Q, b->at.rows - i), state(b, i));
    for (int j = 0; j < limit; j += TILE_K) {
        int cols = least(TILE_K, limit - j);
        enter(b->at.pass, b->at.thread, PHASE_SCORE);
        N(score_prepare_k)(&b->at.path, b->at.k + (size_t)j * (size_t)k->ld, k->ld, cols, b->fk);
        enter(b->at.pass, b->at.thread, PHASE_SUM);
        N(pack_rows)(b->at.v + (size_t)j * (size_t)v->ld, v->ld, cols, v->d, b->packed_v);
        for (int i = 0; i < b->at.rows; i += TILE_Q)
            stream_tile(b, i, least(TILE_Q, b->at.rows - i), j);
    }
    enter(b->at.pass, b->at.thread, PHASE_NORMALIZE);
    finish_rows(b);
}

/* Computes the output of at most TILE_Q queries from whole rows of scores, for normalisers that
 * have only a formula. */
static void whole_rows(struct streaming *b, int i, int rows, int limit)
{
    const struct shape *s = &b->at.pass->r.layer->shape;
    const struct strip *k = &b->at.strip.k, *v = &b->at.strip.v;
    int visible[TILE_Q];
    for (int r = 0; r < rows; r++)
        visible[r] = visible_keys(b->at.pass->r.layer, b->at.first + i + r, b->at.length);
    memset(b->whole, 0, (size_t)rows * (size_t)s->m * sizeof(real));
    enter(b->at.pass, b->at.thread, PHASE_SCORE);
    for (int j = 0; j < limit; j += TILE_K) {
        int cols = least(TILE_K, limit - j);
        N(score_prepare_k)(&b->at.path, b->at.k + (size_t)j * (size_t)k->ld, k->ld, cols, b->fk);
        N(score_tile)
        (&b->at.path, b->fq + (size_t)i * (size_t)b->at.path.q_features, rows, b->fk, cols, b->s);
        if (maps_logits(&b->at.pass->r)) N(map_tile)
        (&b->at.path.logits, b->at.first + i, rows, j, cols, b->s);
        for (int r = 0; r < rows; r++)
            memcpy(b->whole + (size_t)r * (size_t)s->m + j, b->s + r * TILE_K,
                   (size_t)cols * sizeof(real));
    }
    enter(b->at.pass, b->at.thread, PHASE_NORMALIZE);
    N(normalize_rows)(b->at.pass, b->at.head, b->whole, s->m, rows, visible, b->row_scratch);
    if (b->at.pass->r.weights.count) N(stages_weights)
    (b->at.pass, b->at.which, b->at.first + i, rows, 0, limit, b->whole, s->m);
    enter(b->at.pass, b->at.thread, PHASE_SUM);
    if (limit)
        gemm(false, false, rows, v->d, limit, 1, b->whole, s->m, b->at.v, v->ld, 0,
             b->o + (size_t)i * (size_t)v->d, v->d);
    store_rows(b, i, rows, NULL);
}

void N(attend_block)(void *pass, int item, int thread)
{
    struct streaming b;
    const struct pass *p = pass;
    const struct shape *s = &p->r.layer->shape;
    int heads = s->batch * s->heads;
    struct arena a = thread_arena(p, thread);
    /* With a causal mask, the last block takes the longest, so it starts first. */
    N(block_open)(&b.at, p, item % heads, query_blocks(p->r.layer) - 1 - item / heads, thread, &a);
    lay_out(&b, &p->r, &a);
    int limit = visible_keys(b.at.pass->r.layer, b.at.first + b.at.rows - 1, b.at.length);
    memset(b.o, 0, (size_t)b.at.rows * (size_t)b.at.strip.o.d * sizeof(real));
    enter(b.at.pass, thread, PHASE_SCORE);
    N(score_prepare_q)(&b.at.path, b.at.q, b.at.strip.q.ld, b.at.rows, b.fq);
    if (b.at.pass->r.normalizer->fold) {
        stream(&b, limit);
        return;
    }
    for (int i = 0; i < b.at.rows; i += TILE_Q)
        whole_rows(&b, i, least(TILE_Q, b.at.rows - i), limit);
}
