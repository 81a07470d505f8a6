/* SPDX-License-Identifier: MIT
 * The materialised method: the whole N x M score matrix of a head, as the papers run it.
 *
 * Same semantics as attention.c, other cost: it is what the streaming engine is compared with.
 * Where a score has a published formulation of its own (repeat, concatenate, MLP over N x M x
 * 2d'), that one fills the matrix; else all tiles are computed and kept. Then every row is
 * normalised in place, and O = A V is one product per head. */
#include "block.h"

struct head {
    const struct pass *pass;
    struct score_path path;
    struct normalizer_run normal;
    int thread, which, length, ld;
    const real *q, *k, *v;
    real *o;
    real *scores; /* n x m */
    real *fq, *fk, *s, *factor, *published;
    double *doubles;
    int visible[TILE_Q];
};

int N(materialised_items)(const struct resolved *r)
{
    return r->layer->shape.batch * r->layer->shape.heads;
}

static void lay_out(struct head *h, const struct resolved *r, struct arena *a)
{
    const struct shape *s = &r->layer->shape;
    const struct score *f = r->score;
    h->scores = carve(a, (size_t)s->n * (size_t)s->m * sizeof(real));
    h->fq = carve(a, (size_t)TILE_Q * (size_t)h->path.q_features * sizeof(real));
    h->fk = carve(a, (size_t)h->path.k_features * TILE_K * sizeof(real));
    h->s = carve(a, (size_t)TILE_Q * TILE_K * sizeof(real));
    h->factor = carve(a, TILE_Q * sizeof(real));
    h->doubles = carve(a, 2 * (size_t)s->m * sizeof(double));
    if (f->materialise && f->materialise_scratch)
        h->published =
            carve(a, f->materialise_scratch(&r->dims[SLOT_SCORE], &r->layer->args[SLOT_SCORE]) *
                         sizeof(real));
}

size_t N(materialised_scratch)(const struct resolved *r)
{
    struct pass p = {.r = *r};
    struct head h = {0};
    struct arena a = {0};
    N(score_path_open)(&h.path, &p, 0, &a);
    a.used = N(score_path_bytes)(r, false);
    lay_out(&h, r, &a);
    return a.used;
}

double N(materialised_bytes)(const struct resolved *r)
{
    const struct shape *s = &r->layer->shape;
    const struct score *f = r->score;
    double reals = (double)s->n * s->m;
    if (f->materialise && f->materialise_scratch)
        reals += (double)f->materialise_scratch(&r->dims[SLOT_SCORE], &r->layer->args[SLOT_SCORE]);
    return 2.0 * reals * sizeof(real) * s->batch * s->heads;
}

static void open_head(struct head *h, const struct pass *p, int item, int thread)
{
    const struct resolved *r = &p->r;
    const struct shape *s = &r->layer->shape;
    int head = item % s->heads, batch = item / s->heads;
    struct arena a = thread_arena(p, thread);
    *h = (struct head){.pass = p,
                       .thread = thread,
                       .which = item,
                       .length = batch_length(p, batch),
                       .ld = s->heads * s->d_head};
    size_t at = (size_t)head * (size_t)s->d_head;
    size_t q_row = (size_t)batch * (size_t)s->n, k_row = (size_t)batch * (size_t)s->m;
    h->q = (const real *)p->trace.q + q_row * (size_t)h->ld + at;
    h->k = (const real *)p->trace.k + k_row * (size_t)h->ld + at;
    h->v = (const real *)p->trace.v + k_row * (size_t)h->ld + at;
    h->o = (real *)p->trace.o + q_row * (size_t)h->ld + at;
    h->normal = (struct normalizer_run){&r->dims[SLOT_NORMALIZER], &r->layer->args[SLOT_NORMALIZER],
                                        (real)N(scale_inside)(r)};
    N(score_path_open)(&h->path, p, head, &a);
    lay_out(h, r, &a);
}

/* Copies a tile between the matrix (row distance m) and h->s (row distance TILE_K). */
static void load_tile(struct head *h, int i, int rows, int j, int cols)
{
    size_t m = (size_t)h->pass->r.layer->shape.m;
    for (int r = 0; r < rows; r++)
        memcpy(h->s + r * TILE_K, h->scores + (size_t)(i + r) * m + j, (size_t)cols * sizeof(real));
}
static void keep_tile(struct head *h, int i, int rows, int j, int cols)
{
    size_t m = (size_t)h->pass->r.layer->shape.m;
    for (int r = 0; r < rows; r++)
        memcpy(h->scores + (size_t)(i + r) * m + j, h->s + r * TILE_K, (size_t)cols * sizeof(real));
}

static void all_tiles(struct head *h)
{
    const struct shape *s = &h->pass->r.layer->shape;
    for (int i = 0; i < s->n; i += TILE_Q) {
        int rows = least(TILE_Q, s->n - i);
        N(score_prepare_q)(&h->path, h->q + (size_t)i * (size_t)h->ld, h->ld, rows, h->fq);
        for (int j = 0; j < s->m; j += TILE_K) {
            int cols = least(TILE_K, s->m - j);
            N(score_prepare_k)(&h->path, h->k + (size_t)j * (size_t)h->ld, h->ld, cols, h->fk);
            N(score_tile)(&h->path, h->fq, rows, h->fk, cols, h->s);
            keep_tile(h, i, rows, j, cols);
        }
    }
}

static void tile_visible(struct head *h, int i, int rows, int j, int cols)
{
    for (int r = 0; r < rows; r++) {
        int seen = visible_keys(h->pass->r.layer, i + r, h->length) - j;
        h->visible[r] = seen < 0 ? 0 : least(seen, cols);
    }
}

/* Rows i .. of the matrix become weights: statistics first, then the weights in place. */
static void normalize_tiles(struct head *h, int i, int rows)
{
    const struct normalizer *f = h->pass->r.normalizer;
    int m = h->pass->r.layer->shape.m;
    real *state = N(kept_state)(h->pass, h->which, i);
    if (f->begin) f->begin(&h->normal, rows, state);
    for (int j = 0; f->stats && j < m; j += TILE_K) {
        int cols = least(TILE_K, m - j);
        load_tile(h, i, rows, j, cols);
        tile_visible(h, i, rows, j, cols);
        f->fold(&h->normal, h->s, rows, cols, h->visible, state, h->factor);
    }
    for (int j = 0; j < m; j += TILE_K) {
        int cols = least(TILE_K, m - j);
        load_tile(h, i, rows, j, cols);
        tile_visible(h, i, rows, j, cols);
        f->weights(&h->normal, h->s, rows, cols, h->visible, state);
        keep_tile(h, i, rows, j, cols);
    }
}

static void normalize_all(struct head *h)
{
    const struct resolved *r = &h->pass->r;
    const struct shape *s = &r->layer->shape;
    for (int i = 0; i < s->n; i += TILE_Q) {
        int rows = least(TILE_Q, s->n - i);
        if (r->normalizer->fold) {
            normalize_tiles(h, i, rows);
            continue;
        }
        for (int row = 0; row < rows; row++)
            h->visible[row] = visible_keys(r->layer, i + row, h->length);
        N(normalize_rows)
        (r, h->scores + (size_t)i * (size_t)s->m, s->m, rows, h->visible, h->doubles);
    }
}

void N(attend_materialised)(void *pass, int item, int thread)
{
    struct head h;
    open_head(&h, pass, item, thread);
    const struct shape *s = &h.pass->r.layer->shape;
    const struct score *f = h.pass->r.score;
    enter(h.pass, thread, PHASE_SCORE);
    if (f->materialise)
        f->materialise(&h.path.run, h.q, h.ld, h.k, h.ld, h.scores, h.published);
    else
        all_tiles(&h);
    enter(h.pass, thread, PHASE_NORMALIZE);
    normalize_all(&h);
    enter(h.pass, thread, PHASE_SUM);
    gemm(false, false, s->n, s->d_head, s->m, (real)N(scale_outside)(&h.pass->r), h.scores, s->m,
         h.v, h.ld, 0, h.o, h.ld);
}
