/* SPDX-License-Identifier: MIT
 * Decodes one position at a time with a key/value cache. remember() projects new rows of the
 * context into K and V. attend() computes the rest of the layer for a few queries.
 *
 * The cache has room for `capacity` rows per batch element. Causal queries never see later keys, so
 * the outputs equal a forward pass over the whole prefix, up to rounding. Masks that show later
 * keys are refused.
 *
 * If a choice divides by the number of keys, it uses the layer's field `keys`. */
#include "engine.h"
#include "choices.h"

/* layout of the scratch memory `working` */
struct cached {
    struct pass p;
    struct layer layer;
    struct layer_io io;
    real *rows; /* projected rows: (ROW_BLOCK, G*D) reals, or (ROW_BLOCK, H) if H is larger */
};

static size_t most(size_t a, size_t b) { return a > b ? a : b; }
static size_t width(const struct cached *c, enum slot_id slot)
{
    return (size_t)c->p.r.dims[slot].d_out;
}

/* Allocates memory for the values that projections keep for a backward pass. Decoding has no
 * backward pass, so all slots share this memory. */
static void lay_out_kept(const struct resolved *r, struct arena *a, struct layer_trace *t)
{
    size_t width = 0;
    for (int slot = 0; slot < SLOTS; slot++) width = most(width, N(kept_width)(r, slot));
    real *kept = carve(a, ROW_BLOCK * width * sizeof *kept);
    for (int slot = 0; slot < SLOTS; slot++) t->kept[slot] = kept;
}

static void lay_out(struct cached *c, struct arena *a)
{
    const struct shape *s = &c->layer.shape;
    struct layer_trace *t = &c->p.trace;
    size_t tiles = ((size_t)s->n + TILE_Q - 1) / TILE_Q * (size_t)s->batch * (size_t)s->heads;
    t->q = carve(a, N(row_reals)(&c->p.r, SLOT_Q) * sizeof(real));
    for (int i = 0; i <= c->p.r.output.count; i++) {
        size_t row = (size_t)N(output_width)(&c->p.r, i) * sizeof(real);
        t->outputs[i] = carve(a, N(layer_rows)(&c->layer, SLOT_O) * row);
    }
    t->o = t->outputs[0];
    t->state = carve(a, tiles * (size_t)c->p.r.normalizer->stats * TILE_Q * sizeof(real));
    N(stages_carve)(&c->p.r, a, t);
    size_t widest = most(width(c, SLOT_K), width(c, SLOT_V));
    c->rows = carve(a, ROW_BLOCK * most(widest, (size_t)s->heads) * sizeof(real));
    lay_out_kept(&c->p.r, a, t);
    c->p.thread_bytes = N(thread_bytes)(&c->p.r);
    c->p.working = carve(a, c->p.thread_bytes);
}

static void open(struct cached *c, const struct layer *layer, struct arena *a)
{
    *c = (struct cached){.layer = *layer};
    c->layer.method = METHOD_STREAMING;
    N(resolve)(&c->layer, &c->p.r);
    N(stages_find)(&c->p.r, true);
    lay_out(c, a);
}

size_t N(cached_bytes)(const struct layer *layer)
{
    struct cached c;
    struct arena a = {0};
    open(&c, layer, &a);
    return a.used;
}

static void open_pass(struct cached *c, const struct layer *layer, const struct cached_io *io)
{
    struct arena a = {io->working, 0};
    open(c, layer, &a);
    c->io = (struct layer_io){.x = io->x, .lengths = io->lengths, .tensors = io->tensors};
    c->p.io = &c->io;
    c->p.key_rows = (size_t)io->capacity;
    c->p.trace.k = io->k;
    c->p.trace.v = io->v;
    c->p.trace.decay = io->decay;
    c->p.decay_rows = (size_t)io->capacity;
    N(slot_order)(&c->p.r, (const void *const *)io->tensors, (const void **)c->p.w);
}

/* ---- keys and values ---- */

/* Copies a block of projected rows to the cache. Row r belongs to sequence r / count, position
 * first + r % count. */
static void scatter(const struct cached *c, enum slot_id slot, size_t row, int rows, int first,
                    int count, real *to)
{
    size_t reals = width(c, slot);
    for (size_t i = 0; i < (size_t)rows; i++) {
        size_t b = (row + i) / (size_t)count, j = (row + i) % (size_t)count;
        memcpy(to + (b * c->p.key_rows + (size_t)first + j) * reals, c->rows + i * reals,
               reals * sizeof *to);
    }
}

static void remember_slot(const struct cached *c, enum slot_id slot, const real *x, int first,
                          int count, real *to)
{
    size_t all = (size_t)c->layer.shape.batch * (size_t)count, d = (size_t)c->layer.shape.d_model;
    for (size_t row = 0; row < all; row += ROW_BLOCK) {
        int rows = all - row < ROW_BLOCK ? (int)(all - row) : ROW_BLOCK;
        N(project_rows)(&c->p, slot, 0, rows, x + row * d, c->rows, thread_arena(&c->p, 0));
        N(stages_rows)(&c->p, slot, row, rows, c->rows);
        scatter(c, slot, row, rows, first, count, to);
    }
}

/* Computes the running sums of log decays for a block. Row r belongs to sequence r / count,
 * position first + r % count. The cache must already contain the sums for position first - 1. */
static void sum_rows(const struct cached *c, size_t row, int rows, const real *log, int first,
                     int count)
{
    size_t heads = (size_t)c->layer.shape.heads;
    for (size_t i = 0; i < (size_t)rows; i++) {
        size_t b = (row + i) / (size_t)count, t = (size_t)first + (row + i) % (size_t)count;
        double *to = c->p.trace.decay + (b * c->p.decay_rows + t) * heads;
        N(add_decay)(&c->p.r, log ? log + i * heads : NULL, t ? to - heads : NULL, to);
    }
}

static void remember_decay(const struct cached *c, const real *x, int first, int count)
{
    size_t all = (size_t)c->layer.shape.batch * (size_t)count, d = (size_t)c->layer.shape.d_model;
    bool projected = c->p.r.projection[SLOT_FORGET] != NULL;
    for (size_t row = 0; row < all; row += ROW_BLOCK) {
        int rows = all - row < ROW_BLOCK ? (int)(all - row) : ROW_BLOCK;
        if (projected) N(project_rows)
        (&c->p, SLOT_FORGET, 0, rows, x + row * d, c->rows, thread_arena(&c->p, 0));
        sum_rows(c, row, rows, projected ? c->rows : NULL, first, count);
    }
}

void N(remember)(const struct layer *layer, const struct cached_io *io, const void *rows, int first,
                 int count)
{
    struct cached c;
    open_pass(&c, layer, io);
    c.p.keys = (struct places){first, count};
    N(stages_fill)(&c.p, first, count);
    remember_slot(&c, SLOT_K, rows, first, count, io->k);
    remember_slot(&c, SLOT_V, rows, first, count, io->v);
    if (decays(&c.p.r)) remember_decay(&c, rows, first, count);
}

/* ---- queries ---- */

static void project_queries(const struct cached *c, int row, int rows)
{
    const struct shape *s = &c->layer.shape;
    real *q = (real *)c->p.trace.q + (size_t)row * width(c, SLOT_Q);
    const real *x = (const real *)c->io.x + (size_t)row * (size_t)s->d_model;
    N(project_rows)(&c->p, SLOT_Q, 0, rows, x, q, thread_arena(&c->p, 0));
    N(stages_rows)(&c->p, SLOT_Q, (size_t)row, rows, q);
}

static void output(const struct cached *c, int row, int rows, real *y)
{
    const real *o = N(stages_output)(&c->p, (size_t)row, rows, thread_arena(&c->p, 0));
    y += (size_t)row * (size_t)c->layer.shape.d_model;
    N(project_rows)(&c->p, SLOT_O, 0, rows, o, y, thread_arena(&c->p, 0));
}

void N(attend_cached)(const struct layer *layer, const struct cached_io *io)
{
    struct cached c;
    const struct shape *s = &layer->shape;
    int all = s->batch * s->n;
    open_pass(&c, layer, io);
    c.p.queries = (struct places){N(first_place)(layer, SLOT_Q), s->n};
    N(stages_fill)(&c.p, c.p.queries.start, s->n);
    for (int row = 0; row < all; row += ROW_BLOCK)
        project_queries(&c, row, least(ROW_BLOCK, all - row));
    N(run_items)(NULL, N(attend_block), &c.p, N(attention_items)(&c.p.r));
    for (int row = 0; row < all; row += ROW_BLOCK)
        output(&c, row, least(ROW_BLOCK, all - row), io->y);
}
