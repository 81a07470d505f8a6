/* SPDX-License-Identifier: MIT
 * Implements a hash table for pairs of ids, with open addressing; at most half of the slots are
 * used. */
#include "datasets/tokenizers/pair_map.h"

#include "base/hash.h"
#include "base/mem.h"

#include <limits.h>
#include <stdlib.h>

enum { FIRST_ROOM = 256 };

static uint64_t hash_of(struct pair p)
{
    return hash_word(0, (uint64_t)(uint32_t)p.left << 32 | (uint32_t)p.right);
}

/* Returns the slot of a pair, or the free slot for a new pair. */
static int place_of(const struct pair_map *map, struct pair p)
{
    int place = (int)(hash_of(p) & (uint64_t)(map->slots - 1));
    for (int at; (at = map->table[place]); place = (place + 1) & (map->slots - 1)) {
        const struct pair *other = &map->pairs[at - 1];
        if (other->left == p.left && other->right == p.right) break;
    }
    return place;
}

static void grow(struct pair_map *map)
{
    require(map->room <= INT_MAX / 4);
    map->room = map->room ? 2 * map->room : FIRST_ROOM;
    map->slots = 2 * map->room;
    map->pairs = xgrow(map->pairs, (size_t)map->room, sizeof *map->pairs);
    free(map->table);
    map->table = xarray((size_t)map->slots, sizeof *map->table);
    for (int i = 0; i < map->count; i++) map->table[place_of(map, map->pairs[i])] = i + 1;
}

struct pair_map *pair_map_new(void)
{
    struct pair_map *map = xalloc(sizeof *map);
    grow(map);
    return map;
}

void pair_map_free(struct pair_map *map)
{
    if (!map) return;
    free(map->pairs);
    free(map->table);
    free(map);
}

int pair_map_find(const struct pair_map *map, struct pair p)
{
    return map->table[place_of(map, p)] - 1;
}

int pair_map_add(struct pair_map *map, struct pair p)
{
    int place = place_of(map, p);
    if (map->table[place]) return map->table[place] - 1;
    if (map->count == map->room) {
        grow(map);
        place = place_of(map, p);
    }
    map->pairs[map->count] = p;
    map->table[place] = ++map->count;
    return map->count - 1;
}
