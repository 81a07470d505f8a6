/* SPDX-License-Identifier: MIT
 * Implements self-attention and cross-attention as blocks that wrap one kernel layer. Keys and
 * values come from the same stack in self-attention, and from the encoder's output in
 * cross-attention. This file processes whole sequences, forward and backward; decoding is in
 * attention_decoding.c. */
#include "models/net/blocks/attentions.h"
#include "models/net/initial.h"
#include "models/net/poison.h"

/* ---- members ---- */

static bool has_variant(const struct model_config *c, int layer, int where)
{
    return c->variant_in & where && c->variant_layers >> layer & 1;
}

static struct shape shape_of(const struct model_config *c, int batch, int n, int m)
{
    return (struct shape){batch, c->heads, n, m, c->d_model, c->d_head, c->kv_heads};
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
        /* may reallocate l->tensor */
        int at = N(add_tensor)(l, prefix, list[t].name, list[t]);
        struct model_tensor *added = &l->tensor[at];
        added->swapped = slot_is_swapped(&l->config, variant, slot);
        added->slot = slot;
        added->placed = variant;
    }
}

static void tensors(struct layout *l, const struct stack_layout *s, const char *prefix, int layer,
                    struct block *b)
{
    const struct model_config *c = &l->config;
    bool cross = b->kind->reads_source, decoder = s == &l->decoder;
    bool variant = has_variant(c, layer, cross ? IN_CROSS : decoder ? IN_DECODER : IN_ENCODER);
    bool causal = decoder && !cross, image = c->architecture == ARCH_VISION;
    b->layer = variant ? c->variant : c->plain;
    b->layer.shape = shape_of(c, c->max_batch, s->n, cross ? c->max_m : s->n);
    b->layer.keys =
        /* use the largest number of keys, so that results do not depend on the batch or prefix */
        b->layer.shape.m;
    b->layer.depth = layer + 1;
    b->layer.precision = c->precision;
    b->layer.mask = causal ? MASK_CAUSAL : image ? MASK_NONE : MASK_PADDING;
    b->layer.dropout = c->attention_dropout;
    b->layer.rotary = !cross && c->position == POSITION_ROTARY;
    b->layer.alibi = !cross && c->position == POSITION_ALIBI;
    add_tensors(l, prefix, variant, b);
    if (c->initial == INITIAL_MATCHED) N(add_start)(l, prefix, b);
}

static const char *refuse(const struct block *b) { return N(kernels).refuse(&b->layer); }

/* Returns the slots without a fast function in the forward or the backward pass. Training needs
 * both passes. */
static unsigned by_formula(const struct block *b)
{
    return N(kernels).by_formula(&b->layer, false) | N(kernels).by_formula(&b->layer, true);
}

static double sum_phases(struct layer_work w)
{
    double sum = 0;
    for (int p = 0; p < PHASES; p++) sum += w.flop[p];
    return sum;
}

static double flop(const struct model_config *c, const struct block *b, int batch, int n, int m)
{
    struct layer layer = b->layer;
    int keys = b->kind->reads_source ? m : n;
    layer.shape = shape_of(c, batch, n, keys);
    return sum_phases(N(kernels).work(&layer)) + sum_phases(N(kernels).backward_work(&layer));
}

/* ---- memory ---- */

static struct kept keep(const struct model *m, const struct stack_layout *s, const struct block *b,
                        struct area *a)
{
    (void)m, (void)s;
    return (struct kept){.activations = take(a, N(kernels).memory(&b->layer, 1).activations)};
}

/* Returns the working memory of the kernels in bytes. The memory after it receives new gradients,
 * which are then added to existing gradients. */
static size_t kernels_working(const struct model *m, const struct block *b)
{
    struct layer_memory need = N(kernels).memory(&b->layer, 1);
    size_t spread = b->start < 0 ? 0 : N(kernels).spread_bytes(&b->layer);
    return whole_lines(larger(larger(need.working, spread), m->training ? need.backward : 0));
}

static size_t working(const struct model *m, const struct block *b)
{
    size_t reals = 0;
    for (int t = 0; t < b->count && m->training; t++)
        reals += aligned_reals(m->layout.tensor[b->first + t].count);
    return kernels_working(m, b) + reals * sizeof(real);
}

/* ---- the passes ---- */

static void enter_phase(void *context, int thread, enum phase phase)
{
    static const enum step_part part[PHASES] = {[PHASE_PROJECTION] = STEP_PROJECTIONS,
                                                [PHASE_SCORE] = STEP_SCORES,
                                                [PHASE_NORMALIZE] = STEP_WEIGHTS,
                                                [PHASE_SUM] = STEP_WEIGHTS,
                                                [PHASE_OUTPUT] = STEP_PROJECTIONS};
    enter_part(context, part[phase]);
    (void)thread;
}

static const struct stack *context_of(const struct stack *s, int k)
{
    return block_at(s, k)->kind->reads_source ? s->source : s;
}

static struct layer layer_now(const struct model *m, const struct stack *s, int k)
{
    struct layer layer = block_at(s, k)->layer;
    layer.logit_multiplier = (double)multiplier(m, block_at(s, k), MULTIPLY_LOGITS);
    layer.dropout = m->dropout_step ? m->layout.config.attention_dropout : 0;
    layer.dropout_key =
        dropout_key(m->seed, m->dropout_step, dropout_site(m, s, DROP_WEIGHTS, k + 1));
    layer.shape.batch = s->batch;
    layer.shape.n = s->n;
    layer.shape.m = context_of(s, k)->n;
    return layer;
}

static struct layer_io io_of(const struct model *m, const struct stack *s, int k, void **weights)
{
    const struct stack *context = context_of(s, k);
    point_weights(m, block_at(s, k), weights);
    return (struct layer_io){.x = s->u[k],
                             .context = context == s ? s->u[k] : stack_output(context),
                             .lengths = context->lengths,
                             .tensors = weights,
                             .activations = s->kept[k].activations,
                             .working = m->working};
}

static void forward(struct model *m, struct stack *s, int k, real *y)
{
    void *weights[MAX_LAYER_TENSORS];
    struct layer layer = layer_now(m, s, k);
    struct layer_io io = io_of(m, s, k, weights);
    io.y = y;
    const struct probe probe = {enter_phase, m};
    N(kernels).forward(&layer, &io, NULL, m->probe ? &probe : NULL);
}

static struct logit_spread spread(const struct model *m, const struct stack *s, int k,
                                  const int *queries)
{
    void *weights[MAX_LAYER_TENSORS];
    struct layer layer = layer_now(m, s, k);
    struct layer_io io = io_of(m, s, k, weights);
    return N(kernels).spread(&layer, &io, queries);
}

/* Sets the arrays into which the kernels write gradients. Kernels overwrite these arrays, so only
 * the first gradients after zero_gradients() are written to their final place. Later gradients are
 * written to working memory and then added. */
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

static void poison_gradients(const struct model *m, const struct block *b, void *const *gradients)
{
    for (int t = 0; t < b->count; t++)
        memset(gradients[t], 0xff, m->layout.tensor[b->first + t].count * sizeof(real));
}

static void backward(struct model *m, struct stack *s, int k, const real *dy, real *du)
{
    void *weights[MAX_LAYER_TENSORS], *gradients[MAX_LAYER_TENSORS];
    const struct block *b = block_at(s, k);
    const struct stack *context = context_of(s, k);
    bool cross = context != s, last = k + 2 == s->layout->blocks;
    real *d_context = last ? m->d_source : m->d_context;
    struct layer layer = layer_now(m, s, k);
    struct layer_io io = io_of(m, s, k, weights);
    point_gradients(m, b, gradients);
    if (net_poison) poison_gradients(m, b, gradients);
    struct layer_backward_io back = {.io = &io,
                                     .dy = dy,
                                     .dx = du,
                                     .dcontext = cross ? d_context : du,
                                     .gradients = gradients,
                                     .working = m->working};
    const struct probe probe = {enter_phase, m};
    N(kernels).backward(&layer, &back, NULL, m->probe ? &probe : NULL);
    add_gradients(m, b, gradients);
    /* the last cross-attention layer comes first in the backward pass, so it starts the sum */
    if (!cross || last) return;
    size_t count = stack_rows(context) * (size_t)m->layout.config.d_model;
    for (size_t i = 0; i < count; i++) m->d_source[i] += d_context[i];
}

/* ---- the kinds ---- */

#define SHARED                                                                                     \
    .tensors = tensors, .refuse = refuse, .by_formula = by_formula, .flop = flop, .keep = keep,    \
    .working = working, .forward = forward, .backward = backward, .spread = spread,                \
    .open_steps = N(attention_open_steps), .step = N(attention_step)
const struct block_kind N(block_self_attention) = {.name = "attention",
                                                   SHARED,
                                                   .refuse_steps = N(attention_refuse_steps),
                                                   .reorder = N(attention_reorder)};
const struct block_kind N(block_cross_attention) = {
    .name = "cross", SHARED, .reads_source = true, .begin_steps = N(attention_remember_source)};
