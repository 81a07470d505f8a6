/* SPDX-License-Identifier: MIT
 * A tree made of the nodes of others: maps that are copies, with entries put in and taken out. The
 * values stay where they were read, with their places. */
#include "harness/plan/yaml/yaml.h"
#include "base/mem.h"

#include <stdlib.h>
#include <string.h>

/* Of its kind and place, with nothing in it. */
static struct yaml *empty_like(struct yaml_document *owner, const struct yaml *node)
{
    struct yaml *copy = xalloc(sizeof *copy);
    *copy = (struct yaml){
        .kind = node->kind, .place = node->place, .size = node->size, .verbatim = node->verbatim};
    owner->nodes = xroom(owner->nodes, (size_t)owner->count, sizeof *owner->nodes);
    owner->nodes[owner->count++] = copy;
    return copy;
}

struct yaml *yaml_copy_map(struct yaml_document *owner, const struct yaml *map)
{
    struct yaml *copy = empty_like(owner, map);
    for (int i = 0; i < map->count; i++) yaml_put(copy, &map->entries[i], map->entries[i].value);
    return copy;
}

static int find(const struct yaml *map, const char *key)
{
    int i = 0;
    while (i < map->count && strcmp(map->entries[i].key, key)) i++;
    return i;
}

void yaml_put(struct yaml *map, const struct yaml_entry *entry, struct yaml *value)
{
    int at = find(map, entry->key);
    if (at == map->count) {
        map->entries = xgrow(map->entries, (size_t)map->count + 1, sizeof *map->entries);
        map->entries[map->count++] = (struct yaml_entry){.key = xstrdup(entry->key)};
    }
    map->entries[at].place = entry->place;
    map->entries[at].value = value;
}

void yaml_give(struct yaml *map, const char *key, struct yaml *value)
{
    int at = find(map, key);
    if (at < map->count) map->entries[at].value = value;
}

void yaml_drop(struct yaml *map, const char *key)
{
    int at = find(map, key);
    if (at == map->count) return;
    free(map->entries[at].key);
    size_t behind = (size_t)(--map->count - at);
    memmove(&map->entries[at], &map->entries[at + 1], behind * sizeof *map->entries);
}

struct yaml *yaml_copy_list(struct yaml_document *owner, const struct yaml *list)
{
    struct yaml *copy = empty_like(owner, list);
    copy->items = xarray((size_t)list->count, sizeof *copy->items);
    for (int i = 0; i < list->count; i++) copy->items[copy->count++] = list->items[i];
    return copy;
}

void yaml_drop_item(struct yaml *list, int item)
{
    size_t behind = (size_t)(--list->count - item);
    memmove(&list->items[item], &list->items[item + 1], behind * sizeof *list->items);
}
