/* SPDX-License-Identifier: MIT
 * The streaming engine: O = normalise(score(Q, K)) V without an N x M array.
 *
 * One item is a block of BLOCK_Q queries of one head. Keys stream past it in tiles of TILE_K:
 *   pass 1  key features (D' x TILE_K) and a packed copy of V's tile (TILE_K x D), once per tile
 *   pass 2  for each TILE_Q queries: score tile -> fold into the running normaliser -> O += A V
 * and at the end each row of O is scaled and stored. The block is large so that the cost of pass
 * 1 is shared by many queries; the tile is small so that both products run on OpenBLAS's
 * no-packing path (64 x 128 x 64 reached 106 % of the rate of 2048 cubed) and stay in L1.
 *
 * Working memory per thread is O(BLOCK_Q * (D + features)), whatever N and M are. With a causal
 * mask, tiles beyond the diagonal are never touched and the diagonal tile is cut at its last
 * visible key, so that the work is really halved.
 *
 * A normaliser without a fold needs whole rows: then the block keeps TILE_Q x M scores. */
#include "layer.h"

struct block {
    const struct pass *pass;
    struct score_path path;
    struct normalizer_run normal;
    int thread, head, batch;
    int first, rows;       /* queries first .. first + rows - 1 */
    int length;            /* keys that the batch element has */
    const real *q, *k, *v; /* of this head: rows of distance ld */
    int ld, d;
    real *fq, *fk, *packed_v, *s, *o, *state, *rescale, *whole;
    double *doubles; /* whole rows only */
    int visible[TILE_Q];
};

static int least(int a, int b) { return a < b ? a : b; }

int N(attention_items)(const struct resolved *r)
{
    const struct shape *s = &r->layer->shape;
    return s->batch * s->heads * ((s->n + BLOCK_Q - 1) / BLOCK_Q);
}

/* Carves the block's buffers; the same code measures when a->base is NULL. */
static void lay_out(struct block *b, const struct resolved *r, struct arena *a)
{
    const struct shape *s = &r->layer->shape;
    size_t rows = (size_t)least(s->n, BLOCK_Q), d = (size_t)s->d_head;
    b->fq = carve(a, rows * (size_t)b->path.q_features * sizeof(real));
    b->fk = carve(a, (size_t)b->path.k_features * TILE_K * sizeof(real));
    b->packed_v = carve(a, TILE_K * d * sizeof(real));
    b->s = carve(a, (size_t)TILE_Q * TILE_K * sizeof(real));
    b->o = carve(a, rows * d * sizeof(real));
    b->state = carve(a, (rows + TILE_Q) * (size_t)r->normalizer->stats * sizeof(real));
    b->rescale = carve(a, TILE_Q * sizeof(real));
    if (r->normalizer->fold) return;
    b->whole = carve(a, (size_t)TILE_Q * (size_t)s->m * sizeof(real));
    b->doubles = carve(a, 2 * (size_t)s->m * sizeof(double));
}

size_t N(attention_scratch)(const struct resolved *r)
{
    struct pass p = {.r = *r};
    struct block b = {0};
    struct arena a = {0};
    N(score_path_open)(&b.path, &p, 0, &a);
    a.used = N(score_path_bytes)(r);
    lay_out(&b, r, &a);
    return a.used;
}

static void open_block(struct block *b, const struct pass *p, int item, int thread)
{
    const struct resolved *r = &p->r;
    const struct shape *s = &r->layer->shape;
    int heads = s->batch * s->heads, which = item % heads;
    int blocks = (s->n + BLOCK_Q - 1) / BLOCK_Q;
    /* Last block first: under a causal mask it is the longest, and threads finish together. */
    int index = blocks - 1 - item / heads;
    struct arena a = thread_arena(p, thread);
    *b = (struct block){.pass = p,
                        .thread = thread,
                        .head = which % s->heads,
                        .batch = which / s->heads,
                        .first = index * BLOCK_Q,
                        .d = s->d_head,
                        .ld = s->heads * s->d_head};
    b->rows = least(BLOCK_Q, s->n - b->first);
    b->length = batch_length(p, b->batch);
    size_t head_at = (size_t)b->head * (size_t)b->d;
    size_t q_row = (size_t)b->batch * (size_t)s->n + (size_t)b->first;
    size_t k_row = (size_t)b->batch * (size_t)s->m;
    b->q = (const real *)p->trace.q + q_row * (size_t)b->ld + head_at;
    b->k = (const real *)p->trace.k + k_row * (size_t)b->ld + head_at;
    b->v = (const real *)p->trace.v + k_row * (size_t)b->ld + head_at;
    b->normal = (struct normalizer_run){&r->dims[SLOT_NORMALIZER], &r->layer->args[SLOT_NORMALIZER],
                                        (real)N(scale_inside)(r)};
    N(score_path_open)(&b->path, p, b->head, &a);
    lay_out(b, r, &a);
}

/* Keys of the tile at j that each of the rows from query i sees; returns the most. */
static int fill_visible(struct block *b, int i, int rows, int j)
{
    const struct layer *layer = b->pass->r.layer;
    for (int r = 0; r < rows; r++) {
        int seen = visible_keys(layer, b->first + i + r, b->length) - j;
        b->visible[r] = seen < 0 ? 0 : least(seen, TILE_K);
    }
    return b->visible[rows - 1];
}

static void pack_values(struct block *b, int j, int cols)
{
    size_t d = (size_t)b->d;
    for (int c = 0; c < cols; c++)
        memcpy(b->packed_v + (size_t)c * d, b->v + (size_t)(j + c) * (size_t)b->ld,
               d * sizeof(real));
}

static void rescale_rows(struct block *b, real *o, int rows)
{
    for (int r = 0; r < rows; r++) {
        real factor = b->rescale[r];
        if (factor == 1) continue;
        for (int c = 0; c < b->d; c++) o[(size_t)r * (size_t)b->d + (size_t)c] *= factor;
    }
}

static real *tile_state(struct block *b, int i)
{
    return b->state + (size_t)i * (size_t)b->pass->r.normalizer->stats;
}

/* One tile of queries i .. i + rows - 1 against the key tile at j, cols of it loaded. */
static void stream_tile(struct block *b, int i, int rows, int j)
{
    const struct normalizer *f = b->pass->r.normalizer;
    int seen = fill_visible(b, i, rows, j);
    if (seen == 0) return;
    real *o = b->o + (size_t)i * (size_t)b->d;
    enter(b->pass, b->thread, PHASE_SCORE);
    N(score_tile)
    (&b->path, b->fq + (size_t)i * (size_t)b->path.q_features, rows, b->fk, seen, b->s);
    enter(b->pass, b->thread, PHASE_NORMALIZE);
    f->fold(&b->normal, b->s, rows, seen, b->visible, tile_state(b, i), b->rescale);
    if (f->rescales) rescale_rows(b, o, rows);
    enter(b->pass, b->thread, PHASE_SUM);
    gemm(false, false, rows, b->d, seen, 1, b->s, TILE_K, b->packed_v, b->d, 1, o, b->d);
}

/* O of the block's rows i .. into the layer's O, each row times its factor. */
static void store_rows(struct block *b, int i, int rows, const real *factor)
{
    const struct shape *s = &b->pass->r.layer->shape;
    real outside = (real)N(scale_outside)(&b->pass->r);
    size_t row = (size_t)b->batch * (size_t)s->n + (size_t)(b->first + i);
    real *to = (real *)b->pass->trace.o + row * (size_t)b->ld + (size_t)b->head * (size_t)b->d;
    const real *from = b->o + (size_t)i * (size_t)b->d;
    for (int r = 0; r < rows; r++) {
        real scale = factor ? factor[r] * outside : outside;
        for (int c = 0; c < b->d; c++)
            to[(size_t)r * (size_t)b->ld + (size_t)c] =
                scale * from[(size_t)r * (size_t)b->d + (size_t)c];
    }
}

static void finish_rows(struct block *b)
{
    const struct normalizer *f = b->pass->r.normalizer;
    for (int i = 0; i < b->rows; i += TILE_Q) {
        int rows = least(TILE_Q, b->rows - i);
        if (f->finish) f->finish(&b->normal, rows, tile_state(b, i), b->rescale);
        store_rows(b, i, rows, f->finish ? b->rescale : NULL);
    }
}

static void stream(struct block *b, int limit)
{
    const struct normalizer *f = b->pass->r.normalizer;
    for (int i = 0; f->begin && i < b->rows; i += TILE_Q)
        f->begin(&b->normal, least(TILE_Q, b->rows - i), tile_state(b, i));
    for (int j = 0; j < limit; j += TILE_K) {
        int cols = least(TILE_K, limit - j);
        enter(b->pass, b->thread, PHASE_SCORE);
        N(score_prepare_k)(&b->path, b->k + (size_t)j * (size_t)b->ld, b->ld, cols, b->fk);
        enter(b->pass, b->thread, PHASE_SUM);
        pack_values(b, j, cols);
        for (int i = 0; i < b->rows; i += TILE_Q) stream_tile(b, i, least(TILE_Q, b->rows - i), j);
    }
    enter(b->pass, b->thread, PHASE_NORMALIZE);
    finish_rows(b);
}

/* Whole rows of scores for one tile of queries, for normalisers that are only a formula. */
static void whole_rows(struct block *b, int i, int rows, int limit)
{
    const struct shape *s = &b->pass->r.layer->shape;
    int visible[TILE_Q];
    for (int r = 0; r < rows; r++)
        visible[r] = visible_keys(b->pass->r.layer, b->first + i + r, b->length);
    memset(b->whole, 0, (size_t)rows * (size_t)s->m * sizeof(real));
    enter(b->pass, b->thread, PHASE_SCORE);
    for (int j = 0; j < limit; j += TILE_K) {
        int cols = least(TILE_K, limit - j);
        N(score_prepare_k)(&b->path, b->k + (size_t)j * (size_t)b->ld, b->ld, cols, b->fk);
        N(score_tile)
        (&b->path, b->fq + (size_t)i * (size_t)b->path.q_features, rows, b->fk, cols, b->s);
        for (int r = 0; r < rows; r++)
            memcpy(b->whole + (size_t)r * (size_t)s->m + j, b->s + r * TILE_K,
                   (size_t)cols * sizeof(real));
    }
    enter(b->pass, b->thread, PHASE_NORMALIZE);
    N(normalize_rows)(&b->pass->r, b->whole, s->m, rows, visible, b->doubles);
    enter(b->pass, b->thread, PHASE_SUM);
    if (limit)
        gemm(false, false, rows, b->d, limit, 1, b->whole, s->m, b->v, b->ld, 0,
             b->o + (size_t)i * (size_t)b->d, b->d);
    store_rows(b, i, rows, NULL);
}

void N(attend_block)(void *pass, int item, int thread)
{
    struct block b;
    open_block(&b, pass, item, thread);
    int limit = visible_keys(b.pass->r.layer, b.first + b.rows - 1, b.length);
    memset(b.o, 0, (size_t)b.rows * (size_t)b.d * sizeof(real));
    enter(b.pass, thread, PHASE_SCORE);
    N(score_prepare_q)(&b.path, b.q, b.ld, b.rows, b.fq);
    if (b.pass->r.normalizer->fold) {
        stream(&b, limit);
        return;
    }
    for (int i = 0; i < b.rows; i += TILE_Q) whole_rows(&b, i, least(TILE_Q, b.rows - i), limit);
}
