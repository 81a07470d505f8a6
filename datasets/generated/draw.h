/* SPDX-License-Identifier: MIT
 * Provides a stream of random numbers for record generators. */
#ifndef ATTNLAB_DRAW_H
#define ATTNLAB_DRAW_H

#include "base/rng.h"

#include <stdbool.h>

struct draw {
    uint64_t seed, stream, index;
};

/* Draws an integer in 0..bound-1. */
static inline int draw_below(struct draw *d, int bound)
{
    return (int)rng_below(d->seed, d->stream, d->index++, (uint64_t)bound);
}
/* Draws an integer in least..most. */
static inline int draw_from(struct draw *d, int least, int most)
{
    return least + draw_below(d, most - least + 1);
}
static inline double draw_uniform(struct draw *d, double least, double most)
{
    return least + (most - least) * rng_uniform(d->seed, d->stream, d->index++);
}
static inline bool draw_chance(struct draw *d, int percent) { return draw_below(d, 100) < percent; }

/* Stores `wanted` distinct random numbers from 0..count-1 in `list`, which has space for `count`
 * entries. */
static inline void draw_order(struct draw *d, int count, int wanted, int *list)
{
    for (int i = 0; i < count; i++) list[i] = i;
    for (int i = 0; i < wanted; i++) {
        /* NOLINTNEXTLINE(clang-analyzer-core.uninitialized.Assign): the loop above fills the
         * list */
        int j = draw_from(d, i, count - 1), swap = list[i];
        list[i] = list[j];
        list[j] = swap;
    }
}

#endif
