/* SPDX-License-Identifier: MIT
 * A YAML text as a tree with places: events (yaml_events.h) become nodes by recursive descent, and
 * what is stricter here than in YAML is refused. */
#include "harness/plan/yaml/yaml.h"
#include "base/door.h"
#include "base/mem.h"
#include "harness/plan/yaml/yaml_events.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

enum {
    MAX_DEPTH = 64,     /* of nesting; a specification needs 6 */
    MAX_NODES = 100000, /* after aliases are expanded: "billion laughs" ends here */
    MAX_KEYS = 2000,    /* of one map, all of which are compared with each other */
    MAX_ITEMS = 10000,  /* of one list */
    MAX_ANCHORS = 1000, /* all of which an alias is looked for in */
};

struct anchor {
    char *name;
    struct yaml *node; /* NULL while the anchored node is still open */
};
struct reader {
    struct yaml_events *events;
    struct yaml_document *document;
    struct diags *diags;
    struct anchor *anchors;
    int anchor_count, depth;
    bool stopped; /* after an error that leaves nothing to read */
};

static struct yaml *read_node(struct reader *, const struct yaml_event *);

/* ---- errors ---- */

static void complain(struct reader *r, struct yaml_place p, const char *message)
{
    diag_add(r->diags, p.file, p.line, p.column, "%s", message);
}

static void stop(struct reader *r, struct yaml_place p, const char *message)
{
    if (!r->stopped) complain(r, p, message);
    r->stopped = true;
}

/* Keys and values become names of files, labels of figures, JSON: see base/door.h. */
static void check_text(struct reader *r, const struct yaml_event *e)
{
    if (strlen(e->text) != e->length) complain(r, e->place, "a text with a NUL character in it");
    char *fault = door_fault((struct string){e->text, strlen(e->text)});
    char *message = fault ? xformat("found a text of which %s", fault) : NULL;
    if (message) complain(r, e->place, message);
    free(message);
    free(fault);
}

/* False, with the fault noted, where nothing is left to read. */
static bool next(struct reader *r, struct yaml_event *e)
{
    if (r->stopped) return false;
    *e = yaml_events_next(r->events);
    if (e->kind == YAML_EVENT_FAULT) stop(r, e->place, e->text);
    if (e->kind == YAML_EVENT_SCALAR) check_text(r, e);
    return !r->stopped;
}

/* ---- nodes ---- */

static struct yaml *new_node(struct reader *r, enum yaml_kind kind, const struct yaml_event *e)
{
    struct yaml_document *d = r->document;
    struct yaml *node = xalloc(sizeof *node);
    *node = (struct yaml){.kind = kind, .place = e->place, .size = 1, .verbatim = -1};
    d->nodes = xroom(d->nodes, (size_t)d->count, sizeof *d->nodes);
    d->nodes[d->count++] = node;
    return node;
}

static void grow(struct reader *r, struct yaml *node, const struct yaml *child)
{
    bool map = node->kind == YAML_MAP;
    int most = map ? MAX_KEYS : MAX_ITEMS;
    char *message = NULL;
    node->size += child->size;
    if (node->size > MAX_NODES)
        message = xformat("found more than %d values in all (aliases count as what they stand "
                          "for), expected fewer",
                          MAX_NODES);
    else if (node->count >= most)
        message = xformat("found more than %d %s, expected fewer: %s", most,
                          map ? "keys in one map" : "items in one list",
                          map ? "two files, or factors in place of arms"
                              : "numbers as a range such as 1-100");
    if (message) stop(r, child->place, message);
    free(message);
}

/* ---- anchors ---- */

static int new_anchor(struct reader *r, const char *name)
{
    if (!name) return -1;
    r->anchors = xgrow(r->anchors, (size_t)r->anchor_count + 1, sizeof *r->anchors);
    r->anchors[r->anchor_count] = (struct anchor){xstrdup(name), NULL};
    return r->anchor_count++;
}

static struct yaml *read_alias(struct reader *r, const struct yaml_event *e)
{
    for (int i = r->anchor_count - 1; i >= 0; i--) {
        if (strcmp(r->anchors[i].name, e->anchor)) continue;
        if (!r->anchors[i].node) stop(r, e->place, "an alias inside its own anchor");
        return r->anchors[i].node;
    }
    stop(r, e->place, "an alias without an anchor before it");
    return NULL;
}

/* ---- the three kinds ---- */

static struct yaml *read_scalar(struct reader *r, const struct yaml_event *e)
{
    struct yaml *node = new_node(r, YAML_SCALAR, e);
    int length = (int)strlen(e->text);
    node->text = xstrdup(e->text);
    node->plain = e->plain;
    if (node->plain && e->columns == length) node->verbatim = 0;
    if (!node->plain && e->columns == length + 2) node->verbatim = 1;
    return node;
}

static struct yaml *read_list(struct reader *r, const struct yaml_event *start)
{
    struct yaml *node = new_node(r, YAML_LIST, start);
    struct yaml_event e;
    while (next(r, &e)) {
        bool end = e.kind == YAML_EVENT_END;
        struct yaml *item = end ? NULL : read_node(r, &e);
        if (!item) break;
        grow(r, node, item);
        node->items = xgrow(node->items, (size_t)node->count + 1, sizeof *node->items);
        node->items[node->count++] = item;
    }
    return node;
}

/* NULL (with the error noted) if the key cannot be taken; its value is still to be read. */
static char *take_key(struct reader *r, const struct yaml *map, const struct yaml_event *e)
{
    if (e->kind != YAML_EVENT_SCALAR) {
        stop(r, e->place, "found a key that is not a word, expected `key: value`");
        return NULL;
    }
    const char *key = e->text;
    char *message = NULL;
    if (!strcmp(key, "<<"))
        message = xformat("key <<: merge keys are not supported; write the entries out, or give a "
                          "whole value an &anchor and use its *alias");
    for (int i = 0; i < map->count && !message; i++)
        if (!strcmp(map->entries[i].key, key))
            message = xformat("key %s: found twice in one map, first on line %d; expected once",
                              key, map->entries[i].place.line);
    if (message) complain(r, e->place, message);
    free(message);
    return message ? NULL : xstrdup(key);
}

static void add_entry(struct yaml *map, char *key, struct yaml_place place, struct yaml *value)
{
    map->entries = xgrow(map->entries, (size_t)map->count + 1, sizeof *map->entries);
    map->entries[map->count++] = (struct yaml_entry){key, place, value};
}

static struct yaml *read_map(struct reader *r, const struct yaml_event *start)
{
    struct yaml *node = new_node(r, YAML_MAP, start);
    struct yaml_event e;
    while (next(r, &e)) {
        bool end = e.kind == YAML_EVENT_END;
        struct yaml_place place = e.place;
        char *key = end ? NULL : take_key(r, node, &e);
        struct yaml *value = NULL;
        if (!end && next(r, &e)) value = read_node(r, &e);
        if (value) grow(r, node, value);
        if (key && value)
            add_entry(node, key, place, value);
        else
            free(key);
        if (!value) break;
    }
    return node;
}

static struct yaml *read_content(struct reader *r, const struct yaml_event *e)
{
    if (e->kind == YAML_EVENT_LIST) return read_list(r, e);
    if (e->kind == YAML_EVENT_MAP) return read_map(r, e);
    return read_scalar(r, e);
}

static struct yaml *read_node(struct reader *r, const struct yaml_event *e)
{
    if (e->kind == YAML_EVENT_ALIAS) return read_alias(r, e);
    if (e->tagged) complain(r, e->place, "found a tag (!...), expected a plain value");
    if (r->depth >= MAX_DEPTH) {
        stop(r, e->place, "nested deeper than 64 levels");
        return NULL;
    }
    if (r->anchor_count >= MAX_ANCHORS) {
        stop(r, e->place, "found more than 1000 anchors (&name), expected fewer");
        return NULL;
    }
    int anchor = new_anchor(r, e->anchor);
    r->depth++;
    struct yaml *node = read_content(r, e);
    r->depth--;
    if (anchor >= 0) r->anchors[anchor].node = node;
    return node;
}

/* ---- the document ---- */

static void read_stream(struct reader *r)
{
    struct yaml_event e;
    for (bool more = true; more && next(r, &e);) {
        switch (e.kind) {
        case YAML_EVENT_SCALAR:
        case YAML_EVENT_LIST:
        case YAML_EVENT_MAP:
        case YAML_EVENT_ALIAS:
            if (!r->document->root) r->document->root = read_node(r, &e);
            break;
        case YAML_EVENT_DOCUMENT:
            if (r->document->root)
                stop(r, e.place, "found a second document, expected one in a file");
            break;
        case YAML_EVENT_STREAM_END:
            more = false;
            break;
        default:
            break;
        }
    }
}

bool yaml_parse(struct yaml_document *d, const char *file, const char *text, size_t length,
                struct diags *diags)
{
    struct reader r = {
        .events = yaml_events_open(file, text, length), .document = d, .diags = diags};
    int before = diags->count;
    *d = (struct yaml_document){0};
    if (length > YAML_BYTES) stop(&r, (struct yaml_place){file, 0, 0}, file_fault(EFBIG));
    read_stream(&r);
    yaml_events_close(r.events);
    for (int i = 0; i < r.anchor_count; i++) free(r.anchors[i].name);
    free(r.anchors);
    if (!d->root && diags->count == before)
        diag_add(diags, file, 0, 0, "found an empty file, expected a map of keys");
    if (diags->count > before) d->root = NULL;
    return d->root;
}
