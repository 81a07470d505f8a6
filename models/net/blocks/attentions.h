/* SPDX-License-Identifier: MIT
 * What the two halves of the attention blocks share: whole sequences (attentions.c), and a token at
 * a time (attention_decoding.c). */
#ifndef ATTNLAB_NET_ATTENTIONS_H
#define ATTNLAB_NET_ATTENTIONS_H

#include "models/net/block_kind.h"

/* list (b->count): the tensors of a block, as the kernels want them; borrowed. */
static inline void point_weights(const struct model *m, const struct block *b, void **list)
{
    for (int t = 0; t < b->count; t++) list[t] = weight(m, b->first + t);
}

/* attention_decoding.c: the members of struct block_kind for a token at a time, as said there.
 * refuse_steps and reorder are of self-attentions, remember_source is what cross-attentions begin
 * with. */
const char *N(attention_refuse_steps)(const struct block *);
void N(attention_open_steps)(struct decoding *, int k, struct area *, struct step_needs *);
void N(attention_remember_source)(struct decoding *, int k);
void N(attention_step)(struct model *, struct stack *, int k, real *y);
void N(attention_reorder)(struct decoding *, int k, const int *from);

#endif
