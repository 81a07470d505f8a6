/* SPDX-License-Identifier: MIT
 * Runs the backward pass of a layer: dY -> dX, dContext and all parameter gradients.
 *
 *     1. Output: dY -> dO. One work item per chunk of rows.
 *     2. Attention: dO -> dQ, dK, dV. One work item per key/value head.
 *     3. Inputs: dQ, dK, dV -> dX, dContext. One work item per chunk of rows.
 *     4. Sums: add the parameter gradients of all chunks and heads in a fixed order.
 *
 * The number of chunks does not depend on the number of threads, so the gradients do not either.
 * Chunk 0 uses the final gradient buffers; the other chunks have their own buffers. Hidden layers
 * of projections are kept from the forward pass; scores are recomputed. */
#include "engine/engine.h"
#include "choices.h"

static size_t rows_bytes(const struct resolved *r, enum slot_id slot)
{
    return N(row_reals)(r, slot) * sizeof(real);
}

static size_t most(size_t a, size_t b) { return a > b ? a : b; }

static size_t thread_bytes(const struct resolved *r)
{
    static const enum slot_id rows[] = {SLOT_Q, SLOT_K, SLOT_V, SLOT_FORGET, SLOT_O};
    size_t attention = r->layer->method == METHOD_MATERIALISED ? N(materialised_backward_scratch)(r)
                                                               : N(attention_backward_scratch)(r);
    size_t bytes = most(attention, N(stages_scratch)(r, true));
    for (int i = 0; i < 5; i++)
        if (r->projection[rows[i]]) bytes = most(bytes, N(project_backward_bytes)(r, rows[i]));
    return bytes;
}

static void lay_out(const struct resolved *r, struct arena *a, struct gradients *g)
{
    const struct layer *layer = r->layer;
    size_t heads = (size_t)layer->shape.batch * (size_t)layer->shape.heads;
    g->all_reals = 0;
    for (int s = 0; s < SLOTS; s++) {
        g->head_reals[s] = by_head(s) ? N(slot_reals)(r, s) : 0;
        g->all_reals += N(slot_reals)(r, s);
    }
    for (int i = 0; i <= r->output.count; i++) {
        size_t row = (size_t)N(output_width)(r, i) * sizeof(real);
        g->outputs[i] = carve(a, N(layer_rows)(layer, SLOT_O) * row);
    }
    g->q = carve(a, rows_bytes(r, SLOT_Q));
    g->k = carve(a, rows_bytes(r, SLOT_K));
    g->v = carve(a, rows_bytes(r, SLOT_V));
    for (int s = 0; s < SLOTS; s++) g->heads[s] = carve(a, heads * g->head_reals[s] * sizeof(real));
    if (r->projection[SLOT_FORGET]) {
        size_t decay = N(layer_rows)(layer, SLOT_FORGET) * (size_t)layer->shape.heads;
        g->decay = carve(a, decay * sizeof *g->decay);
        g->log_decay = carve(a, decay * sizeof(real));
    }
    g->chunks = carve(a, (CHUNKS - 1) * g->all_reals * sizeof(real));
    size_t listed = 0;
    for (int s = 0; s < SLOTS; s++) listed += N(listed_reals)(r, s);
    g->shared = carve(a, (g->all_reals - listed) * sizeof(real));
}

static void find_gradients(const struct resolved *r, struct gradients *g)
{
    real *next = g->shared;
    for (int s = 0, t = 0; s < SLOTS; s++) {
        struct tensor list[MAX_TENSORS];
        int count = N(slot_tensors)(r, s, list);
        for (int i = 0; i < count; i++, t++) {
            bool own = r->owner[t] == t;
            g->dw[t] = own ? g->io->gradients[r->listed[t]] : next;
            if (!own) next += N(tensor_reals)(&list[i]);
        }
    }
}

size_t N(backward_bytes)(const struct resolved *r, int threads)
{
    struct arena a = {0};
    struct gradients g;
    lay_out(r, &a, &g);
    return a.used + (size_t)threads * thread_bytes(r);
}

/* ---- chunks of rows ---- */

static int chunks_of(size_t rows)
{
    int blocks = row_blocks(rows);
    return blocks < CHUNKS ? blocks : CHUNKS;
}
/* Sets *first and *end to the range of row blocks in chunk c; *end is exclusive. */
static void chunk_blocks(size_t rows, int c, int *first, int *end)
{
    int blocks = row_blocks(rows), chunks = chunks_of(rows);
    *first = blocks * c / chunks;
    *end = blocks * (c + 1) / chunks;
}

static void clear_block(real *x, size_t rows, int b, int width)
{
    size_t row = (size_t)width * sizeof *x;
    memset(x + block_start(rows, b) * (size_t)width, 0, (size_t)block_rows(rows, b) * row);
}

/* Sets dw to the gradient buffers of chunk c for the tensors of one slot. */
static void chunk_gradients(const struct pass *p, enum slot_id slot, int c, real **dw)
{
    const struct gradients *g = p->gradients;
    struct tensor list[MAX_TENSORS];
    int count = N(slot_tensors)(&p->r, slot, list);
    real *at = c ? g->chunks + (size_t)(c - 1) * g->all_reals : NULL;
    for (int s = 0; c && s < (int)slot; s++) at += N(slot_reals)(&p->r, s);
    for (int t = 0; t < count; t++) {
        dw[t] = c ? at : g->dw[p->r.first_tensor[slot] + t];
        if (c) at += N(tensor_reals)(&list[t]);
    }
}

/* Does the same as chunk_gradients() and clears the buffers. */
static void open_gradients(const struct pass *p, enum slot_id slot, int c, real **dw)
{
    struct tensor list[MAX_TENSORS];
    int count = N(slot_tensors)(&p->r, slot, list);
    chunk_gradients(p, slot, c, dw);
    for (int t = 0; t < count; t++) memset(dw[t], 0, N(tensor_reals)(&list[t]) * sizeof(real));
}

/* Runs the backward pass of one chunk of rows through a projection. If first_to_add is true, dx is
 * overwritten instead of added to. */
static void project_chunk(const struct pass *p, enum slot_id slot, int c, const real *x,
                          const real *dy, real *dx, bool first_to_add, int thread)
{
    size_t rows = N(layer_rows)(p->r.layer, slot);
    const struct dims *d = &p->r.dims[slot];
    bool begins = p->r.projection[slot]->begins;
    real *dw[MAX_TENSORS];
    int first, end;
    (begins ? chunk_gradients : open_gradients)(p, slot, c, dw);
    chunk_blocks(rows, c, &first, &end);
    for (int b = first; b < end; b++) {
        size_t row = block_start(rows, b), in = row * (size_t)d->d_in, out = row * (size_t)d->d_out;
        struct begin begin = {begins && first_to_add, begins && b == first};
        if (first_to_add && !begins) clear_block(dx, rows, b, d->d_in);
        N(project_rows_backward)
        (p, slot, row, block_rows(rows, b), x + in, dy + out, dx + in, dw, begin,
         thread_arena(p, thread));
    }
}

/* Runs the backward pass of one chunk through the stages of slot q, k or v. Changes `gradient` in
 * place. */
static void stages_chunk(const struct pass *p, enum slot_id slot, int c, real *gradient)
{
    size_t rows = N(layer_rows)(p->r.layer, slot), width = (size_t)p->r.dims[slot].d_out;
    int first, end;
    chunk_blocks(rows, c, &first, &end);
    for (int b = first; b < end; b++) {
        size_t row = block_start(rows, b);
        N(stages_rows_backward)(p, slot, row, block_rows(rows, b), gradient + row * width);
    }
}

/* ---- steps ---- */

/* Runs the backward pass of one chunk through stage i after attention. Stages run in reverse order;
 * the first to run clears dX. */
static void output_stage_chunk(const struct pass *p, int i, int c, int thread)
{
    const struct gradients *g = p->gradients;
    const struct stage *stage = p->r.output.at[i];
    int d = p->r.layer->shape.d_model, first, end;
    size_t rows = N(layer_rows)(p->r.layer, SLOT_O);
    real *dw[MAX_TENSORS];
    open_gradients(p, stage->output.slot, c, dw);
    chunk_blocks(rows, c, &first, &end);
    for (int b = first; b < end; b++) {
        size_t row = block_start(rows, b), x = row * (size_t)d;
        size_t in = row * (size_t)N(output_width)(&p->r, i);
        size_t out = row * (size_t)N(output_width)(&p->r, i + 1);
        if (i == p->r.output.count - 1) clear_block(g->io->dx, rows, b, d);
        stage->output.backward(p, block_rows(rows, b), (const real *)p->io->x + x,
                               (const real *)p->trace.outputs[i] + in, g->outputs[i + 1] + out,
                               (real *)g->io->dx + x, g->outputs[i] + in, dw,
                               thread_arena(p, thread));
    }
}

static void output_item(void *pass, int item, int thread)
{
    const struct pass *p = pass;
    const struct gradients *g = p->gradients;
    int stages = p->r.output.count;
    enter(p, thread, PHASE_OUTPUT);
    project_chunk(p, SLOT_O, item, p->trace.gated, g->io->dy, g->outputs[stages], true, thread);
    for (int i = stages - 1; i >= 0; i--) output_stage_chunk(p, i, item, thread);
}

static void input_item(void *pass, int item, int thread)
{
    const struct pass *p = pass;
    const struct gradients *g = p->gradients;
    const struct layer *layer = p->r.layer;
    bool self = g->io->dcontext == g->io->dx, first = p->r.output.count == 0;
    enter(p, thread, PHASE_PROJECTION);
    if (item < chunks_of(N(layer_rows)(layer, SLOT_Q))) {
        stages_chunk(p, SLOT_Q, item, g->q);
        project_chunk(p, SLOT_Q, item, p->io->x, g->q, g->io->dx, first, thread);
    }
    if (item >= chunks_of(N(layer_rows)(layer, SLOT_K))) return;
    stages_chunk(p, SLOT_K, item, g->k);
    stages_chunk(p, SLOT_V, item, g->v);
    project_chunk(p, SLOT_K, item, p->io->context, g->k, g->io->dcontext, !self, thread);
    project_chunk(p, SLOT_V, item, p->io->context, g->v, g->io->dcontext, false, thread);
    if (!p->r.projection[SLOT_FORGET]) return;
    project_chunk(p, SLOT_FORGET, item, p->io->context, g->log_decay, g->io->dcontext, false,
                  thread);
}

/* ---- sums of parameter gradients ---- */

/* number of ranges per tensor; each work item sums one range */
enum { SUM_PARTS = 16 };
static void add_part(int item, size_t count, const real *from, real *to)
{
    size_t end = count * (size_t)(item + 1) / SUM_PARTS;
    for (size_t i = count * (size_t)item / SUM_PARTS; i < end; i++) to[i] += from[i];
}

/* Sums parameter gradients in a fixed order: over heads for slots with by_head(), over chunks for
 * other slots. */
static void sum_slot(const struct pass *p, enum slot_id slot, int item)
{
    const struct gradients *g = p->gradients;
    struct tensor list[MAX_TENSORS];
    int count = N(slot_tensors)(&p->r, slot, list);
    bool heads = by_head(slot);
    int parts = heads ? p->r.layer->shape.batch * p->r.layer->shape.heads
                      : chunks_of(N(layer_rows)(p->r.layer, slot));
    for (int c = heads ? 0 : 1; count && c < parts; c++) {
        real *part[MAX_TENSORS];
        if (heads)
            N(head_gradients)(p, slot, c, part);
        else
            chunk_gradients(p, slot, c, part);
        for (int t = 0; t < count; t++)
            add_part(item, N(tensor_reals)(&list[t]), part[t], g->dw[p->r.first_tensor[slot] + t]);
    }
}

/* Adds the gradients of shared tensors to the gradients of the slot that owns the tensors. */
static void add_shared(const struct pass *p, enum slot_id slot, int item)
{
    struct tensor list[MAX_TENSORS];
    int count = may_share(slot) ? N(slot_tensors)(&p->r, slot, list) : 0;
    for (int i = 0, t = p->r.first_tensor[slot]; i < count; i++, t++)
        if (p->r.owner[t] != t)
            add_part(item, N(tensor_reals)(&list[i]), p->gradients->dw[t],
                     p->gradients->dw[p->r.owner[t]]);
}

static void sum_item(void *pass, int item, int thread)
{
    const struct pass *p = pass;
    enter(p, thread, PHASE_PROJECTION);
    for (int s = 0; s < SLOTS; s++) sum_slot(p, s, item);
    for (int s = 0; s < SLOTS; s++) add_shared(p, s, item);
}

static void clear_heads(const struct pass *p)
{
    const struct gradients *g = p->gradients;
    const struct shape *shape = &p->r.layer->shape;
    size_t heads = (size_t)shape->batch * (size_t)shape->heads;
    for (int s = 0; s < SLOTS; s++) {
        struct tensor list[MAX_TENSORS];
        int count = by_head(s) ? N(slot_tensors)(&p->r, s, list) : 0;
        if (count) memset(g->heads[s], 0, heads * g->head_reals[s] * sizeof(real));
        for (int t = 0; t < count; t++)
            memset(g->dw[p->r.first_tensor[s] + t], 0, N(tensor_reals)(&list[t]) * sizeof(real));
    }
}

void N(layer_backward)(const struct layer *layer, const struct layer_backward_io *io,
                       struct team *team, const struct probe *probe)
{
    struct pass p;
    struct gradients g = {.io = io};
    struct arena a = {io->working, 0};
    N(open_pass)(&p, layer, io->io, probe);
    lay_out(&p.r, &a, &g);
    find_gradients(&p.r, &g);
    p.gradients = &g;
    p.working = (char *)io->working + a.used;
    p.thread_bytes = thread_bytes(&p.r);
    clear_heads(&p);
    size_t n = N(layer_rows)(layer, SLOT_Q), m = N(layer_rows)(layer, SLOT_K);
    N(run_items)(team, output_item, &p, chunks_of(n));
    N(run_items)
    (team,
     layer->method == METHOD_MATERIALISED ? N(attend_materialised_backward) : N(attend_backward),
     &p, N(backward_items)(&p.r));
    /* Chunks grow with the number of rows, so the input with more rows may have fewer chunks. */
    int q_chunks = chunks_of(n), kv_chunks = chunks_of(m);
    N(run_items)(team, input_item, &p, q_chunks > kv_chunks ? q_chunks : kv_chunks);
    N(run_items)(team, sum_item, &p, SUM_PARTS);
}
