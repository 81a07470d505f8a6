/* SPDX-License-Identifier: MIT
 * A block that is one layer of the kernels: from the network's arrays to the kernels' and back. */
#include "models/net/blocks/attention_shared.h"

#include "models/net/initial.h"

/* ---- what it consists of ---- */

static bool has_variant(const struct model_config *c, int layer, int where)
{
    return c->variant_in & where && c->variant_layers >> layer & 1;
}

static void add_tensors(struct layout *l, const char *prefix, bool variant, struct block *b)
{
    struct tensor list[MAX_LAYER_TENSORS];
    const struct kernels *k = &N(kernels);
    b->first = l->tensors;
    b->count = k->tensors(&b->layer, list);
    initial_attention(k, &l->config, variant, &b->layer, list, b->count);
    for (int t = 0; t < b->count; t++) {
        int slot = slot_of_tensor(k, list[t].name);
        int at = N(add_tensor)(l, prefix, list[t].name, list[t]); /* moves l->tensor */
        struct model_tensor *added = &l->tensor[at];
        added->swapped = slot_is_swapped(&l->config, variant, slot);
        added->slot = slot;
        added->placed = variant;
    }
}

void N(attention_tensors)(struct layout *l, const char *prefix, struct attention_place p,
                          struct block *b)
{
    const struct model_config *c = &l->config;
    bool variant = has_variant(c, p.layer, p.where);
    b->layer = variant ? c->variant : c->plain;
    b->layer.shape = (struct shape){c->max_batch, c->heads, p.n, p.m, c->d_model, c->d_head};
    b->layer.mask = p.mask;
    b->layer.dropout = c->attention_dropout;
    b->layer.rotary = p.rotary;
    add_tensors(l, prefix, variant, b);
}

const char *N(attention_refuse)(const struct block *b) { return N(kernels).refuse(&b->layer); }

static double sum_phases(struct layer_work w)
{
    double sum = 0;
    for (int p = 0; p < PHASES; p++) sum += w.flop[p];
    return sum;
}

double N(attention_flop)(const struct model_config *c, const struct block *b, int batch, int n,
                         int m)
{
    struct layer layer = b->layer;
    layer.shape = (struct shape){batch, c->heads, n, m, c->d_model, c->d_head};
    return sum_phases(N(kernels).work(&layer)) + sum_phases(N(kernels).backward_work(&layer));
}

/* ---- memory ---- */

struct kept N(attention_keep)(const struct model *m, const struct stack_layout *s,
                              const struct block *b, struct area *a)
{
    (void)m, (void)s;
    return (struct kept){.activations = take(a, N(kernels).memory(&b->layer, 1).activations)};
}

/* The kernels' working memory, and behind it the gradients of one block, where they are to be
 * added to what is there. */
static size_t kernels_working(const struct model *m, const struct block *b)
{
    struct layer_memory need = N(kernels).memory(&b->layer, 1);
    size_t bytes = m->training && need.backward > need.working ? need.backward : need.working;
    return (bytes + CACHE_LINE - 1) / CACHE_LINE * CACHE_LINE;
}

size_t N(attention_working)(const struct model *m, const struct block *b)
{
    size_t reals = 0;
    for (int t = 0; t < b->count; t++) reals += aligned_reals(m->layout.tensor[b->first + t].count);
    return kernels_working(m, b) + (m->training ? reals * sizeof(real) : 0);
}

/* ---- the passes ---- */

/* The layer of block k at the size of the batch. */
static struct layer layer_now(const struct model *m, const struct stack *s, int k,
                              const struct stack *context)
{
    struct layer layer = block_at(s, k)->layer;
    layer.dropout = m->dropout_step ? m->layout.config.attention_dropout : 0;
    layer.dropout_key =
        dropout_key(m->seed, m->dropout_step, dropout_site(m, s, DROP_WEIGHTS, k + 1));
    layer.shape.batch = s->batch;
    layer.shape.n = s->n;
    layer.shape.m = context->n;
    return layer;
}

static struct layer_io io_of(const struct model *m, const struct stack *s, int k,
                             const struct stack *context, void **tensors)
{
    const struct block *b = block_at(s, k);
    for (int t = 0; t < b->count; t++) tensors[t] = weight(m, b->first + t);
    return (struct layer_io){.x = s->u[k],
                             .context = context == s ? s->u[k] : stack_output(context),
                             .lengths = context->lengths,
                             .tensors = tensors,
                             .activations = s->kept[k].activations,
                             .working = m->working};
}

void N(attention_forward)(struct model *m, struct stack *s, int k, const struct stack *context,
                          real *y)
{
    void *tensors[MAX_LAYER_TENSORS];
    struct layer layer = layer_now(m, s, k, context);
    struct layer_io io = io_of(m, s, k, context, tensors);
    io.y = y;
    N(kernels).forward(&layer, &io, NULL, NULL);
}

/* The kernels write gradients: in place while there is nothing to add to. */
static void point_gradients(const struct model *m, const struct block *b, void **gradients)
{
    real *at = (real *)((char *)m->working + kernels_working(m, b));
    for (int t = 0; t < b->count; t++) {
        gradients[t] = m->fresh ? gradient(m, b->first + t) : at;
        at += aligned_reals(m->layout.tensor[b->first + t].count);
    }
}
static void add_gradients(const struct model *m, const struct block *b, void *const *gradients)
{
    for (int t = 0; t < b->count && !m->fresh; t++) {
        const real *from = gradients[t];
        real *to = gradient(m, b->first + t);
        for (size_t i = 0; i < m->layout.tensor[b->first + t].count; i++) to[i] += from[i];
    }
}

void N(attention_backward)(struct model *m, struct stack *s, int k, const struct stack *context,
                           const real *dy, real *du, real *dcontext)
{
    void *tensors[MAX_LAYER_TENSORS], *gradients[MAX_LAYER_TENSORS];
    const struct block *b = block_at(s, k);
    struct layer layer = layer_now(m, s, k, context);
    struct layer_io io = io_of(m, s, k, context, tensors);
    point_gradients(m, b, gradients);
    struct layer_backward_io back = {.io = &io,
                                     .dy = dy,
                                     .dx = du,
                                     .dcontext = dcontext,
                                     .gradients = gradients,
                                     .working = m->working};
    N(kernels).backward(&layer, &back, NULL, NULL);
    add_gradients(m, b, gradients);
}

/* ---- a token at a time ---- */

struct layer N(attention_of_step)(const struct decoding *t, int k, int batch, int n, int keys)
{
    struct layer layer = block_at(&t->model->decoder, k)->layer;
    layer.shape.batch = batch;
    layer.shape.n = n;
    layer.shape.m = keys;
    return layer;
}

/* K and V (batch, m, H*D) */
void N(attention_open_steps)(struct decoding *t, int k, const struct layer *layer, struct area *a,
                             struct step_needs *needs)
{
    const struct shape *s = &layer->shape;
    size_t reals = (size_t)s->batch * (size_t)s->m * (size_t)s->heads * (size_t)s->d_head;
    t->caches[k].k = take_reals(a, reals);
    t->caches[k].v = take_reals(a, reals);
    needs->working = larger(needs->working, N(kernels).cached_bytes(layer));
}

struct cached_io N(attention_step_io)(const struct decoding *t, int k, int capacity,
                                      const int *lengths, void **tensors)
{
    const struct block *b = block_at(&t->model->decoder, k);
    for (int i = 0; i < b->count; i++) tensors[i] = weight(t->model, b->first + i);
    return (struct cached_io){.lengths = lengths,
                              .tensors = tensors,
                              .k = t->caches[k].k,
                              .v = t->caches[k].v,
                              .capacity = capacity,
                              .working = t->working};
}
