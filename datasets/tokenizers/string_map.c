/* SPDX-License-Identifier: MIT
 * Implements a hash table for texts, with open addressing; at most half of the slots are used. */
#include "datasets/tokenizers/string_map.h"

#include "base/hash.h"
#include "datasets/formats/strings.h"
#include "base/mem.h"

#include <limits.h>
#include <stdlib.h>

enum { FIRST_ROOM = 256 };

static uint64_t hash_of(struct string s)
{
    uint64_t hash = hash_bytes(HASH_START, s.at, s.size);
    return hash ^ hash >> 32;
}

/* Returns the slot of a name, or the free slot for a new name. */
static int place_of(const struct string_map *map, struct string name)
{
    int place = (int)(hash_of(name) & (uint64_t)(map->slots - 1));
    while (map->table[place] && !string_equal(map->names[map->table[place] - 1], name))
        place = (place + 1) & (map->slots - 1);
    return place;
}

static void grow(struct string_map *map)
{
    require(map->room <= INT_MAX / 4);
    map->room = map->room ? 2 * map->room : FIRST_ROOM;
    map->slots = 2 * map->room;
    map->names = xgrow(map->names, (size_t)map->room, sizeof *map->names);
    map->counts = xgrow(map->counts, (size_t)map->room, sizeof *map->counts);
    free(map->table);
    map->table = xarray((size_t)map->slots, sizeof *map->table);
    for (int i = 0; i < map->count; i++) map->table[place_of(map, map->names[i])] = i + 1;
}

struct string_map *string_map_new(void)
{
    struct string_map *map = xalloc(sizeof *map);
    map->store = data_store_new();
    grow(map);
    return map;
}

void string_map_free(struct string_map *map)
{
    if (!map) return;
    data_store_free(map->store);
    free(map->names);
    free(map->counts);
    free(map->table);
    free(map);
}

int string_map_find(const struct string_map *map, struct string name)
{
    if (name.size == 1) return map->bytes[(unsigned char)*name.at] - 1;
    return map->table[place_of(map, name)] - 1;
}

int string_map_add(struct string_map *map, struct string name)
{
    int *byte = name.size == 1 ? &map->bytes[(unsigned char)*name.at] : NULL;
    if (byte && *byte) return *byte - 1;
    int place = place_of(map, name);
    if (map->table[place]) return map->table[place] - 1;
    if (map->count == map->room) {
        grow(map);
        place = place_of(map, name);
    }
    map->names[map->count] = data_copy(map->store, name);
    map->counts[map->count] = 0;
    map->table[place] = ++map->count;
    if (byte) *byte = map->count;
    return map->count - 1;
}

void string_map_count(struct string_map *map, struct string name)
{
    int number = string_map_add(map, name);
    map->counts[number]++;
}
