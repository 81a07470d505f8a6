/* SPDX-License-Identifier: MIT
 * Unique pairs of token ids, numbered 0, 1, ... in order of addition. */
#ifndef ATTNLAB_PAIR_MAP_H
#define ATTNLAB_PAIR_MAP_H

#include <stdint.h>

struct pair {
    int32_t left, right;
};
struct pair_map {
    struct pair *pairs;
    int count;
    int room, slots; /* powers of two */
    int *table;      /* number + 1 of a pair; 0: free */
};

struct pair_map *pair_map_new(void);
void pair_map_free(struct pair_map *);                   /* NULL is allowed */
int pair_map_find(const struct pair_map *, struct pair); /* -1: not found */
int pair_map_add(struct pair_map *, struct pair);        /* its number, new or not */

#endif
