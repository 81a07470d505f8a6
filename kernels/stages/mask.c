/* SPDX-License-Identifier: MIT
 * Implements the validity checks of masks and counts visible pairs. The loops of the engine apply
 * the masks (mask.h). */
#include "resolved_layer.h"

static bool on(const struct layer *layer) { return layer->mask != MASK_NONE; }

static const char *refuse(const struct layer *layer)
{
    return causal(layer) && layer->shape.m < layer->shape.n
               ? "a causal mask needs m >= n: otherwise the first n - m queries see no key"
               : NULL;
}

static const char *refuse_growth(const struct layer *layer)
{
    return causal(layer)
               ? NULL
               : "without a causal mask, new keys change the outputs of earlier positions";
}

double N(visible_pairs)(const struct layer *layer)
{
    double n = layer->shape.n, m = layer->shape.m, growing = n < m ? n : m;
    if (!causal(layer)) return n * m;
    /* Query i sees i + 1 keys. If m > n, query i also sees the m - n earlier keys. */
    return growing * (growing + 1) / 2 + n * (m - growing);
}

const struct stage N(stage_mask) = {
    .name = "mask", .on = on, .refuse = refuse, .refuse_growth = refuse_growth};
