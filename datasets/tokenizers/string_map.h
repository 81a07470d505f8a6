/* SPDX-License-Identifier: MIT
 * Stores unique texts, numbered 0, 1, ... in order of first appearance, each with a count. */
#ifndef ATTNLAB_STRING_MAP_H
#define ATTNLAB_STRING_MAP_H

#include "datasets/data_store.h"

struct string_map {
    struct string *names; /* copies of the names; owned by the map */
    int64_t *counts;      /* number of calls of string_map_count() per name */
    int count;
    int room, slots; /* capacity of `names`, size of `table`; powers of two */
    int *table;      /* number of the name in each slot, plus 1; 0 for a free slot */
    int bytes[256];  /* second table, for one-byte names, which are the most frequent */
    struct data_store *store;
};

struct string_map *string_map_new(void);
void string_map_free(struct string_map *); /* frees the map; NULL is allowed */
/* returns the number of the name, or -1 if the map does not contain the name */
int string_map_find(const struct string_map *, struct string name);
/* adds the name if it is new, and returns its number */
int string_map_add(struct string_map *, struct string name);
void string_map_count(struct string_map *,
                      /* adds the name if it is new, and increments its count */
                      struct string name);

#endif
