/* SPDX-License-Identifier: MIT
 * Unique texts, numbered 0, 1, ... in order of first appearance, each with a count. */
#ifndef ATTNLAB_STRING_MAP_H
#define ATTNLAB_STRING_MAP_H

#include "datasets/data_store.h"

struct string_map {
    struct string *names; /* copies */
    int64_t *counts;      /* calls of string_map_count for each */
    int count;
    int room, slots; /* powers of two */
    int *table;      /* number + 1 of a name; 0: free */
    int bytes[256];  /* the same for one-byte names, which are the most frequent */
    struct data_store *store;
};

struct string_map *string_map_new(void);
void string_map_free(struct string_map *);                          /* NULL is allowed */
int string_map_find(const struct string_map *, struct string name); /* -1: not found */
int string_map_add(struct string_map *, struct string name);        /* its number, new or not */
void string_map_count(struct string_map *,
                      struct string name); /* adds it if new, and adds 1 to its count */

#endif
