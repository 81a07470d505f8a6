/* SPDX-License-Identifier: MIT
 * Decoding a token at a time: a decoder whose rows are the last position of each sequence, over
 * keys and values of all before it.
 *
 * Self-attention: K and V of each sequence, (B, most, H*D) a layer, one position more each step.
 * Cross-attention: K and V of each source, (sources, M, H*D), computed once; the hypotheses of a
 * source are its queries, so they share them, and moving hypotheses within a source moves only the
 * former. Everything else of a stack works on single rows and runs as ever, on B rows. */
#include "base/mem.h"
#include "models/net/net.h"

#include <stdlib.h>

struct cache {
    real *k, *v;
};
struct decoding {
    struct model *model;
    int batch, per_source, most, length; /* length: tokens of each sequence so far */
    struct cache *caches;                /* of each branch of the decoder */
    struct cache spare;                  /* where reorder() writes */
    void *working;                       /* of the kernels */
    void *block;
};

static const struct branch *branch(const struct decoding *t, int k)
{
    return &t->model->decoder.layout->branch[k];
}

const char *N(refuse_steps)(const struct model *m)
{
    const struct stack_layout *s = m->decoder.layout;
    const char *reason = s->branches ? NULL : "there is no decoder";
    for (int k = 0; k < s->branches && !reason; k++)
        if (s->branch[k].kind == BRANCH_ATTENTION)
            reason = m->kernels->refuse_growth(&s->branch[k].layer);
    return reason;
}

/* The attention of branch k with `keys` positions. */
static struct layer layer_at(const struct decoding *t, int k, int keys)
{
    struct layer layer = branch(t, k)->layer;
    bool cross = branch(t, k)->kind == BRANCH_CROSS;
    layer.shape.batch = cross ? t->batch / t->per_source : t->batch;
    layer.shape.n = cross ? t->per_source : 1;
    layer.shape.m = cross ? t->model->encoder.n : keys;
    return layer;
}

/* ---- open and close ---- */

static struct cache take_cache(const struct layer *l, struct area *a)
{
    size_t reals = (size_t)l->shape.batch * (size_t)l->shape.m * (size_t)l->shape.heads *
                   (size_t)l->shape.d_head;
    real *k = take_reals(a, reals);
    return (struct cache){k, take_reals(a, reals)};
}

/* Returns the bytes of all of it. */
static size_t lay_out(struct decoding *t, char *base)
{
    struct area a = {.base = base};
    size_t working = 0;
    for (int k = 0; k < t->model->decoder.layout->branches; k++) {
        if (branch(t, k)->kind == BRANCH_FEED_FORWARD) continue;
        struct layer layer = layer_at(t, k, t->most);
        size_t bytes = t->model->kernels->cached_bytes(&layer);
        working = bytes > working ? bytes : working;
        t->caches[k] = take_cache(&layer, &a);
        if (k == 0) t->spare = take_cache(&layer, &a); /* all self-attentions have this size */
    }
    t->working = take(&a, working);
    return a.used;
}

static void open_io(const struct decoding *t, int k, void **tensors, struct cached_io *io)
{
    const struct branch *b = branch(t, k);
    bool cross = b->kind == BRANCH_CROSS;
    for (int i = 0; i < b->count; i++) tensors[i] = weight(t->model, b->first + i);
    *io = (struct cached_io){.lengths = cross ? t->model->encoder.lengths : NULL,
                             .tensors = tensors,
                             .k = t->caches[k].k,
                             .v = t->caches[k].v,
                             .capacity = cross ? t->model->encoder.n : t->most,
                             .working = t->working};
}

/* Keys and values of the sources, for all layers. */
static void remember_sources(const struct decoding *t)
{
    const struct stack *source = &t->model->encoder;
    void *tensors[MAX_LAYER_TENSORS];
    for (int k = 0; k < t->model->decoder.layout->branches; k++) {
        if (branch(t, k)->kind != BRANCH_CROSS) continue;
        struct layer layer = layer_at(t, k, 0);
        struct cached_io io;
        open_io(t, k, tensors, &io);
        t->model->kernels->remember(&layer, &io, source->u[source->layout->branches], 0, source->n);
    }
}

struct decoding *N(open_steps)(struct model *m, int batch, int per_source, int most)
{
    bool source = m->layout.config.architecture == ARCH_ENCODER_DECODER;
    require(!N(refuse_steps)(m) && most <= m->decoder.layout->n);
    require(batch >= 1 && batch <= m->layout.config.max_batch && batch % per_source == 0);
    require(!source || batch / per_source == m->encoder.batch);
    struct decoding *t = xalloc(sizeof *t);
    *t = (struct decoding){.model = m, .batch = batch, .per_source = per_source, .most = most};
    t->caches = xarray((size_t)m->decoder.layout->branches, sizeof *t->caches);
    lay_out(t, xalloc_large(&t->block, lay_out(t, NULL)));
    remember_sources(t);
    return t;
}

void N(close_steps)(struct decoding *t)
{
    free(t->block);
    free(t->caches);
    free(t);
}

/* ---- one step ---- */

void N(decoding_attention)(struct model *m, struct stack *s, int k, real *y)
{
    const struct decoding *t = s->decoding;
    void *tensors[MAX_LAYER_TENSORS];
    struct layer layer = layer_at(t, k, t->length + 1);
    struct cached_io io;
    open_io(t, k, tensors, &io);
    io.x = s->u[k];
    io.y = y;
    if (branch(t, k)->kind == BRANCH_ATTENTION)
        m->kernels->remember(&layer, &io, s->u[k], t->length, 1);
    m->kernels->attend(&layer, &io);
}

void N(step)(struct decoding *t, const int32_t *tokens, float *logits)
{
    struct model *m = t->model;
    struct stack *s = &m->decoder;
    require(t->length < t->most);
    m->dropout_step = 0;
    s->batch = t->batch;
    s->n = s->words = 1;
    s->lengths = NULL;
    s->first = t->length;
    s->decoding = t;
    N(embed)(m, s, tokens, NULL);
    N(stack_forward)(m, s);
    s->decoding = NULL;
    t->length++;
    N(classify_rows)(m, s->u[s->layout->branches], stack_rows(s), logits);
}

/* ---- hypotheses that change places ---- */

static void gather(const struct decoding *t, const int *from, const real *old, real *new)
{
    const struct model_config *c = &t->model->layout.config;
    size_t width = (size_t)c->heads * (size_t)c->d_head, sequence = (size_t)t->most * width;
    for (int b = 0; b < t->batch; b++)
        memcpy(new + (size_t)b *sequence, old + (size_t)from[b] * sequence,
               (size_t)t->length * width * sizeof *new);
}

static bool stays(const struct decoding *t, const int *from)
{
    bool same = true;
    for (int b = 0; b < t->batch; b++) {
        require(from[b] / t->per_source == b / t->per_source);
        same &= from[b] == b;
    }
    return same;
}

void N(reorder)(struct decoding *t, const int *from)
{
    if (stays(t, from)) return;
    for (int k = 0; k < t->model->decoder.layout->branches; k++) {
        if (branch(t, k)->kind != BRANCH_ATTENTION) continue;
        struct cache old = t->caches[k];
        gather(t, from, old.k, t->spare.k);
        gather(t, from, old.v, t->spare.v);
        t->caches[k] = t->spare;
        t->spare = old;
    }
}
