/* SPDX-License-Identifier: MIT
 * The attention branches of a stack: from the network's arrays to the kernels' and back. */
#include "models/net/net.h"
#include "models/net/rows.h"

/* The layer of branch k at the size of the batch. */
static struct layer layer_now(const struct model *m, const struct stack *s, int k,
                              const struct stack *context)
{
    struct layer layer = s->layout->branch[k].layer;
    layer.dropout = m->dropout_step ? m->layout.config.attention_dropout : 0;
    layer.dropout_key =
        dropout_key(m->seed, m->dropout_step, dropout_site(m, s, DROP_WEIGHTS, k + 1));
    layer.shape.batch = s->batch;
    layer.shape.n = s->n;
    layer.shape.m = context->n;
    return layer;
}

/* Cross-attention sees the output of the source's stack. */
static const struct stack *context_of(const struct stack *s, int k)
{
    return s->layout->branch[k].kind == BRANCH_CROSS ? s->source : s;
}

static void open_io(const struct model *m, const struct stack *s, int k, void **tensors,
                    struct layer_io *io)
{
    const struct branch *b = &s->layout->branch[k];
    const struct stack *context = context_of(s, k);
    for (int t = 0; t < b->count; t++) tensors[t] = weight(m, b->first + t);
    *io =
        (struct layer_io){.x = s->u[k],
                          .context = context == s ? s->u[k] : context->u[context->layout->branches],
                          .lengths = context->lengths,
                          .tensors = tensors,
                          .activations = s->kept[k].activations,
                          .working = m->working};
}

void N(branch_attention)(struct model *m, struct stack *s, int k, real *y)
{
    void *tensors[MAX_LAYER_TENSORS];
    struct layer layer = layer_now(m, s, k, context_of(s, k));
    struct layer_io io;
    if (s->decoding) {
        N(decoding_attention)(m, s, k, y);
        return;
    }
    open_io(m, s, k, tensors, &io);
    io.y = y;
    m->kernels->forward(&layer, &io, NULL, NULL);
}

/* The kernels write gradients: in place while there is nothing to add to. */
static void point_gradients(const struct model *m, const struct branch *b, void **gradients)
{
    real *at = m->d_tensors;
    for (int t = 0; t < b->count; t++) {
        gradients[t] = m->fresh ? gradient(m, b->first + t) : at;
        at +=
            (m->layout.tensor[b->first + t].count + TENSOR_ALIGN - 1) / TENSOR_ALIGN * TENSOR_ALIGN;
    }
}
static void add_gradients(const struct model *m, const struct branch *b, void *const *gradients)
{
    for (int t = 0; t < b->count && !m->fresh; t++) {
        const real *from = gradients[t];
        real *to = gradient(m, b->first + t);
        for (size_t i = 0; i < m->layout.tensor[b->first + t].count; i++) to[i] += from[i];
    }
}

void N(branch_attention_backward)(struct model *m, struct stack *s, int k, const real *dy, real *du)
{
    void *tensors[MAX_LAYER_TENSORS], *gradients[MAX_LAYER_TENSORS];
    const struct branch *b = &s->layout->branch[k];
    const struct stack *context = context_of(s, k);
    struct layer layer = layer_now(m, s, k, context);
    struct layer_io io;
    bool cross = context != s, last = k + 2 == s->layout->branches;
    real *d_context = last ? m->d_source : m->d_context;
    open_io(m, s, k, tensors, &io);
    point_gradients(m, b, gradients);
    struct layer_backward_io back = {.io = &io,
                                     .dy = dy,
                                     .dx = du,
                                     .dcontext = cross ? d_context : du,
                                     .gradients = gradients,
                                     .working = m->working};
    m->kernels->backward(&layer, &back, NULL, NULL);
    add_gradients(m, b, gradients);
    if (!cross || last) return; /* the last cross-attention comes first and starts the sum */
    size_t count = stack_rows(context) * (size_t)m->layout.config.d_model;
    for (size_t i = 0; i < count; i++) m->d_source[i] += d_context[i];
}
