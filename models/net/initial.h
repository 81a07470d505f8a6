/* SPDX-License-Identifier: MIT
 * Initial values of attentions, and the slot of a tensor. */
#ifndef ATTNLAB_NET_INITIAL_H
#define ATTNLAB_NET_INITIAL_H

#include "models/model.h"

/* Factor on the output projections of residual branches, so that the sum over branches keeps its
 * size (GPT-2): 1 / sqrt(2 layers), or 1 without residual_scale. */
double residual_gain(const struct model_config *);
/* "q.w1" -> SLOT_Q. */
int slot_of_tensor(const struct kernels *, const char *name);
/* Whether variant and plain differ in this slot's choice or arguments. */
bool slot_is_swapped(const struct model_config *, bool variant, int slot);
/* Sets init and std of the tensors that layer declared (kernels->tensors), grouped by slot.
 * variant: whether this attention has the variant. */
void initial_attention(const struct kernels *, const struct model_config *, bool variant,
                       const struct layer *layer, struct tensor *list, int count);

#endif
