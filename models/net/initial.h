/* SPDX-License-Identifier: MIT
 * Computes initial values of attention layers, and finds the slot of a tensor. */
#ifndef ATTNLAB_NET_INITIAL_H
#define ATTNLAB_NET_INITIAL_H

#include "models/model.h"

/* Returns the multiplier of the output projections of residual branches: 1 / sqrt(2 layers), or 1
 * without residual_scale. The factor keeps the sum over branches at constant magnitude (GPT-2). */
double residual_gain(const struct model_config *);
/* Returns the slot of a tensor by its name: SLOT_Q for "q.w1". */
int slot_of_tensor(const struct kernels *, const char *name);
/* Returns true if variant and baseline differ in this slot's choice or arguments. */
bool slot_is_swapped(const struct model_config *, bool variant, int slot);
/* Sets init and std of the tensors of a layer. The tensors come from kernels->tensors, grouped by
 * slot. `variant` is true if this attention layer uses the variant. */
void initial_attention(const struct kernels *, const struct model_config *, bool variant,
                       const struct layer *layer, struct tensor *list, int count);

#endif
