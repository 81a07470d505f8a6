/* SPDX-License-Identifier: MIT
 * A kind of block: one residual branch f of a stack, u (rows, d_model) -> y (rows, d_model), with
 * all that the network asks of it. A new kind is a file in blocks/ and a line in its list.def. */
#ifndef ATTNLAB_NET_BLOCK_KIND_H
#define ATTNLAB_NET_BLOCK_KIND_H

#include "models/net/net.h"

/* Memory that all blocks of a decoder share while it takes a token at a time. */
struct step_needs {
    size_t working; /* bytes */
    size_t moved;   /* reals of keys of a block whose sequences change places; of values as many */
    size_t moved_decay; /* and doubles of its running sums of log decays */
};

struct block_kind {
    const char *name;  /* in those of its tensors: "decoder.3.ffn.w1" */
    bool reads_source; /* stands in the decoder of an encoder-decoder alone */
    bool leaves_bias;  /* y lacks its last tensor, a bias that is added with the residual */

    /* Adds its tensors to the layout and fills block->layer, first, count. prefix: of their names;
     * layer: of the stack, from 0. */
    void (*tensors)(struct layout *, const struct stack_layout *, const char *prefix, int layer,
                    struct block *);
    const char *(*refuse)(const struct block *);  /* why it cannot be; NULL: never */
    unsigned (*by_formula)(const struct block *); /* as in model.h; NULL: nothing is */
    /* Of a forward and a backward pass on (batch, n) rows; m: positions of the source. */
    double (*flop)(const struct model_config *, const struct block *, int batch, int n, int m);

    /* Lays out what forward leaves for backward. */
    struct kept (*keep)(const struct model *, const struct stack_layout *, const struct block *,
                        struct area *);
    /* Bytes of m->working that either pass takes. */
    size_t (*working)(const struct model *, const struct block *);

    /* Block k of the stack: u_k -> y; dy -> du (written), and gradients of its tensors. */
    void (*forward)(struct model *, struct stack *, int k, real *y);
    void (*backward)(struct model *, struct stack *, int k, const real *dy, real *du);

    /* How far apart the logits are that forward just left, of so many queries of each batch element
     * (NULL: all). NULL: it has no logits, and no start to be matched. */
    struct logit_spread (*spread)(const struct model *, const struct stack *, int k,
                                  const int *queries);

    /* A token at a time (decoding.c); what is NULL does nothing. */
    const char *(*refuse_steps)(const struct block *); /* why it needs the whole prefix */
    /* Lays out its cache, and raises what all share. */
    void (*open_steps)(struct decoding *, int k, struct area *, struct step_needs *);
    void (*begin_steps)(struct decoding *, int k);                /* once, before the first token */
    void (*step)(struct model *, struct stack *, int k, real *y); /* as forward, rows (batch) */
    void (*reorder)(struct decoding *, int k, const int *from);
};

/* NULL-ended, in the order in which they stand in a layer. */
extern const struct block_kind *const N(block_kinds)[];
#define BLOCK(name) extern const struct block_kind N(block_##name);
#include "models/net/blocks/list.def"
#undef BLOCK

static inline const struct block *block_at(const struct stack *s, int k)
{
    return &s->layout->block[k];
}

#endif
