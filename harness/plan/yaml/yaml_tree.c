/* SPDX-License-Identifier: MIT
 * The tree of a YAML text once it is read (yaml.h). */
#include "base/mem.h"
#include "base/utf8.h"
#include "harness/plan/yaml/yaml.h"

#include <stdlib.h>
#include <string.h>

void yaml_release(struct yaml_document *d)
{
    for (int i = 0; i < d->count; i++) {
        struct yaml *node = d->nodes[i];
        for (int k = 0; node->entries && k < node->count; k++) free(node->entries[k].key);
        free(node->entries);
        free(node->items);
        free(node->text);
        free(node);
    }
    free(d->nodes);
    *d = (struct yaml_document){0};
}

const struct yaml *yaml_get(const struct yaml *map, const char *key)
{
    for (int i = 0; map->kind == YAML_MAP && i < map->count; i++)
        if (!strcmp(map->entries[i].key, key)) return map->entries[i].value;
    return NULL;
}

char *yaml_describe(const struct yaml *node)
{
    if (node->kind == YAML_MAP) return xstrdup("a map");
    if (node->kind == YAML_LIST) return xstrdup("a list");
    if (node->plain && !*node->text) return xstrdup("nothing");
    int shown = (int)utf8_offset((struct string){node->text, strlen(node->text)}, 60);
    return xformat("'%.*s%s'", shown, node->text, node->text[shown] ? "..." : "");
}

struct yaml_place yaml_place_in(const struct yaml *scalar, int offset)
{
    struct yaml_place p = scalar->place;
    if (scalar->verbatim >= 0) p.column += scalar->verbatim + offset;
    return p;
}
