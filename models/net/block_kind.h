/* SPDX-License-Identifier: MIT
 * Declares the functions of a kind of block. A block is one residual branch of a stack: a function
 * y = f(u), with u and y of shape (rows, d_model). A new kind needs a file in blocks/ and a line in
 * blocks/list.def. */
#ifndef ATTNLAB_NET_BLOCK_KIND_H
#define ATTNLAB_NET_BLOCK_KIND_H

#include "models/net/net.h"

/* sizes of memory that all blocks of a decoder share during decoding */
struct step_needs {
    size_t working; /* working memory in bytes */
    /* size, in reals, of the largest block's keys (or values), among blocks that reorder their
     * sequences */
    size_t moved;
    /* largest number of running sums of log decays (doubles), among blocks that reorder their
     * sequences */
    size_t moved_decay;
};

struct block_kind {
    const char *name;  /* component of tensor names: "ffn" in "decoder.3.ffn.w1" */
    bool reads_source; /* true: the kind occurs only in the decoder of an encoder-decoder */
    bool leaves_bias; /* true: forward() omits the last tensor, a bias; the residual pass adds it */

    /* Adds the block's tensors to the layout and sets block->layer, first and count. Tensor names
     * start with `prefix`; `layer` is the index of the layer in the stack, from 0. */
    void (*tensors)(struct layout *, const struct stack_layout *, const char *prefix, int layer,
                    struct block *);
    /* like refuse() in model.h, but for one block; NULL accepts every block */
    const char *(*refuse)(const struct block *);
    /* like by_formula() in model.h, but for one block; NULL if all slots are fast */
    unsigned (*by_formula)(const struct block *);
    /* Returns the FLOPs of a forward and a backward pass on (batch, n) rows with m source
     * positions. */
    double (*flop)(const struct model_config *, const struct block *, int batch, int n, int m);

    /* Lays out the memory that forward() keeps for backward(). */
    struct kept (*keep)(const struct model *, const struct stack_layout *, const struct block *,
                        struct area *);
    /* Returns the bytes of m->working that the forward or the backward pass needs. */
    size_t (*working)(const struct model *, const struct block *);

    /* These functions run block k of a stack. forward() computes y from u_k. backward() computes du
     * and the gradients of the block's tensors from dy. */
    void (*forward)(struct model *, struct stack *, int k, real *y);
    void (*backward)(struct model *, struct stack *, int k, const real *dy, real *du);

    /* Returns the spread of the logits of the last forward pass. If queries is not NULL, includes
     * only the first queries[b] queries of batch element b. The member is NULL if the block has no
     * logits to match. */
    struct logit_spread (*spread)(const struct model *, const struct stack *, int k,
                                  const int *queries);

    /* The members below are for decoding. A member is NULL if the block has nothing to do. */
    /* returns the reason why each step needs the whole prefix, or NULL */
    const char *(*refuse_steps)(const struct block *);
    /* Lays out the block's cache, and enlarges the shared memory (struct step_needs) if necessary.
     */
    void (*open_steps)(struct decoding *, int k, struct area *, struct step_needs *);
    void (*begin_steps)(struct decoding *,
                        int k); /* prepares the block once, before the first token */
    /* like forward(), for one row per sequence */
    void (*step)(struct model *, struct stack *, int k, real *y);
    void (*reorder)(struct decoding *, int k, const int *from);
};

/* NULL-terminated list of kinds, in the order of blocks in a layer. */
extern const struct block_kind *const N(block_kinds)[];
#define BLOCK(name) extern const struct block_kind N(block_##name);
#include "models/net/blocks/list.def"
#undef BLOCK

static inline const struct block *block_at(const struct stack *s, int k)
{
    return &s->layout->block[k];
}

#endif
