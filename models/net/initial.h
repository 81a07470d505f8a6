/* SPDX-License-Identifier: MIT
 * Initial values of attentions, and which slot a tensor belongs to. */
#ifndef ATTNLAB_NET_INITIAL_H
#define ATTNLAB_NET_INITIAL_H

#include "models/model.h"

/* What output projections of residual branches are scaled by, so that the sum over branches keeps
 * its size (GPT-2): 1 / sqrt(2 layers), or 1 without residual_scale. */
double residual_gain(const struct model_config *);
/* "q.w1" -> SLOT_Q. */
int slot_of_tensor(const struct kernels *, const char *name);
/* Whether the variant, where it stands, has another choice or other arguments than the plain layer.
 */
bool slot_is_swapped(const struct model_config *, bool variant, int slot);
/* Sets init and std of the tensors that layer declared (kernels->tensors), those of a slot
 * together. variant: whether this attention is the variant's. */
void initial_attention(const struct kernels *, const struct model_config *, bool variant,
                       const struct layer *layer, struct tensor *list, int count);

#endif
