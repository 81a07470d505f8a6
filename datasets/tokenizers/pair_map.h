/* SPDX-License-Identifier: MIT
 * Stores unique pairs of token ids, numbered 0, 1, ... in the order of insertion. */
#ifndef ATTNLAB_PAIR_MAP_H
#define ATTNLAB_PAIR_MAP_H

#include <stdint.h>

struct pair {
    int32_t left, right;
};
struct pair_map {
    struct pair *pairs;
    int count;
    int room, slots; /* capacity of `pairs`, size of `table`; powers of two */
    int *table;      /* number of the pair in each slot, plus 1; 0 for a free slot */
};

struct pair_map *pair_map_new(void);
void pair_map_free(struct pair_map *); /* frees the map; NULL is allowed */
/* returns the number of the pair, or -1 if the map does not contain the pair */
int pair_map_find(const struct pair_map *, struct pair);
/* adds the pair if it is new, and returns its number */
int pair_map_add(struct pair_map *, struct pair);

#endif
