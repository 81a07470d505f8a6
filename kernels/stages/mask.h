/* SPDX-License-Identifier: MIT
 * Which keys a query sees: always the first so many, causal and padding masks alike.
 *
 * A mask is no function on tiles, as tiles beyond it must not be computed at all, and within the
 * last one the normaliser reads how far to go anyway. So the engine asks here, row by row and
 * inline. */
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

/* How many keys query i may see. length: visible keys of the batch element, m without padding.
 * Grows with i. With m > n a causal mask aligns the last query with the last key. */
static inline int visible_keys(const struct layer *layer, int i, int length)
{
    int limit = causal(layer) ? i + 1 + layer->shape.m - layer->shape.n : layer->shape.m;
    limit = limit < length ? limit : length;
    return limit > 0 ? limit : 0;
}

/* Visible (query, key) pairs of one head; padding counts as full, since lengths are data. */
double N(visible_pairs)(const struct layer *);

#endif
