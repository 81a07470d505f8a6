/* SPDX-License-Identifier: MIT
 * Kinds of blocks: one residual branch f of a stack, u (rows, d_model) -> y (rows, d_model), as
 * members for the network. A new kind is a file in blocks/ and a line in its list.def. */
#ifndef ATTNLAB_NET_BLOCK_KIND_H
#define ATTNLAB_NET_BLOCK_KIND_H

#include "models/net/net.h"

/* Memory shared by all blocks of a decoder during decoding. */
struct step_needs {
    size_t working; /* bytes */
    size_t moved;   /* reals of keys of a block whose sequences are reordered; as many of values */
    size_t moved_decay; /* and doubles of its running sums of log decays */
};

struct block_kind {
    const char *name;  /* in its tensors' names: "decoder.3.ffn.w1" */
    bool reads_source; /* only in the decoder of an encoder-decoder */
    bool leaves_bias;  /* y lacks its last tensor, a bias that is added with the residual */

    /* Adds its tensors to the layout and fills block->layer, first, count. prefix: of their names;
     * layer: of the stack, from 0. */
    void (*tensors)(struct layout *, const struct stack_layout *, const char *prefix, int layer,
                    struct block *);
    const char *(*refuse)(const struct block *);  /* NULL: never refuses */
    unsigned (*by_formula)(const struct block *); /* as in model.h; NULL: never */
    /* FLOPs of a forward and a backward pass on (batch, n) rows; m: positions of the source. */
    double (*flop)(const struct model_config *, const struct block *, int batch, int n, int m);

    /* Lays out what forward keeps for backward. */
    struct kept (*keep)(const struct model *, const struct stack_layout *, const struct block *,
                        struct area *);
    /* Bytes of m->working needed by either pass. */
    size_t (*working)(const struct model *, const struct block *);

    /* Block k of the stack: u_k -> y; dy -> du (written), and gradients of its tensors. */
    void (*forward)(struct model *, struct stack *, int k, real *y);
    void (*backward)(struct model *, struct stack *, int k, const real *dy, real *du);

    /* Spread of the logits of the last forward pass, over `queries` of each batch element (NULL:
     * all). NULL: the block has no logits to match. */
    struct logit_spread (*spread)(const struct model *, const struct stack *, int k,
                                  const int *queries);

    /* Decoding (decoding.c); NULL members do nothing. */
    const char *(*refuse_steps)(const struct block *); /* why it needs the whole prefix */
    /* Lays out its cache, and raises the shared needs. */
    void (*open_steps)(struct decoding *, int k, struct area *, struct step_needs *);
    void (*begin_steps)(struct decoding *, int k);                /* once, before the first token */
    void (*step)(struct model *, struct stack *, int k, real *y); /* as forward, rows (batch) */
    void (*reorder)(struct decoding *, int k, const int *from);
};

/* NULL-terminated, in the order of blocks in a layer. */
extern const struct block_kind *const N(block_kinds)[];
#define BLOCK(name) extern const struct block_kind N(block_##name);
#include "models/net/blocks/list.def"
#undef BLOCK

static inline const struct block *block_at(const struct stack *s, int k)
{
    return &s->layout->block[k];
}

#endif
