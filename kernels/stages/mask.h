/* SPDX-License-Identifier: MIT
 * Computes which keys a query sees. With causal and padding masks, these are always the first keys.
 *
 * Masked tiles are not computed at all, so a mask cannot be a function on tiles. Instead, the
 * engine calls these inline functions for each row. */
#ifndef ATTNLAB_MASK_H
#define ATTNLAB_MASK_H

#include "../build.h"

static inline bool causal(const struct layer *layer)
{
    return layer->mask == MASK_CAUSAL || layer->mask == MASK_CAUSAL_PADDING;
}
static inline bool padded(const struct layer *layer)
{
    return layer->mask == MASK_PADDING || layer->mask == MASK_CAUSAL_PADDING;
}

/* Returns the number of keys visible to query i; the number grows with i. length: keys of the batch
 * element, m without padding. If m > n, a causal mask aligns the last query with the last key. */
static inline int visible_keys(const struct layer *layer, int i, int length)
{
    int limit = causal(layer) ? i + 1 + layer->shape.m - layer->shape.n : layer->shape.m;
    limit = limit < length ? limit : length;
    return limit > 0 ? limit : 0;
}

/* Number of visible (query, key) pairs of one head. Padded keys count as visible, because lengths
 * are data. */
double N(visible_pairs)(const struct layer *);

#endif
