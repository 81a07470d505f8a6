/* SPDX-License-Identifier: MIT
 * Computes which keys a query sees. With causal and padding masks, these are always the first keys.
 * The engine calls these inline functions for each row, because masked tiles are not computed at
 * all. */
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

/* Returns the number of keys visible to query i; the number grows with i. `length` is the number of
 * keys of the batch element, m without padding. If m > n, a causal mask aligns the last query with
 * the last key. */
static inline int visible_keys(const struct layer *layer, int i, int length)
{
    int limit = causal(layer) ? i + 1 + layer->shape.m - layer->shape.n : layer->shape.m;
    limit = limit < length ? limit : length;
    return limit > 0 ? limit : 0;
}

/* Returns the number of visible (query, key) pairs of one head. Padding is ignored, because it
 * depends on the data. */
double N(visible_pairs)(const struct layer *);

#endif
