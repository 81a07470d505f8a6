/* SPDX-License-Identifier: MIT
 * Cross-attention: queries of the decoder's rows, keys and values of the encoder's output.
 *
 * A token at a time: K and V of each source, (sources, M, H*D), computed once. The hypotheses of a
 * source are its queries, so they share them, and moving hypotheses within a source moves nothing
 * here. */
#include "models/net/blocks/attention_shared.h"

static void tensors(struct layout *l, const struct stack_layout *s, const char *prefix, int layer,
                    struct block *b)
{
    N(attention_tensors)
    (l, prefix,
     (struct attention_place){layer, IN_CROSS, MASK_PADDING, false, s->n, l->config.max_m}, b);
}

static void forward(struct model *m, struct stack *s, int k, real *y)
{
    N(attention_forward)(m, s, k, s->source, y);
}

/* The gradients of the source's rows are summed over all layers. The last cross-attention comes
 * first and starts the sum. */
static void backward(struct model *m, struct stack *s, int k, const real *dy, real *du)
{
    bool last = k + 2 == s->layout->blocks;
    real *d_context = last ? m->d_source : m->d_context;
    N(attention_backward)(m, s, k, s->source, dy, du, d_context);
    if (last) return;
    size_t count = stack_rows(s->source) * (size_t)m->layout.config.d_model;
    for (size_t i = 0; i < count; i++) m->d_source[i] += d_context[i];
}

/* ---- a token at a time ---- */

static struct layer layer_of(const struct decoding *t, int k)
{
    int sources = t->batch / t->per_source;
    return N(attention_of_step)(t, k, sources, t->per_source, t->model->encoder.n);
}

static struct cached_io io_of(const struct decoding *t, int k, void **list)
{
    const struct stack *source = &t->model->encoder;
    return N(attention_step_io)(t, k, source->n, source->lengths, list);
}

static void open_steps(struct decoding *t, int k, struct area *a, struct step_needs *needs)
{
    struct layer layer = layer_of(t, k);
    N(attention_open_steps)(t, k, &layer, a, needs);
}

static void begin_steps(struct decoding *t, int k)
{
    const struct stack *source = &t->model->encoder;
    void *list[MAX_LAYER_TENSORS];
    struct layer layer = layer_of(t, k);
    struct cached_io io = io_of(t, k, list);
    N(kernels).remember(&layer, &io, stack_output(source), 0, source->n);
}

static void step(struct model *m, struct stack *s, int k, real *y)
{
    void *list[MAX_LAYER_TENSORS];
    struct layer layer = layer_of(s->decoding, k);
    struct cached_io io = io_of(s->decoding, k, list);
    io.x = s->u[k];
    io.y = y;
    N(kernels).attend(&layer, &io);
    (void)m;
}

const struct block_kind N(block_cross_attention) = {
    .name = "cross",
    .reads_source = true,
    .tensors = tensors,
    .refuse = N(attention_refuse),
    .flop = N(attention_flop),
    .keep = N(attention_keep),
    .working = N(attention_working),
    .forward = forward,
    .backward = backward,
    .open_steps = open_steps,
    .begin_steps = begin_steps,
    .step = step,
};
