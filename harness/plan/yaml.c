/* SPDX-License-Identifier: MIT
 * Parses YAML text into a tree (yaml.h): recursive descent over the events of libyaml. */
#include "base/door.h"
#include "base/mem.h"
#include "base/utf8.h"
#include "harness/plan/yaml.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <yaml.h>

enum {
    MAX_DEPTH = 64,     /* maximum nesting depth; questions need 6 */
    MAX_NODES = 100000, /* maximum number of nodes after aliases are expanded, which prevents
                           "billion laughs" attacks */
    MAX_KEYS = 2000, /* maximum number of keys per map; limited because find() is a linear search */
    MAX_ITEMS = 10000, /* maximum number of items per list */
    MAX_ANCHORS =
        1000, /* maximum number of anchors per document; limited because the search is linear */
};

struct anchor {
    char *name;
    struct yaml *node; /* node with this anchor; NULL until the node has been read completely */
};
struct reader {
    yaml_parser_t parser;
    yaml_event_t event; /* current libyaml event */
    const char *file, *text;
    struct yaml_document *document;
    struct diags *diags;
    struct anchor *anchors;
    int anchor_count, depth;
    bool stopped; /* true after an error that ends parsing */
};

static struct yaml *read_node(struct reader *);

/* ---- errors ---- */

static struct yaml_place place_of(const struct reader *r, yaml_mark_t m)
{
    return (struct yaml_place){r->file, (int)m.line + 1, (int)m.column + 1};
}

static struct yaml_place here(const struct reader *r) { return place_of(r, r->event.start_mark); }

static void stop(struct reader *r, struct yaml_place p, const char *message)
{
    if (!r->stopped) fault_at(r->diags, p, "%s", message);
    r->stopped = true;
}

static void report_syntax(struct reader *r)
{
    const yaml_parser_t *p = &r->parser;
    const char *problem = p->problem ? p->problem : "error";
    if (p->error == YAML_READER_ERROR)
        diag_add(r->diags, r->file, 0, 0, "the file is not readable text: byte %zu: %s",
                 p->problem_offset + 1, problem);
    else
        fault_at(r->diags, place_of(r, p->problem_mark), "YAML syntax: %s%s%s", problem,
                 p->context ? ", " : "", p->context ? p->context : "");
    r->stopped = true;
}

/* Checks that a key or value is valid text (base/door.h). Texts may become part of file names,
 * figure labels and JSON. */
static void check_text(struct reader *r)
{
    const char *text = (const char *)r->event.data.scalar.value;
    if (strlen(text) != r->event.data.scalar.length)
        fault_at(r->diags, here(r), "found a NUL character in a text, expected none");
    char *fault = door_fault((struct string){text, strlen(text)});
    if (fault) fault_at(r->diags, here(r), "found an invalid text: %s", fault);
    free(fault);
}

/* Reads the next event. Returns false after an error or at the end of the text. */
static bool next(struct reader *r)
{
    if (r->stopped) return false;
    yaml_event_delete(&r->event);
    if (!yaml_parser_parse(&r->parser, &r->event))
        report_syntax(r);
    else if (r->event.type == YAML_SCALAR_EVENT)
        check_text(r);
    return !r->stopped;
}

static bool ended(const struct reader *r)
{
    return r->event.type == YAML_SEQUENCE_END_EVENT || r->event.type == YAML_MAPPING_END_EVENT;
}

/* ---- nodes ---- */

/* Returns the index of a key, or the number of entries if the key is missing. */
static int find(const struct yaml *map, const char *key)
{
    int i = 0;
    while (i < map->count && strcmp(map->entries[i].key, key)) i++;
    return i;
}

static struct yaml *new_node(struct yaml_document *d, enum yaml_kind kind, struct yaml_place place)
{
    struct yaml *node = xalloc(sizeof *node);
    *node = (struct yaml){.kind = kind, .place = place, .size = 1, .verbatim = -1};
    d->nodes = xroom(d->nodes, (size_t)d->count, sizeof *d->nodes);
    d->nodes[d->count++] = node;
    return node;
}

static void add_item(struct yaml *list, struct yaml *item)
{
    list->items = xgrow(list->items, (size_t)list->count + 1, sizeof *list->items);
    list->items[list->count++] = item;
}

static void check_size(struct reader *r, struct yaml *node, const struct yaml *child)
{
    node->size += child->size;
    if (node->size > MAX_NODES)
        stop(r, child->place,
             "found more than 100,000 values with expanded aliases, expected fewer");
    else if (node->kind == YAML_MAP && node->count >= MAX_KEYS)
        stop(r, child->place,
             "found more than 2,000 keys in one map; use two files, or factors instead of arms");
    else if (node->count >= MAX_ITEMS)
        stop(r, child->place,
             "found more than 10,000 items in one list; write numbers as a range such as 1-100");
}

static struct yaml *read_alias(struct reader *r)
{
    const char *name = (const char *)r->event.data.alias.anchor;
    for (int i = r->anchor_count - 1; i >= 0; i--) {
        if (strcmp(r->anchors[i].name, name)) continue;
        if (!r->anchors[i].node) stop(r, here(r), "found an alias inside its own anchor");
        return r->anchors[i].node;
    }
    stop(r, here(r), "found an alias without an earlier anchor");
    return NULL;
}

static struct yaml *read_scalar(struct reader *r)
{
    const yaml_event_t *e = &r->event;
    struct yaml *node = new_node(r->document, YAML_SCALAR, here(r));
    node->text = xstrdup((const char *)e->data.scalar.value);
    node->plain = e->data.scalar.style == YAML_PLAIN_SCALAR_STYLE;
    size_t quotes = node->plain ? 0 : 2, columns = e->end_mark.column - e->start_mark.column;
    bool one_line = e->start_mark.line == e->end_mark.line;
    if (one_line && columns == strlen(node->text) + quotes) node->verbatim = !node->plain;
    return node;
}

static struct yaml *read_list(struct reader *r)
{
    struct yaml *node = new_node(r->document, YAML_LIST, here(r));
    while (next(r) && !ended(r)) {
        struct yaml *item = read_node(r);
        if (!item) break;
        check_size(r, node, item);
        add_item(node, item);
    }
    return node;
}

/* Reads a key. Reports an invalid key and returns NULL; the caller must still read the value. */
static char *take_key(struct reader *r, const struct yaml *map)
{
    if (r->event.type != YAML_SCALAR_EVENT) {
        stop(r, here(r), "found a list or map as a key, expected `key: value`");
        return NULL;
    }
    const char *key = (const char *)r->event.data.scalar.value;
    int at = find(map, key);
    if (!strcmp(key, "<<"))
        fault_at(r->diags, here(r),
                 "key <<: merge keys are not supported; write the entries out, or mark a whole "
                 "value with an &anchor and repeat the value with an *alias");
    else if (at < map->count)
        fault_at(r->diags, here(r),
                 "key %s: found twice in one map, first on line %d; expected once", key,
                 map->entries[at].place.line);
    else
        return xstrdup(key);
    return NULL;
}

static struct yaml *read_map(struct reader *r)
{
    struct yaml *node = new_node(r->document, YAML_MAP, here(r));
    while (next(r) && !ended(r)) {
        struct yaml_entry e = {.place = here(r), .key = take_key(r, node)};
        struct yaml *value = next(r) ? read_node(r) : NULL;
        if (value) check_size(r, node, value);
        if (e.key && value) yaml_put(node, &e, value);
        free(e.key);
        if (!value) break;
    }
    return node;
}

static int new_anchor(struct reader *r, const yaml_char_t *name)
{
    if (!name) return -1;
    r->anchors = xgrow(r->anchors, (size_t)r->anchor_count + 1, sizeof *r->anchors);
    r->anchors[r->anchor_count] = (struct anchor){xstrdup((const char *)name), NULL};
    return r->anchor_count++;
}

static struct yaml *read_node(struct reader *r)
{
    const yaml_event_t *e = &r->event;
    bool list = e->type == YAML_SEQUENCE_START_EVENT, map = e->type == YAML_MAPPING_START_EVENT;
    if (e->type == YAML_ALIAS_EVENT) return read_alias(r);
    const yaml_char_t *tag = list  ? e->data.sequence_start.tag
                             : map ? e->data.mapping_start.tag
                                   : e->data.scalar.tag;
    const yaml_char_t *name = list  ? e->data.sequence_start.anchor
                              : map ? e->data.mapping_start.anchor
                                    : e->data.scalar.anchor;
    if (tag) fault_at(r->diags, here(r), "found a tag (!...), expected a plain value");
    if (r->depth >= MAX_DEPTH || r->anchor_count >= MAX_ANCHORS) {
        stop(r, here(r),
             r->depth >= MAX_DEPTH ? "found more than 64 levels of nesting, expected fewer"
                                   : "found more than 1000 anchors (&name), expected fewer");
        return NULL;
    }
    int anchor = new_anchor(r, name);
    r->depth++;
    struct yaml *node = list ? read_list(r) : map ? read_map(r) : read_scalar(r);
    r->depth--;
    if (anchor >= 0) r->anchors[anchor].node = node;
    return node;
}

/* ---- the document ---- */

static void read_stream(struct reader *r)
{
    while (next(r) && r->event.type != YAML_STREAM_END_EVENT) {
        bool node = r->event.type >= YAML_ALIAS_EVENT;
        if (node && !r->document->root) r->document->root = read_node(r);
        if (r->event.type == YAML_DOCUMENT_START_EVENT && r->document->root)
            stop(r, here(r), "found a second document, expected one document per file");
    }
}

bool yaml_parse(struct yaml_document *d, const char *file, const char *text, size_t length,
                struct diags *diags)
{
    struct reader r = {.file = file, .text = text, .document = d, .diags = diags};
    int before = diags->count;
    *d = (struct yaml_document){0};
    require(yaml_parser_initialize(&r.parser));
    yaml_parser_set_encoding(&r.parser, YAML_UTF8_ENCODING);
    yaml_parser_set_input_string(&r.parser, (const unsigned char *)text, length);
    if (length > YAML_BYTES) stop(&r, (struct yaml_place){file, 0, 0}, file_fault(EFBIG));
    read_stream(&r);
    yaml_event_delete(&r.event);
    yaml_parser_delete(&r.parser);
    for (int i = 0; i < r.anchor_count; i++) free(r.anchors[i].name);
    free(r.anchors);
    if (!d->root && diags->count == before)
        diag_add(diags, file, 0, 0, "found an empty file, expected a map of keys");
    if (diags->count > before) d->root = NULL;
    return d->root;
}

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

/* ---- reading and changing a tree ---- */

bool yaml_is_none(const struct yaml *node)
{
    return node->kind == YAML_SCALAR && node->plain && !strcmp(node->text, "none");
}

struct yaml *yaml_get(const struct yaml *map, const char *key)
{
    int at = map->kind == YAML_MAP ? find(map, key) : map->count;
    return at < map->count ? map->entries[at].value : NULL;
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

void yaml_drop(struct yaml *map, const char *key)
{
    int at = find(map, key);
    if (at == map->count) return;
    free(map->entries[at].key);
    size_t rest = (size_t)(--map->count - at);
    memmove(&map->entries[at], &map->entries[at + 1], rest * sizeof *map->entries);
}

struct yaml *yaml_copy(struct yaml_document *owner, const struct yaml *node)
{
    struct yaml *copy = new_node(owner, node->kind, node->place);
    copy->text = node->text ? xstrdup(node->text) : NULL;
    copy->plain = node->plain;
    copy->verbatim = node->verbatim;
    copy->size = node->size;
    for (int i = 0; node->kind == YAML_LIST && i < node->count; i++)
        add_item(copy, yaml_copy(owner, node->items[i]));
    for (int i = 0; node->kind == YAML_MAP && i < node->count; i++)
        yaml_put(copy, &node->entries[i], yaml_copy(owner, node->entries[i].value));
    return copy;
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
