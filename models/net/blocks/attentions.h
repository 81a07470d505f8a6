/* SPDX-License-Identifier: MIT
 * Declares functions shared by attentions.c (whole sequences) and attention_decoding.c. */
#ifndef ATTNLAB_NET_ATTENTIONS_H
#define ATTNLAB_NET_ATTENTIONS_H

#include "models/net/block_kind.h"

/* Fills `list` (b->count) with pointers to a block's tensors, in the kernels' order. */
static inline void point_weights(const struct model *m, const struct block *b, void **list)
{
    for (int t = 0; t < b->count; t++) list[t] = weight(m, b->first + t);
}

/* Decoding members of struct block_kind. refuse_steps and reorder are for self-attention only;
 * remember_source prepares cross-attention. */
const char *N(attention_refuse_steps)(const struct block *);
void N(attention_open_steps)(struct decoding *, int k, struct area *, struct step_needs *);
void N(attention_remember_source)(struct decoding *, int k);
void N(attention_step)(struct model *, struct stack *, int k, real *y);
void N(attention_reorder)(struct decoding *, int k, const int *from);

#endif
