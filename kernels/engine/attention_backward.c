/* SPDX-License-Identifier: MIT
 * Runs the backward pass of the streaming engine, dO -> dQ, dK, dV and the score's parameters,
 * without an N x M array.
 *
 * One work item is one value head with all its query heads, so sums into dK and dV have a fixed
 * order. Each block of queries reads the keys in tiles. Each tile needs three passes:
 *
 *     1. Compute the key features (D' x TILE_K) and V^T (D x TILE_K).
 *     2. For each TILE_Q queries, recompute S and A. Then compute dV += A^T dO, dA = dO V^T, dS
 *     from dA, and the gradients of the features from dS.
 *     3. Add dV and dK of the tile to the layer's gradients.
 *
 * After the last tile, the gradients of the query features give dQ.
 *
 * Score tiles are recomputed, because the forward pass keeps only the row state (for softmax:
 * maximum and sum). For softmax, sum_j a_ij da_ij = dO_i . O_i, so dS needs no second pass over a
 * row. If the normaliser has no fast backward function, it needs whole rows (TILE_Q x M scores). */
#include "block.h"
#include "product.h"

struct backward {
    struct block at;
    struct head_slopes to;
    real *fq, *fk, *dfq, *dfk, *vt, *dv_tile, *packed, *delta, *s, *a, *da, *scratch;
    real *staged;           /* weights after dropout; NULL without dropout */
    real *raw;              /* scores before the logit function; NULL without a logit function */
    real *rows_s, *rows_da; /* whole rows of scores and gradients (TILE_Q x M), if the normaliser
                               needs them */
    void *row_scratch; /* scratch memory for whole rows, if the normaliser needs them; otherwise
                          NULL */
};

static void lay_out(struct backward *b, const struct resolved *r, struct arena *a)
{
    const struct shape *s = &r->layer->shape;
    size_t rows = (size_t)least(s->n, BLOCK_Q), d = (size_t)r->dims[SLOT_V].d_head;
    size_t nq = (size_t)b->at.path.q_features, nk = (size_t)b->at.path.k_features;
    size_t tile = (size_t)TILE_Q * TILE_K;
    b->fq = carve(a, rows * nq * sizeof(real));
    b->dfq = carve(a, rows * nq * sizeof(real));
    b->fk = carve(a, nk * TILE_K * sizeof(real));
    b->dfk = carve(a, nk * TILE_K * sizeof(real));
    b->vt = carve(a, TILE_K * d * sizeof(real));
    b->dv_tile = carve(a, TILE_K * d * sizeof(real));
    b->packed = carve(a, rows * d * sizeof(real));
    b->delta = carve(a, rows * sizeof(real));
    b->s = carve(a, tile * sizeof(real));
    b->a = carve(a, tile * sizeof(real));
    b->da = carve(a, tile * sizeof(real));
    if (r->weights.count) b->staged = carve(a, tile * sizeof(real));
    b->raw = r->logits ? carve(a, tile * sizeof(real)) : NULL;
    b->scratch = carve(a, N(score_backward_bytes)(r));
    if (r->normalizer->backward) return;
    size_t whole = (size_t)TILE_Q * (size_t)s->m * sizeof(real);
    b->rows_s = carve(a, whole);
    b->rows_da = carve(a, whole);
    b->row_scratch = carve(a, N(normalize_bytes)(r, true));
}

size_t N(attention_backward_scratch)(const struct resolved *r)
{
    struct gradients none = {0};
    struct pass p = {.r = *r, .gradients = &none};
    struct backward b = {0};
    struct arena a = {0};
    N(score_path_open)(&b.at.path, &p, 0, &a);
    a.used = N(score_path_bytes)(r, true);
    lay_out(&b, r, &a);
    return a.used;
}

static void open(struct backward *b, const struct pass *p, int which, int index, int thread)
{
    struct arena a = thread_arena(p, thread);
    N(block_open)(&b->at, p, which, index, thread, &a);
    lay_out(b, &p->r, &a);
    N(head_slopes_open)(&b->to, p, which, &b->at.strip);
}

/* Computes packed = outside * dO and delta_i = dO_i . O_i, where `outside` is the scale applied
 * after the normaliser. */
static void prepare_outputs(struct backward *b)
{
    const struct strip *at = &b->at.strip.o;
    const real *o = (const real *)b->at.pass->trace.o + at->at;
    real outside = (real)N(scale_outside)(&b->at.pass->r);
    int d = at->d;
    for (int r = 0; r < b->at.rows; r++) {
        const real *go = b->to.d_o + (size_t)r * (size_t)at->ld;
        real *to = b->packed + (size_t)r * (size_t)d, sum = 0;
        for (int c = 0; c < d; c++) {
            sum += go[c] * o[(size_t)r * (size_t)at->ld + (size_t)c];
            to[c] = outside * go[c];
        }
        b->delta[r] = sum;
    }
}

/* Computes dV += (mask * A)^T dO and dA = mask * (dO V^T) for one tile, where `mask` has the
 * dropout factors. */
static void weight_gradient(struct backward *b, int i, int rows, int j, int seen)
{
    const struct pass *p = b->at.pass;
    int d = b->at.strip.v.d, first = b->at.first + i;
    const real *go = b->packed + (size_t)i * (size_t)d;
    const real *a = b->a;
    bool staged = p->r.weights.count > 0;
    if (staged) {
        a = memcpy(b->staged, b->a, (size_t)rows * TILE_K * sizeof *b->a);
        N(stages_weights)(p, b->at.which, first, rows, j, seen, b->staged, TILE_K);
    }
    gemm(true, false, seen, d, rows, 1, a, TILE_K, go, d, 1, b->dv_tile, d);
    gemm(false, false, rows, seen, d, 1, go, d, b->vt, TILE_K, 0, b->da, TILE_K);
    if (staged) N(stages_weights)(p, b->at.which, first, rows, j, seen, b->da, TILE_K);
}

static void tile(struct backward *b, int i, int rows, int j)
{
    const struct pass *p = b->at.pass;
    const struct normalizer *f = p->r.normalizer;
    int seen = N(block_visible)(&b->at, i, rows, j), first = b->at.first + i;
    if (seen == 0) return;
    const real *state = N(kept_state)(p, b->at.which, b->at.first + i);
    size_t features = (size_t)i * (size_t)b->at.path.q_features;
    enter(p, b->at.thread, PHASE_SCORE);
    N(score_tile)(&b->at.path, b->fq + features, rows, b->fk, seen, b->s);
    if (b->raw) memcpy(b->raw, b->s, (size_t)rows * TILE_K * sizeof *b->raw);
    if (maps_logits(&p->r)) N(map_tile)(&b->at.path.logits, first, rows, j, seen, b->s);
    memcpy(b->a, b->s, (size_t)rows * TILE_K * sizeof *b->a);
    enter(p, b->at.thread, PHASE_NORMALIZE);
    f->weights(&b->at.normal, b->a, rows, seen, b->at.visible, state);
    enter(p, b->at.thread, PHASE_SUM);
    weight_gradient(b, i, rows, j, seen);
    enter(p, b->at.thread, PHASE_NORMALIZE);
    f->backward(&b->at.normal, b->s, b->a, b->da, rows, seen, b->at.visible, state, b->delta + i,
                b->to.dw_normal);
    enter(p, b->at.thread, PHASE_SCORE);
    if (maps_logits(&p->r)) N(map_tile_backward)
    (&b->at.path.logits, first, rows, j, seen, b->raw, b->da, b->to.dw_logits);
    N(score_tile_backward)
    (&b->at.path, b->fq + features, rows, b->fk, seen, b->da, b->dfq + features, b->dfk, b->to.dw,
     b->scratch);
}

static void add_rows(const real *from, int rows, int d, real *to, int ld)
{
    for (int r = 0; r < rows; r++)
        for (int c = 0; c < d; c++) to[(size_t)r * (size_t)ld + (size_t)c] += from[r * d + c];
}

static void key_tile(struct backward *b, int j, int cols)
{
    struct block *at = &b->at;
    const struct strip *k = &at->strip.k, *v = &at->strip.v;
    size_t key = (size_t)j * (size_t)k->ld, value = (size_t)j * (size_t)v->ld;
    enter(at->pass, at->thread, PHASE_SCORE);
    N(score_prepare_k)(&at->path, at->k + key, k->ld, cols, b->fk);
    memset(b->dfk, 0, (size_t)at->path.k_features * TILE_K * sizeof *b->dfk);
    enter(at->pass, at->thread, PHASE_SUM);
    N(product_keys)(at->v + value, v->ld, cols, v->d, b->vt);
    memset(b->dv_tile, 0, (size_t)TILE_K * (size_t)v->d * sizeof *b->dv_tile);
    for (int i = 0; i < at->rows; i += TILE_Q) tile(b, i, least(TILE_Q, at->rows - i), j);
    add_rows(b->dv_tile, cols, v->d, b->to.dv + value, v->ld);
    enter(at->pass, at->thread, PHASE_SCORE);
    N(score_keys_backward)
    (&at->path, at->k + key, k->ld, cols, b->fk, b->dfk, b->to.dk + key, b->to.dw, b->scratch);
}

/* ---- whole rows, for normalisers that have only a formula ---- */

static void copy_tile(real *to, int to_ld, const real *from, int from_ld, int rows, int cols)
{
    for (int r = 0; r < rows; r++)
        memcpy(to + (size_t)r * (size_t)to_ld, from + (size_t)r * (size_t)from_ld,
               (size_t)cols * sizeof *to);
}

static void whole_rows(struct backward *b, int i, int rows, int limit)
{
    struct block *at = &b->at;
    const struct strip *k = &at->strip.k, *v = &at->strip.v;
    int m = at->pass->r.layer->shape.m, d = v->d;
    const real *go = b->packed + (size_t)i * (size_t)d;
    size_t features = (size_t)i * (size_t)at->path.q_features;
    memset(b->rows_s, 0, (size_t)rows * (size_t)m * sizeof *b->rows_s);
    for (int j = 0; j < limit; j += TILE_K) {
        int cols = least(TILE_K, limit - j);
        N(score_prepare_k)(&at->path, at->k + (size_t)j * (size_t)k->ld, k->ld, cols, b->fk);
        N(score_tile)(&at->path, b->fq + features, rows, b->fk, cols, b->s);
        if (maps_logits(&at->pass->r)) N(map_tile)
        (&at->path.logits, at->first + i, rows, j, cols, b->s);
        copy_tile(b->rows_s + j, m, b->s, TILE_K, rows, cols);
    }
    gemm(false, true, rows, m, d, 1, go, d, at->v, v->ld, 0, b->rows_da, m);
    bool staged = at->pass->r.weights.count > 0;
    if (staged) N(stages_weights)(at->pass, at->which, at->first + i, rows, 0, m, b->rows_da, m);
    for (int r = 0; r < rows; r++)
        at->visible[r] = visible_keys(at->pass->r.layer, at->first + i + r, at->length);
    N(normalize_rows_backward)
    (at->pass, at->head, b->rows_s, b->rows_da, m, rows, at->visible, b->to.dw_normal,
     b->row_scratch);
    if (staged) N(stages_weights)(at->pass, at->which, at->first + i, rows, 0, m, b->rows_s, m);
    gemm(true, false, m, d, rows, 1, b->rows_s, m, go, d, 1, b->to.dv, v->ld);
    for (int j = 0; j < limit; j += TILE_K) {
        int cols = least(TILE_K, limit - j);
        size_t row = (size_t)j * (size_t)k->ld;
        N(score_prepare_k)(&at->path, at->k + row, k->ld, cols, b->fk);
        memset(b->dfk, 0, (size_t)at->path.k_features * TILE_K * sizeof *b->dfk);
        memset(b->da, 0, (size_t)rows * TILE_K * sizeof *b->da);
        copy_tile(b->da, TILE_K, b->rows_da + j, m, rows, cols);
        if (b->raw) N(score_tile)(&at->path, b->fq + features, rows, b->fk, cols, b->raw);
        if (maps_logits(&at->pass->r)) N(map_tile_backward)
        (&at->path.logits, at->first + i, rows, j, cols, b->raw, b->da, b->to.dw_logits);
        N(score_tile_backward)
        (&at->path, b->fq + features, rows, b->fk, cols, b->da, b->dfq + features, b->dfk, b->to.dw,
         b->scratch);
        N(score_keys_backward)
        (&at->path, at->k + row, k->ld, cols, b->fk, b->dfk, b->to.dk + row, b->to.dw, b->scratch);
    }
}

/* ---- one key/value head and its query heads ---- */

static void query_block(struct backward *b)
{
    struct block *at = &b->at;
    int limit = visible_keys(at->pass->r.layer, at->first + at->rows - 1, at->length);
    enter(at->pass, at->thread, PHASE_SCORE);
    N(score_prepare_q)(&at->path, at->q, at->strip.q.ld, at->rows, b->fq);
    memset(b->dfq, 0, (size_t)at->rows * (size_t)at->path.q_features * sizeof *b->dfq);
    prepare_outputs(b);
    if (at->pass->r.normalizer->backward)
        for (int j = 0; j < limit; j += TILE_K) key_tile(b, j, least(TILE_K, limit - j));
    else
        for (int i = 0; i < at->rows; i += TILE_Q)
            whole_rows(b, i, least(TILE_Q, at->rows - i), limit);
    enter(at->pass, at->thread, PHASE_SCORE);
    N(score_queries_backward)
    (&at->path, at->q, at->strip.q.ld, at->rows, b->fq, b->dfq, b->to.dq, b->to.dw, b->scratch);
}

/* Clears dQ of query head `which`. Also clears dK and dV if no earlier query head uses the same key
 * or value head. */
static void clear(const struct backward *b, int which)
{
    const struct resolved *r = &b->at.pass->r;
    const struct shape *s = &r->layer->shape;
    N(clear_strip)(b->to.dq, s->n, &b->at.strip.q);
    if (N(first_reader)(r, SLOT_K, which)) N(clear_strip)(b->to.dk, s->m, &b->at.strip.k);
    if (N(first_reader)(r, SLOT_V, which)) N(clear_strip)(b->to.dv, s->m, &b->at.strip.v);
}

void N(attend_backward)(void *pass, int item, int thread)
{
    const struct pass *p = pass;
    int heads = N(group_heads)(&p->r), blocks = query_blocks(p->r.layer);
    struct backward b;
    for (int which = item * heads; which < (item + 1) * heads; which++) {
        N(clear_decay)(p, which);
        for (int index = 0; index < blocks; index++) {
            open(&b, p, which, index, thread);
            if (index == 0) clear(&b, which);
            query_block(&b);
        }
        N(close_decay)(p, which);
    }
}
