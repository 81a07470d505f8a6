/* SPDX-License-Identifier: MIT
 * Runs the forward pass of a layer: X -> Y.
 *
 *     1. Projection: Q, K, V with their stages, and the log decays. One work item per block of
 *     rows.
 *     2. Decay: running sums of the log decays. One work item per batch element.
 *     3. Attention: O. One work item per block of queries of a head (materialised: per head).
 *     4. Output: the gate and other stages after attention, then slot o. One work item per block of
 *     rows.
 *
 * Work items write disjoint outputs, and their sizes do not depend on the number of threads.
 * Results are therefore bitwise equal for any number of threads. */
#include "engine/engine.h"
#include "choices.h"

/* Projects one block of rows. The work items are all blocks of Q, then all blocks of K, then all
 * blocks of V. */
static void project_item(void *pass, int item, int thread)
{
    const struct pass *p = pass;
    const struct layer *layer = p->r.layer;
    enum slot_id slot = SLOT_Q;
    while (item >= row_blocks(N(layer_rows)(layer, slot)))
        item -= row_blocks(N(layer_rows)(layer, slot++));
    void *const to[] = {[SLOT_Q] = p->trace.q, [SLOT_K] = p->trace.k, [SLOT_V] = p->trace.v};
    const struct dims *d = &p->r.dims[slot];
    size_t all = N(layer_rows)(layer, slot), first = block_start(all, item);
    const real *x = slot == SLOT_Q ? p->io->x : p->io->context;
    real *y = (real *)to[slot] + first * (size_t)d->d_out;
    int rows = block_rows(all, item);
    enter(p, thread, PHASE_PROJECTION);
    N(project_rows)(p, slot, first, rows, x + first * (size_t)d->d_in, y, thread_arena(p, thread));
    N(stages_rows)(p, slot, first, rows, y);
}

static void decay_item(void *pass, int item, int thread)
{
    const struct pass *p = pass;
    const struct dims *d = &p->r.dims[SLOT_FORGET];
    size_t all = N(layer_rows)(p->r.layer, SLOT_FORGET), first = block_start(all, item);
    const real *x = (const real *)p->io->context + first * (size_t)d->d_in;
    real *y = (real *)p->trace.log_decay + first * (size_t)d->d_out;
    enter(p, thread, PHASE_PROJECTION);
    N(project_rows)
    (p, SLOT_FORGET, first, block_rows(all, item), x, y, thread_arena(p, thread));
}

static void output_item(void *pass, int item, int thread)
{
    const struct pass *p = pass;
    size_t all = N(layer_rows)(p->r.layer, SLOT_O), first = block_start(all, item);
    int rows = block_rows(all, item);
    real *y = (real *)p->io->y + first * (size_t)p->r.layer->shape.d_model;
    enter(p, thread, PHASE_OUTPUT);
    const real *o = N(stages_output)(p, first, rows, thread_arena(p, thread));
    N(project_rows)(p, SLOT_O, first, rows, o, y, thread_arena(p, thread));
}

/* Wraps a job of the thread team to report phases to a probe. Between work items, a thread is in
 * PHASE_WAIT. */
struct watched {
    void (*job)(void *, int, int);
    struct pass *pass;
};

static void watched_item(void *arg, int item, int thread)
{
    const struct watched *w = arg;
    w->job(w->pass, item, thread);
    enter(w->pass, thread, PHASE_WAIT);
}

void N(run_items)(struct team *team, void (*job)(void *, int, int), struct pass *p, int items)
{
    if (team && team->threads > 1 && p->probe)
        team->run(team, watched_item, &(struct watched){job, p}, items);
    else if (team)
        team->run(team, job, p, items);
    else
        for (int i = 0; i < items; i++) job(p, i, 0);
}

void N(open_pass)(struct pass *p, const struct layer *layer, const struct layer_io *io,
                  const struct probe *probe)
{
    *p = (struct pass){
        .io = io,
        .trace = N(layer_trace)(layer, io->activations),
        .key_rows = (size_t)layer->shape.m,
        .decay_rows = (size_t)(layer->shape.n > layer->shape.m ? layer->shape.n : layer->shape.m),
        .queries = {N(first_place)(layer, SLOT_Q), layer->shape.n},
        .keys = {N(first_place)(layer, SLOT_K), layer->shape.m},
        .probe = probe};
    N(resolve)(layer, &p->r);
    N(slot_order)(&p->r, (const void *const *)io->tensors, (const void **)p->w);
}

void N(layer_forward)(const struct layer *layer, const struct layer_io *io, struct team *team,
                      const struct probe *probe)
{
    struct pass p;
    N(open_pass)(&p, layer, io, probe);
    p.working = io->working;
    p.thread_bytes = N(thread_bytes)(&p.r);
    int projections = 0;
    const struct shape *s = &layer->shape;
    N(stages_fill)(&p, 0, s->n > s->m ? s->n : s->m);
    for (int slot = SLOT_Q; slot <= SLOT_V; slot++)
        projections += row_blocks(N(layer_rows)(layer, slot));
    N(run_items)(team, project_item, &p, projections);
    if (p.r.projection[SLOT_FORGET])
        N(run_items)(team, decay_item, &p, row_blocks(N(layer_rows)(layer, SLOT_FORGET)));
    if (decays(&p.r)) N(run_items)(team, N(sum_decays), &p, s->batch);
    if (layer->method == METHOD_MATERIALISED)
        N(run_items)(team, N(attend_materialised), &p, N(materialised_items)(&p.r));
    else
        N(run_items)(team, N(attend_block), &p, N(attention_items)(&p.r));
    N(run_items)(team, output_item, &p, row_blocks(N(layer_rows)(layer, SLOT_O)));
}
