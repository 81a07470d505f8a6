/* SPDX-License-Identifier: MIT
 * Masks as a stage: validity checks and the number of visible pairs. The engine's loops apply the
 * masks themselves (mask.h). */
#include "layer.h"

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
    /* visible keys per query are 1, 2, ...; if m > n every query also sees the m - n earlier
     * keys */
    return growing * (growing + 1) / 2 + n * (m - growing);
}

const struct stage N(stage_mask) = {
    .name = "mask", .on = on, .refuse = refuse, .refuse_growth = refuse_growth};
