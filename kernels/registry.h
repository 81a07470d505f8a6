/* SPDX-License-Identifier: MIT
 * Declares the slot tables of one build. */
#ifndef ATTNLAB_REGISTRY_H
#define ATTNLAB_REGISTRY_H

#include "slots.h"

extern const struct slot N(slots)[SLOTS];

/* Returns a layer's choice for a slot. */
static inline const struct choice *chosen(const struct layer *layer, enum slot_id slot)
{
    return N(slots)[slot].choices[layer->choice[slot]];
}

#endif
