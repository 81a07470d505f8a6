/* SPDX-License-Identifier: MIT
 * Runs the backward pass of the materialised method: dO -> dQ, dK, dV and the score's parameters.
 * S, A and dA of one head are whole N x M matrices; dS overwrites dA.
 *
 * The forward pass keeps only the row state, because the matrices of all heads would take B*H times
 * the memory. The scores of a head are therefore recomputed, with the same bits. The gradients
 * follow in this order:
 *
 *     1. dV = A^T dO and dA = dO V^T, one product each;
 *     2. dS from dA through the normaliser, tile by tile;
 *     3. dQ and dK from dS, by the published formulation, products of features, or tiles.
 *
 * One work item is one value head with its query heads, in a fixed order. Results therefore do not
 * depend on the number of threads. */
#include "materialised.h"

struct whole_backward {
    struct whole_head at;
    struct head_slopes to;
    real *a, *da;    /* n x m weights and their gradients */
    real *raw;       /* n x m scores before the logit function; NULL without a logit function */
    real *ta, *tda;  /* ta: a tile of the weights; tda: a tile of their gradients */
    real *delta;     /* sums of a * da per row (n) */
    real *dfq, *dfk; /* gradients of the features; NULL without features */
    real *scratch;
};

static void lay_out(struct whole_backward *b, const struct resolved *r, struct arena *a)
{
    size_t n = (size_t)r->layer->shape.n, tile = (size_t)TILE_Q * TILE_K * sizeof(real);
    b->a = carve(a, matrix_bytes(r));
    b->da = carve(a, matrix_bytes(r));
    if (r->logits) b->raw = carve(a, matrix_bytes(r));
    b->ta = carve(a, tile);
    b->tda = carve(a, tile);
    b->delta = carve(a, n * sizeof(real));
    if (r->score->materialise_backward) return;
    b->dfq = carve(a, n * (size_t)b->at.path.q_features * sizeof(real));
    b->dfk = carve(a, (size_t)b->at.path.k_features * TILE_K * sizeof(real));
    b->scratch = carve(a, N(score_backward_bytes)(r));
}

static void open(struct whole_backward *b, const struct pass *p, int which, int thread)
{
    struct arena a = thread_arena(p, thread);
    *b = (struct whole_backward){0};
    N(whole_open)(&b->at, p, which, thread, &a);
    lay_out(b, &p->r, &a);
    N(head_slopes_open)(&b->to, p, which, &b->at.strip);
}

size_t N(materialised_backward_scratch)(const struct resolved *r)
{
    struct gradients none = {0};
    struct pass p = {.r = *r, .gradients = &none};
    struct whole_backward b = {0};
    struct arena a = {0};
    N(whole_open)(&b.at, &p, 0, 0, &a);
    lay_out(&b, r, &a);
    return a.used;
}

/* ---- dV, dA, dS ---- */

static void whole_a(struct whole_backward *b)
{
    enter(b->at.pass, b->at.thread, PHASE_NORMALIZE);
    memcpy(b->a, b->at.scores, matrix_bytes(&b->at.pass->r));
    N(whole_weights)(&b->at, b->a, false);
}

/* Computes dV = (mask * A)^T dO and dA = mask * (dO V^T), where `mask` has the dropout factors. */
static void weights_and_values(struct whole_backward *b)
{
    struct whole_head *h = &b->at;
    const struct shape *s = &h->pass->r.layer->shape;
    const struct strip *v = &h->strip.v, *o = &h->strip.o;
    real outside = (real)N(scale_outside)(&h->pass->r);
    bool first = N(first_reader)(&h->pass->r, SLOT_V, h->which);
    whole_a(b);
    N(stages_weights)(h->pass, h->which, 0, s->n, 0, s->m, b->a, s->m);
    enter(h->pass, h->thread, PHASE_SUM);
    gemm(true, false, s->m, v->d, s->n, outside, b->a, s->m, b->to.d_o, o->ld, first ? 0 : 1,
         b->to.dv, v->ld);
    gemm(false, true, s->n, s->m, v->d, outside, b->to.d_o, o->ld, h->v, v->ld, 0, b->da, s->m);
    if (h->pass->r.weights.count == 0) return;
    N(stages_weights)(h->pass, h->which, 0, s->n, 0, s->m, b->da, s->m);
    whole_a(b); /* The normaliser's derivative needs A without dropout. A is recomputed, because a
                   third matrix would take too much memory. */
}

/* Computes delta_i = sum_j a_ij da_ij, which equals dO_i . O_i. */
static void sum_rows(struct whole_backward *b)
{
    const struct shape *s = &b->at.pass->r.layer->shape;
    const struct strip *at = &b->at.strip.o;
    const real *o = (const real *)b->at.pass->trace.o + at->at, *d_o = b->to.d_o;
    for (int i = 0; i < s->n; i++, o += at->ld, d_o += at->ld) {
        real sum = 0;
        for (int c = 0; c < at->d; c++) sum += d_o[c] * o[c];
        b->delta[i] = sum;
    }
}

static void tile_gradient(struct whole_backward *b, int i, int rows, int j, int cols)
{
    struct whole_head *h = &b->at;
    N(load_tile)(h, h->scores, i, rows, j, cols, h->s);
    N(load_tile)(h, b->a, i, rows, j, cols, b->ta);
    N(load_tile)(h, b->da, i, rows, j, cols, b->tda);
    N(tile_visible)(h, i, rows, j, cols);
    h->pass->r.normalizer->backward(&h->normal, h->s, b->ta, b->tda, rows, cols, h->visible,
                                    N(kept_state)(h->pass, h->which, i), b->delta + i,
                                    b->to.dw_normal);
    N(keep_tile)(h, b->tda, i, rows, j, cols, b->da);
}

/* Computes rows i .. i + rows - 1 of dS, for normalisers that have only a formula. */
static void rows_gradient(struct whole_backward *b, int i, int rows)
{
    struct whole_head *h = &b->at;
    const struct resolved *r = &h->pass->r;
    int m = r->layer->shape.m;
    size_t at = (size_t)i * (size_t)m;
    for (int row = 0; row < rows; row++)
        h->visible[row] = visible_keys(r->layer, i + row, h->length);
    N(normalize_rows_backward)
    (h->pass, h->normal.head, h->scores + at, b->da + at, m, rows, h->visible, b->to.dw_normal,
     h->row_scratch);
}

/* Replaces dA in b->da by dS. */
static void score_gradient(struct whole_backward *b)
{
    const struct pass *p = b->at.pass;
    const struct shape *s = &p->r.layer->shape;
    enter(p, b->at.thread, PHASE_NORMALIZE);
    sum_rows(b);
    for (int i = 0; i < s->n; i += TILE_Q) {
        int rows = least(TILE_Q, s->n - i);
        if (!p->r.normalizer->backward)
            rows_gradient(b, i, rows);
        else
            for (int j = 0; j < s->m; j += TILE_K)
                tile_gradient(b, i, rows, j, least(TILE_K, s->m - j));
    }
}

/* Replaces the gradient of the logits in b->da by the gradient of the scores. */
static void through_logits(struct whole_backward *b)
{
    struct whole_head *h = &b->at;
    const struct shape *s = &h->pass->r.layer->shape;
    if (!maps_logits(&h->pass->r)) return;
    N(clear_decay)(h->pass, h->which);
    for (int i = 0; i < s->n; i += TILE_Q)
        for (int j = 0; j < s->m; j += TILE_K) {
            int rows = least(TILE_Q, s->n - i), cols = least(TILE_K, s->m - j);
            if (b->raw) N(load_tile)(h, b->raw, i, rows, j, cols, h->s);
            N(load_tile)(h, b->da, i, rows, j, cols, b->tda);
            N(map_tile_backward)
            (&h->path.logits, i, rows, j, cols, h->s, b->tda, b->to.dw_logits);
            N(keep_tile)(h, b->tda, i, rows, j, cols, b->da);
        }
    N(close_decay)(h->pass, h->which);
}

/* ---- dQ, dK ---- */

/* Adds the contribution of columns j .. j + cols - 1 of dS to the gradients of query and key
 * features. */
static void key_columns(struct whole_backward *b, int j, int cols)
{
    struct whole_head *h = &b->at;
    const struct shape *s = &h->pass->r.layer->shape;
    int d = h->path.q_features;
    if (h->path.fast && h->path.score->product) {
        gemm(false, true, s->n, d, cols, 1, b->da + j, s->m, h->fk, TILE_K, 1, b->dfq, d);
        gemm(true, false, d, cols, s->n, 1, h->fq, d, b->da + j, s->m, 1, b->dfk, TILE_K);
        return;
    }
    memset(b->tda, 0, (size_t)TILE_Q * TILE_K * sizeof *b->tda);
    for (int i = 0; i < s->n; i += TILE_Q) {
        int rows = least(TILE_Q, s->n - i);
        size_t features = (size_t)i * (size_t)d;
        N(load_tile)(h, b->da, i, rows, j, cols, b->tda);
        N(score_tile_backward)
        (&h->path, h->fq + features, rows, h->fk, cols, b->tda, b->dfq + features, b->dfk, b->to.dw,
         b->scratch);
    }
}

static void through_features(struct whole_backward *b)
{
    struct whole_head *h = &b->at;
    const struct shape *s = &h->pass->r.layer->shape;
    int ldk = h->strip.k.ld;
    memset(b->dfq, 0, (size_t)s->n * (size_t)h->path.q_features * sizeof *b->dfq);
    for (int j = 0; j < s->m; j += TILE_K) {
        int cols = least(TILE_K, s->m - j);
        size_t row = (size_t)j * (size_t)ldk;
        N(score_prepare_k)(&h->path, h->k + row, ldk, cols, h->fk);
        memset(b->dfk, 0, (size_t)h->path.k_features * TILE_K * sizeof *b->dfk);
        key_columns(b, j, cols);
        N(score_keys_backward)
        (&h->path, h->k + row, ldk, cols, h->fk, b->dfk, b->to.dk + row, b->to.dw, b->scratch);
    }
    N(score_queries_backward)
    (&h->path, h->q, h->strip.q.ld, s->n, h->fq, b->dfq, b->to.dq, b->to.dw, b->scratch);
}

static void head(const struct pass *p, int which, int thread)
{
    const struct shape *s = &p->r.layer->shape;
    const struct score *f = p->r.score;
    struct whole_backward b;
    open(&b, p, which, thread);
    const struct strips *strip = &b.at.strip;
    enter(p, thread, PHASE_SCORE);
    N(whole_scores)(&b.at);
    if (b.raw) memcpy(b.raw, b.at.scores, matrix_bytes(&p->r));
    N(whole_logits)(&b.at);
    weights_and_values(&b);
    score_gradient(&b);
    through_logits(&b);
    enter(p, thread, PHASE_SCORE);
    N(clear_strip)(b.to.dq, s->n, &strip->q);
    if (N(first_reader)(&p->r, SLOT_K, which)) N(clear_strip)(b.to.dk, s->m, &strip->k);
    if (f->materialise_backward)
        f->materialise_backward(&b.at.path.run, b.at.q, strip->q.ld, b.at.k, strip->k.ld, b.da,
                                b.to.dq, b.to.dk, b.to.dw, b.at.published);
    else
        through_features(&b);
}

void N(attend_materialised_backward)(void *pass, int item, int thread)
{
    const struct pass *p = pass;
    int heads = N(group_heads)(&p->r);
    for (int which = item * heads; which < (item + 1) * heads; which++) head(p, which, thread);
}
