/* SPDX-License-Identifier: MIT
 * Self-attention: queries, keys and values of a stack's own rows.
 *
 * A token at a time: K and V of each sequence, (B, most, H*D), one position more each step. They
 * follow their sequences when these change places. */
#include "models/net/blocks/attention_shared.h"

static void tensors(struct layout *l, const struct stack_layout *s, const char *prefix, int layer,
                    struct block *b)
{
    const struct model_config *c = &l->config;
    bool decoder = s == &l->decoder;
    enum mask mask = decoder                          ? MASK_CAUSAL
                     : c->architecture == ARCH_VISION ? MASK_NONE
                                                      : MASK_PADDING;
    N(attention_tensors)
    (l, prefix,
     (struct attention_place){layer, decoder ? IN_DECODER : IN_ENCODER, mask,
                              c->position == POSITION_ROTARY, s->n, s->n},
     b);
}

static double flop(const struct model_config *c, const struct block *b, int batch, int n, int m)
{
    (void)m;
    return N(attention_flop)(c, b, batch, n, n);
}

static void forward(struct model *m, struct stack *s, int k, real *y)
{
    N(attention_forward)(m, s, k, s, y);
}

static void backward(struct model *m, struct stack *s, int k, const real *dy, real *du)
{
    N(attention_backward)(m, s, k, s, dy, du, du);
}

/* ---- a token at a time ---- */

static const char *refuse_steps(const struct block *b)
{
    return N(kernels).refuse_growth(&b->layer);
}

static void open_steps(struct decoding *t, int k, struct area *a, struct step_needs *needs)
{
    struct layer layer = N(attention_of_step)(t, k, t->batch, 1, t->most);
    N(attention_open_steps)(t, k, &layer, a, needs);
    needs->moved = larger(needs->moved, (size_t)t->batch * sequence_reals(t, t->most));
}

static void step(struct model *m, struct stack *s, int k, real *y)
{
    const struct decoding *t = s->decoding;
    void *list[MAX_LAYER_TENSORS];
    struct layer layer = N(attention_of_step)(t, k, t->batch, 1, t->length + 1);
    struct cached_io io = N(attention_step_io)(t, k, t->most, NULL, list);
    io.x = s->u[k];
    io.y = y;
    N(kernels).remember(&layer, &io, s->u[k], t->length, 1);
    N(kernels).attend(&layer, &io);
    (void)m;
}

static void gather(const struct decoding *t, const int *from, const real *old, real *new)
{
    size_t sequence = sequence_reals(t, t->most), used = sequence_reals(t, t->length);
    for (size_t b = 0; b < (size_t)t->batch; b++)
        memcpy(new + b *sequence, old + (size_t)from[b] * sequence, used * sizeof *new);
}

/* Into the spare cache, which all self-attentions take turns with: they are of one size. */
static void reorder(struct decoding *t, int k, const int *from)
{
    struct cache old = t->caches[k];
    gather(t, from, old.k, t->spare.k);
    gather(t, from, old.v, t->spare.v);
    t->caches[k] = t->spare;
    t->spare = old;
}

const struct block_kind N(block_self_attention) = {
    .name = "attention",
    .tensors = tensors,
    .refuse = N(attention_refuse),
    .flop = flop,
    .keep = N(attention_keep),
    .working = N(attention_working),
    .forward = forward,
    .backward = backward,
    .refuse_steps = refuse_steps,
    .open_steps = open_steps,
    .step = step,
    .reorder = reorder,
};
