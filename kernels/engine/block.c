/* SPDX-License-Identifier: MIT
 * Opens a block of queries for the forward or the backward pass. */
#include "block.h"

/* Returns the part of a matrix that belongs to head `head` (of `heads`). `row` is the first row of
 * the batch element. */
static struct strip strip_of(const struct dims *d, int heads, int head, size_t row)
{
    int ld = d->heads * d->d_head, read = head * d->heads / heads;
    return (struct strip){row * (size_t)ld + (size_t)read * (size_t)d->d_head, ld, d->d_head};
}

struct strips N(head_strips)(const struct pass *p, int which)
{
    const struct dims *dims = p->r.dims;
    const struct shape *s = &p->r.layer->shape;
    const struct dims outputs = {.heads = s->heads, .d_head = dims[SLOT_V].d_head};
    int batch = which / s->heads, head = which % s->heads;
    size_t query = (size_t)batch * (size_t)s->n, key = (size_t)batch * p->key_rows;
    return (struct strips){.q = strip_of(&dims[SLOT_Q], s->heads, head, query),
                           .k = strip_of(&dims[SLOT_K], s->heads, head, key),
                           .v = strip_of(&dims[SLOT_V], s->heads, head, key),
                           .o = strip_of(&outputs, s->heads, head, query)};
}

void N(head_slopes_open)(struct head_slopes *s, const struct pass *p, int which,
                         const struct strips *at)
{
    const struct gradients *g = p->gradients;
    s->d_o = g->outputs[0] + at->o.at;
    s->dq = g->q + at->q.at;
    s->dk = g->k + at->k.at;
    s->dv = g->v + at->v.at;
    N(head_gradients)(p, SLOT_SCORE, which, s->dw);
    N(head_gradients)(p, SLOT_LOGITS, which, s->dw_logits);
    N(head_gradients)(p, SLOT_NORMALIZER, which, s->dw_normal);
}

void N(clear_strip)(real *rows, int count, const struct strip *s)
{
    for (int r = 0; r < count; r++)
        memset(rows + (size_t)r * (size_t)s->ld, 0, (size_t)s->d * sizeof *rows);
}

bool N(first_reader)(const struct resolved *r, enum slot_id slot, int which)
{
    return which % (r->layer->shape.heads / r->dims[slot].heads) == 0;
}

int N(group_heads)(const struct resolved *r)
{
    return r->layer->shape.heads / r->dims[SLOT_V].heads;
}
int N(backward_items)(const struct resolved *r)
{
    return r->layer->shape.batch * r->dims[SLOT_V].heads;
}

static void advance(struct strip *s, int rows) { s->at += (size_t)rows * (size_t)s->ld; }

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
                        .strip = N(head_strips)(p, which)};
    b->rows = least(BLOCK_Q, s->n - b->first);
    b->length = batch_length(p, b->batch);
    advance(&b->strip.q, b->first);
    advance(&b->strip.o, b->first);
    b->q = (const real *)p->trace.q + b->strip.q.at;
    b->k = (const real *)p->trace.k + b->strip.k.at;
    b->v = (const real *)p->trace.v + b->strip.v.at;
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
