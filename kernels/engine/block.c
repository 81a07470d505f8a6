/* SPDX-License-Identifier: MIT
 * Opening a block of queries, and what both directions read of it. */
#include "block.h"

void N(block_open)(struct block *b, const struct pass *p, int which, int index, int thread,
                   struct arena *a)
{
    const struct resolved *r = &p->r;
    const struct shape *s = &r->layer->shape;
    *b = (struct block){.pass = p,
                        .thread = thread,
                        .which = which,
                        .head = which % s->heads,
                        .batch = which / s->heads,
                        .first = index * BLOCK_Q,
                        .d = s->d_head,
                        .ld = s->heads * s->d_head};
    b->rows = least(BLOCK_Q, s->n - b->first);
    b->length = batch_length(p, b->batch);
    size_t head_at = (size_t)b->head * (size_t)b->d;
    size_t q_row = (size_t)b->batch * (size_t)s->n + (size_t)b->first;
    size_t k_row = (size_t)b->batch * p->key_rows;
    b->q_at = q_row * (size_t)b->ld + head_at;
    b->k_at = k_row * (size_t)b->ld + head_at;
    b->q = (const real *)p->trace.q + b->q_at;
    b->k = (const real *)p->trace.k + b->k_at;
    b->v = (const real *)p->trace.v + b->k_at;
    b->normal = N(normalizer_run)(p, b->head);
    N(score_path_open)(&b->path, p, b->head, a);
    N(logits_head)(&b->path.logits, which);
}

int N(block_visible)(struct block *b, int i, int rows, int j)
{
    const struct layer *layer = b->pass->r.layer;
    for (int r = 0; r < rows; r++) {
        int seen = visible_keys(layer, b->first + i + r, b->length) - j;
        b->visible[r] = seen < 0 ? 0 : least(seen, TILE_K);
    }
    return b->visible[rows - 1];
}

void N(pack_rows)(const real *from, int ld, int rows, int d, real *to)
{
    for (int r = 0; r < rows; r++)
        memcpy(to + (size_t)r * (size_t)d, from + (size_t)r * (size_t)ld, (size_t)d * sizeof *to);
}

real *N(kept_state)(const struct pass *p, int which, int i)
{
    size_t tiles = ((size_t)p->r.layer->shape.n + TILE_Q - 1) / TILE_Q;
    size_t tile = (size_t)which * tiles + (size_t)i / TILE_Q;
    return (real *)p->trace.state + tile * (size_t)p->r.normalizer->stats * TILE_Q;
}
