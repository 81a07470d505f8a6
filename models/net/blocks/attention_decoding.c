/* SPDX-License-Identifier: MIT
 * Implements the key/value cache of attention layers. Self-attention caches K and V of each
 * sequence, (B, most, G*D), which grow by one position per step. Cross-attention caches K and V of
 * each source, (sources, M, G*D); they are computed once and shared by all hypotheses of the
 * source. Only self-attention caches are therefore reordered. A self-attention layer is not
 * supported if later keys change its earlier outputs. */
#include "models/net/blocks/attentions.h"

const char *N(attention_refuse_steps)(const struct block *b)
{
    return N(kernels).refuse_growth(&b->layer);
}

/* ---- open ---- */

/* Returns the kernel layer of the decoder's block k, with the largest number of keys. */
static struct layer layer_of_steps(const struct decoding *t, int k)
{
    const struct block *b = block_at(&t->model->decoder, k);
    struct layer layer = b->layer;
    bool cross = b->kind->reads_source;
    layer.logit_multiplier = (double)multiplier(t->model, b, MULTIPLY_LOGITS);
    layer.shape.batch = cross ? t->batch / t->per_source : t->batch;
    layer.shape.n = cross ? t->per_source : 1;
    layer.shape.m = cross ? t->model->encoder.n : t->most;
    return layer;
}

/* Returns the size, in reals, of the keys of one sequence; the values have the same size. */
static size_t sequence_reals(const struct layer *layer, int positions)
{
    return (size_t)positions * (size_t)N(kernels).dims(layer, SLOT_K).d_out;
}

void N(attention_open_steps)(struct decoding *t, int k, struct area *a, struct step_needs *needs)
{
    struct layer layer = layer_of_steps(t, k);
    size_t reals = (size_t)layer.shape.batch * sequence_reals(&layer, layer.shape.m);
    t->caches[k].k = take_reals(a, reals);
    t->caches[k].v = take_reals(a, reals);
    size_t sums =
        (size_t)layer.shape.batch * (size_t)layer.shape.m * N(kernels).decay_reals(&layer);
    t->caches[k].decay = sums ? take(a, sums * sizeof(double)) : NULL;
    needs->working = larger(needs->working, N(kernels).cached_bytes(&layer));
    if (!block_at(&t->model->decoder, k)->kind->reorder) return;
    needs->moved = larger(needs->moved, reals);
    needs->moved_decay = larger(needs->moved_decay, sums);
}

/* ---- one step ---- */

static struct cached_io cached_io_of(const struct decoding *t, int k, const struct layer *layer,
                                     void **weights)
{
    const struct block *b = block_at(&t->model->decoder, k);
    point_weights(t->model, b, weights);
    return (struct cached_io){.lengths = b->kind->reads_source ? t->model->encoder.lengths : NULL,
                              .tensors = weights,
                              .k = t->caches[k].k,
                              .v = t->caches[k].v,
                              .decay = t->caches[k].decay,
                              .capacity = layer->shape.m,
                              .working = t->working};
}

void N(attention_remember_source)(struct decoding *t, int k)
{
    const struct stack *source = &t->model->encoder;
    void *weights[MAX_LAYER_TENSORS];
    struct layer layer = layer_of_steps(t, k);
    struct cached_io io = cached_io_of(t, k, &layer, weights);
    N(kernels).remember(&layer, &io, stack_output(source), 0, source->n);
}

void N(attention_step)(struct model *m, struct stack *s, int k, real *y)
{
    const struct decoding *t = s->decoding;
    void *weights[MAX_LAYER_TENSORS];
    struct layer layer = layer_of_steps(t, k);
    struct cached_io io = cached_io_of(t, k, &layer, weights);
    io.x = s->u[k];
    io.y = y;
    if (!block_at(s, k)->kind->reads_source) {
        layer.shape.m = t->length + 1;
        N(kernels).remember(&layer, &io, s->u[k], t->length, 1);
    }
    N(kernels).attend(&layer, &io);
    (void)m;
}

/* ---- reordered hypotheses ---- */

/* Copies the sequences. Each sequence has t->most positions of `position` bytes. */
static void gather(const struct decoding *t, const int *from, size_t position, const void *old,
                   void *new)
{
    size_t sequence = (size_t)t->most * position, used = (size_t)t->length * position;
    for (int b = 0; b < t->batch; b++)
        memcpy((char *)new + (size_t)b *sequence, (const char *)old + (size_t)from[b] * sequence,
               used);
}

static void gather_decay(struct decoding *t, int k, const int *from)
{
    struct cache *c = &t->caches[k];
    double *old = c->decay;
    if (!old) return;
    gather(t, from, (size_t)t->model->layout.config.heads * sizeof *old, old, t->spare.decay);
    c->decay = t->spare.decay;
    t->spare.decay = old;
}

/* Copies the reordered keys and values into the spare cache, then swaps both caches. All
 * self-attention layers share the spare cache, because their caches have the same size. */
void N(attention_reorder)(struct decoding *t, int k, const int *from)
{
    struct cache *c = &t->caches[k], old = *c;
    size_t position = sequence_reals(&block_at(&t->model->decoder, k)->layer, 1) * sizeof(real);
    gather(t, from, position, old.k, t->spare.k);
    gather(t, from, position, old.v, t->spare.v);
    c->k = t->spare.k, c->v = t->spare.v;
    t->spare.k = old.k, t->spare.v = old.v;
    gather_decay(t, k, from);
}
