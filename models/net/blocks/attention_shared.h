/* SPDX-License-Identifier: MIT
 * What self-attention and cross-attention share: a block that is one layer of the kernels. The
 * variants live in kernels/; nothing here names one.
 *
 * `context` is the stack that keys and values are made of: the block's own, or the source's. */
#ifndef ATTNLAB_NET_ATTENTION_SHARED_H
#define ATTNLAB_NET_ATTENTION_SHARED_H

#include "models/net/block_kind.h"

/* Where an attention stands, and with what. */
struct attention_place {
    int layer, where; /* IN_ENCODER, IN_DECODER or IN_CROSS */
    enum mask mask;
    bool rotary;
    int n, m; /* most queries, most keys */
};
void N(attention_tensors)(struct layout *, const char *prefix, struct attention_place,
                          struct block *);
const char *N(attention_refuse)(const struct block *);
double N(attention_flop)(const struct model_config *, const struct block *, int batch, int n,
                         int m);
struct kept N(attention_keep)(const struct model *, const struct stack_layout *,
                              const struct block *, struct area *);
size_t N(attention_working)(const struct model *, const struct block *);

/* x of the context's keys: u_k of the own stack, the output of another. */
void N(attention_forward)(struct model *, struct stack *, int k, const struct stack *context,
                          real *y);
/* dcontext (written): may be du, where the context is u_k itself. */
void N(attention_backward)(struct model *, struct stack *, int k, const struct stack *context,
                           const real *dy, real *du, real *dcontext);

/* ---- a token at a time ---- */

/* The block with `keys` keys and (batch, n) queries. */
struct layer N(attention_of_step)(const struct decoding *, int k, int batch, int n, int keys);
void N(attention_open_steps)(struct decoding *, int k, const struct layer *, struct area *,
                             struct step_needs *);
/* Without x and y. capacity: positions that the cache has room for. */
struct cached_io N(attention_step_io)(const struct decoding *, int k, int capacity,
                                      const int *lengths, void **tensors);

#endif
