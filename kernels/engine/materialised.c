/* SPDX-License-Identifier: MIT
 * Runs the materialised method: computes the whole N x M score matrix of a head, as the papers'
 * code does. Results equal those of the streaming engine (attention.c); only the cost differs.
 *
 * The score matrix is computed by the first of three ways that the score supports:
 *
 *     1. the score's published formulation (repeat, concatenate, MLP over N x M x 2d');
 *     2. one BLAS product per tile of keys, if scores are products of features;
 *     3. score tiles.
 *
 * Then each row is normalised in place, and O = A V is one product per head. Query heads of a group
 * read the same K and V. Masked pairs are also computed. */
#include "materialised.h"

int N(materialised_items)(const struct resolved *r)
{
    return r->layer->shape.batch * r->layer->shape.heads;
}

/* ---- memory ---- */

size_t N(published_bytes)(const struct resolved *r, bool backward)
{
    const struct score *f = r->score;
    const struct dims *d = &r->dims[SLOT_SCORE];
    const struct args *args = &r->layer->args[SLOT_SCORE];
    size_t (*reals)(const struct dims *, const struct args *) =
        backward && f->materialise_backward ? f->materialise_backward_scratch
                                            : f->materialise_scratch;
    return f->materialise && reals ? reals(d, args) * sizeof(real) : 0;
}

static void lay_out(struct whole_head *h, const struct resolved *r, bool backward, struct arena *a)
{
    size_t n = (size_t)r->layer->shape.n;
    const struct score *f = r->score;
    h->scores = carve(a, matrix_bytes(r));
    h->s = carve(a, (size_t)TILE_Q * TILE_K * sizeof(real));
    h->factor = carve(a, TILE_Q * sizeof(real));
    h->published = carve(a, N(published_bytes)(r, backward));
    if (!r->normalizer->fold || !r->normalizer->backward)
        h->row_scratch = carve(a, N(normalize_bytes)(r, true));
    if (f->materialise && (!backward || f->materialise_backward)) return;
    h->fq = carve(a, n * (size_t)h->path.q_features * sizeof(real));
    h->fk = carve(a, (size_t)h->path.k_features * TILE_K * sizeof(real));
}

void N(whole_open)(struct whole_head *h, const struct pass *p, int which, int thread,
                   struct arena *a)
{
    const struct resolved *r = &p->r;
    const struct shape *s = &r->layer->shape;
    int head = which % s->heads, batch = which / s->heads;
    *h = (struct whole_head){
        .pass = p, .thread = thread, .which = which, .strip = N(head_strips)(p, which)};
    h->normal = N(normalizer_run)(p, head);
    size_t before = a->used;
    N(score_path_open)(&h->path, p, head, a);
    a->used = before + N(score_path_bytes)(r, p->gradients != NULL);
    if (a->base) N(logits_head)(&h->path.logits, which);
    lay_out(h, r, p->gradients != NULL, a);
    if (!a->base) return;
    h->length = batch_length(p, batch);
    h->q = (const real *)p->trace.q + h->strip.q.at;
    h->k = (const real *)p->trace.k + h->strip.k.at;
    h->v = (const real *)p->trace.v + h->strip.v.at;
}

size_t N(materialised_scratch)(const struct resolved *r)
{
    struct pass p = {.r = *r};
    struct whole_head h;
    struct arena a = {0};
    N(whole_open)(&h, &p, 0, 0, &a);
    return a.used;
}

double N(materialised_bytes)(const struct resolved *r)
{
    const struct shape *s = &r->layer->shape;
    return 2.0 * (double)(matrix_bytes(r) + N(published_bytes)(r, false)) * s->batch * s->heads;
}

/* ---- tiles of a matrix ---- */

void N(load_tile)(const struct whole_head *h, const real *matrix, int i, int rows, int j, int cols,
                  real *tile)
{
    size_t m = (size_t)h->pass->r.layer->shape.m;
    for (int r = 0; r < rows; r++)
        memcpy(tile + r * TILE_K, matrix + (size_t)(i + r) * m + j, (size_t)cols * sizeof(real));
}
void N(keep_tile)(const struct whole_head *h, const real *tile, int i, int rows, int j, int cols,
                  real *matrix)
{
    size_t m = (size_t)h->pass->r.layer->shape.m;
    for (int r = 0; r < rows; r++)
        memcpy(matrix + (size_t)(i + r) * m + j, tile + r * TILE_K, (size_t)cols * sizeof(real));
}
void N(tile_visible)(struct whole_head *h, int i, int rows, int j, int cols)
{
    for (int r = 0; r < rows; r++) {
        int seen = visible_keys(h->pass->r.layer, i + r, h->length) - j;
        h->visible[r] = seen < 0 ? 0 : least(seen, cols);
    }
}

/* ---- scores ---- */

/* Computes columns j .. j + cols - 1 of the score matrix from the features h->fq and h->fk. */
static void key_columns(struct whole_head *h, int j, int cols)
{
    const struct shape *s = &h->pass->r.layer->shape;
    size_t nq = (size_t)h->path.q_features;
    if (h->path.fast && h->path.score->product) {
        gemm(false, false, s->n, cols, (int)nq, 1, h->fq, (int)nq, h->fk, TILE_K, 0, h->scores + j,
             s->m);
        return;
    }
    for (int i = 0; i < s->n; i += TILE_Q) {
        int rows = least(TILE_Q, s->n - i);
        N(score_tile)(&h->path, h->fq + (size_t)i * nq, rows, h->fk, cols, h->s);
        N(keep_tile)(h, h->s, i, rows, j, cols, h->scores);
    }
}

void N(whole_scores)(struct whole_head *h)
{
    const struct shape *s = &h->pass->r.layer->shape;
    int ldq = h->strip.q.ld, ldk = h->strip.k.ld;
    if (h->fq) N(score_prepare_q)(&h->path, h->q, ldq, s->n, h->fq);
    if (h->path.score->materialise) {
        h->path.score->materialise(&h->path.run, h->q, ldq, h->k, ldk, h->scores, h->published);
        return;
    }
    for (int j = 0; j < s->m; j += TILE_K) {
        int cols = least(TILE_K, s->m - j);
        N(score_prepare_k)(&h->path, h->k + (size_t)j * (size_t)ldk, ldk, cols, h->fk);
        key_columns(h, j, cols);
    }
}

void N(whole_logits)(struct whole_head *h)
{
    const struct shape *s = &h->pass->r.layer->shape;
    if (!maps_logits(&h->pass->r)) return;
    for (int i = 0; i < s->n; i += TILE_Q)
        for (int j = 0; j < s->m; j += TILE_K) {
            int rows = least(TILE_Q, s->n - i), cols = least(TILE_K, s->m - j);
            N(load_tile)(h, h->scores, i, rows, j, cols, h->s);
            N(map_tile)(&h->path.logits, i, rows, j, cols, h->s);
            N(keep_tile)(h, h->s, i, rows, j, cols, h->scores);
        }
}

/* ---- weights ---- */

/* Computes the normaliser's state for rows i .. i + rows - 1. */
static void fold_rows(struct whole_head *h, const real *scores, int i, int rows, real *state)
{
    const struct normalizer *f = h->pass->r.normalizer;
    int m = h->pass->r.layer->shape.m;
    if (f->begin) f->begin(&h->normal, rows, state);
    for (int j = 0; f->stats && j < m; j += TILE_K) {
        int cols = least(TILE_K, m - j);
        N(load_tile)(h, scores, i, rows, j, cols, h->s);
        N(tile_visible)(h, i, rows, j, cols);
        f->fold(&h->normal, h->s, rows, cols, h->visible, state, h->factor);
    }
}

static void weigh_rows(struct whole_head *h, real *a, int i, int rows, bool keep)
{
    const struct normalizer *f = h->pass->r.normalizer;
    int m = h->pass->r.layer->shape.m;
    real *state = N(kept_state)(h->pass, h->which, i);
    if (keep) fold_rows(h, a, i, rows, state);
    for (int j = 0; j < m; j += TILE_K) {
        int cols = least(TILE_K, m - j);
        N(load_tile)(h, a, i, rows, j, cols, h->s);
        N(tile_visible)(h, i, rows, j, cols);
        f->weights(&h->normal, h->s, rows, cols, h->visible, state);
        N(keep_tile)(h, h->s, i, rows, j, cols, a);
    }
}

void N(whole_weights)(struct whole_head *h, real *a, bool keep)
{
    const struct resolved *r = &h->pass->r;
    const struct shape *s = &r->layer->shape;
    for (int i = 0; i < s->n; i += TILE_Q) {
        int rows = least(TILE_Q, s->n - i);
        if (r->normalizer->fold) {
            weigh_rows(h, a, i, rows, keep);
            continue;
        }
        for (int row = 0; row < rows; row++)
            h->visible[row] = visible_keys(r->layer, i + row, h->length);
        N(normalize_rows)
        (h->pass, h->normal.head, a + (size_t)i * (size_t)s->m, s->m, rows, h->visible,
         h->row_scratch);
    }
}

/* ---- forward ---- */

void N(attend_materialised)(void *pass, int item, int thread)
{
    const struct pass *p = pass;
    const struct shape *s = &p->r.layer->shape;
    struct arena a = thread_arena(p, thread);
    struct whole_head h;
    N(whole_open)(&h, p, item, thread, &a);
    real *o = (real *)p->trace.o + h.strip.o.at;
    enter(p, thread, PHASE_SCORE);
    N(whole_scores)(&h);
    N(whole_logits)(&h);
    enter(p, thread, PHASE_NORMALIZE);
    N(whole_weights)(&h, h.scores, true);
    N(stages_weights)(p, h.which, 0, s->n, 0, s->m, h.scores, s->m);
    enter(p, thread, PHASE_SUM);
    gemm(false, false, s->n, h.strip.v.d, s->m, (real)N(scale_outside)(&p->r), h.scores, s->m, h.v,
         h.strip.v.ld, 0, o, h.strip.o.ld);
}
