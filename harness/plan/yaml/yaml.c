/* SPDX-License-Identifier: MIT
 * A YAML text as a tree with places. The only file that knows libyaml: its events become a tree by
 * recursive descent. */
#include "harness/plan/yaml/yaml.h"
#include "base/mem.h"
#include "harness/plan/yaml/yaml_slips.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <yaml.h>

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
    yaml_parser_t parser;
    struct yaml_document *document;
    const char *file, *text;
    struct diags *diags;
    struct anchor *anchors;
    int anchor_count, depth;
    bool stopped; /* after an error that leaves nothing to read */
};

static struct yaml *read_node(struct reader *, yaml_event_t *);

/* ---- errors ---- */

static struct yaml_place at(const struct reader *r, yaml_mark_t mark)
{
    return (struct yaml_place){r->file, (int)mark.line + 1, (int)mark.column + 1};
}

static void complain(struct reader *r, struct yaml_place p, const char *message)
{
    diag_add(r->diags, p.file, p.line, p.column, "%s", message);
}

static void stop(struct reader *r, struct yaml_place p, const char *message)
{
    if (!r->stopped) complain(r, p, message);
    r->stopped = true;
}

/* The place of a byte offset, for errors that libyaml reports without a mark. */
static struct yaml_place at_offset(const struct reader *r, size_t offset)
{
    struct yaml_place p = {r->file, 1, 1};
    for (size_t i = 0; i < offset && r->text[i]; i++) {
        bool newline = r->text[i] == '\n';
        bool starts = ((unsigned char)r->text[i] & 0xC0) != 0x80; /* not inside a character */
        p.column = newline ? 1 : p.column + starts;
        p.line += newline;
    }
    return p;
}

static void stop_at_bad_bytes(struct reader *r)
{
    const yaml_parser_t *p = &r->parser;
    char *message = xformat("not readable text: %s", p->problem ? p->problem : "error");
    stop(r, at_offset(r, p->problem_offset), message);
    free(message);
}

static struct text_mark mark_of(yaml_mark_t m)
{
    return (struct text_mark){(int)m.line, (int)m.column};
}

static void stop_at_syntax_error(struct reader *r)
{
    const yaml_parser_t *p = &r->parser;
    struct yaml_fault f = {p->problem ? p->problem : "error",
                           p->context ? p->context : "",
                           mark_of(p->context_mark),
                           mark_of(p->problem_mark),
                           {0}};
    char *message = yaml_slip(r->text, &f);
    if (!message) {
        f.at = f.noticed;
        message = xformat("YAML syntax: %s%s%s", f.problem, *f.context ? ", " : "", f.context);
    }
    stop(r, (struct yaml_place){r->file, f.at.line + 1, f.at.column + 1}, message);
    free(message);
}

/* ---- nodes ---- */

static struct yaml *new_node(struct reader *r, enum yaml_kind kind, const yaml_event_t *e)
{
    struct yaml_document *d = r->document;
    struct yaml *node = xalloc(sizeof *node);
    *node = (struct yaml){.kind = kind, .place = at(r, e->start_mark), .size = 1, .verbatim = -1};
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

static bool next(struct reader *r, yaml_event_t *e)
{
    if (r->stopped) return false;
    if (yaml_parser_parse(&r->parser, e)) return true;
    (r->parser.error == YAML_READER_ERROR ? stop_at_bad_bytes : stop_at_syntax_error)(r);
    return false;
}

/* ---- anchors ---- */

static int new_anchor(struct reader *r, const yaml_char_t *name)
{
    if (!name) return -1;
    r->anchors = xgrow(r->anchors, (size_t)r->anchor_count + 1, sizeof *r->anchors);
    r->anchors[r->anchor_count] = (struct anchor){xstrdup((const char *)name), NULL};
    return r->anchor_count++;
}

static struct yaml *read_alias(struct reader *r, const yaml_event_t *e)
{
    const char *name = (const char *)e->data.alias.anchor;
    for (int i = r->anchor_count - 1; i >= 0; i--) {
        if (strcmp(r->anchors[i].name, name)) continue;
        if (!r->anchors[i].node) stop(r, at(r, e->start_mark), "an alias inside its own anchor");
        return r->anchors[i].node;
    }
    stop(r, at(r, e->start_mark), "an alias without an anchor before it");
    return NULL;
}

/* ---- the three kinds ---- */

static struct yaml *read_scalar(struct reader *r, const yaml_event_t *e)
{
    struct yaml *node = new_node(r, YAML_SCALAR, e);
    const char *value = (const char *)e->data.scalar.value;
    size_t written = e->end_mark.column - e->start_mark.column;
    node->text = xstrdup(value);
    node->plain = e->data.scalar.style == YAML_PLAIN_SCALAR_STYLE;
    if (strlen(value) != e->data.scalar.length)
        complain(r, node->place, "a text with a NUL character in it");
    if (e->start_mark.line != e->end_mark.line) return node;
    if (node->plain && written == strlen(value)) node->verbatim = 0;
    if (!node->plain && written == strlen(value) + 2) node->verbatim = 1;
    return node;
}

static struct yaml *read_list(struct reader *r, const yaml_event_t *start)
{
    struct yaml *node = new_node(r, YAML_LIST, start);
    yaml_event_t e;
    while (next(r, &e)) {
        bool end = e.type == YAML_SEQUENCE_END_EVENT;
        struct yaml *item = end ? NULL : read_node(r, &e);
        yaml_event_delete(&e);
        if (!item) break;
        grow(r, node, item);
        node->items = xgrow(node->items, (size_t)node->count + 1, sizeof *node->items);
        node->items[node->count++] = item;
    }
    return node;
}

/* NULL (with the error noted) if the key cannot be taken; its value is still to be read. */
static char *take_key(struct reader *r, const struct yaml *map, const yaml_event_t *e)
{
    if (e->type != YAML_SCALAR_EVENT) {
        stop(r, at(r, e->start_mark), "found a key that is not a word, expected `key: value`");
        return NULL;
    }
    const char *key = (const char *)e->data.scalar.value;
    char *message = NULL;
    if (!strcmp(key, "<<"))
        message = xformat("key <<: merge keys are not supported; write the entries out, or give a "
                          "whole value an &anchor and use its *alias");
    for (int i = 0; i < map->count && !message; i++)
        if (!strcmp(map->entries[i].key, key))
            message = xformat("key %s: found twice in one map, first on line %d; expected once",
                              key, map->entries[i].place.line);
    if (message) complain(r, at(r, e->start_mark), message);
    free(message);
    return message ? NULL : xstrdup(key);
}

static void add_entry(struct yaml *map, char *key, struct yaml_place place, struct yaml *value)
{
    map->entries = xgrow(map->entries, (size_t)map->count + 1, sizeof *map->entries);
    map->entries[map->count++] = (struct yaml_entry){key, place, value};
}

static struct yaml *read_map(struct reader *r, const yaml_event_t *start)
{
    struct yaml *node = new_node(r, YAML_MAP, start);
    yaml_event_t e;
    while (next(r, &e)) {
        bool end = e.type == YAML_MAPPING_END_EVENT;
        struct yaml_place place = at(r, e.start_mark);
        char *key = end ? NULL : take_key(r, node, &e);
        yaml_event_delete(&e);
        struct yaml *value = NULL;
        if (!end && next(r, &e)) {
            value = read_node(r, &e);
            yaml_event_delete(&e);
        }
        if (value) grow(r, node, value);
        if (key && value)
            add_entry(node, key, place, value);
        else
            free(key);
        if (!value) break;
    }
    return node;
}

/* What an event carries besides its content. */
struct properties {
    const yaml_char_t *anchor, *tag;
    struct yaml *(*read)(struct reader *, const yaml_event_t *);
};

static struct properties properties(const yaml_event_t *e)
{
    if (e->type == YAML_SEQUENCE_START_EVENT)
        return (struct properties){e->data.sequence_start.anchor, e->data.sequence_start.tag,
                                   read_list};
    if (e->type == YAML_MAPPING_START_EVENT)
        return (struct properties){e->data.mapping_start.anchor, e->data.mapping_start.tag,
                                   read_map};
    return (struct properties){e->data.scalar.anchor, e->data.scalar.tag, read_scalar};
}

static struct yaml *read_node(struct reader *r, yaml_event_t *e)
{
    if (e->type == YAML_ALIAS_EVENT) return read_alias(r, e);
    struct properties p = properties(e);
    if (p.tag) complain(r, at(r, e->start_mark), "found a tag (!...), expected a plain value");
    if (r->depth >= MAX_DEPTH) {
        stop(r, at(r, e->start_mark), "nested deeper than 64 levels");
        return NULL;
    }
    if (r->anchor_count >= MAX_ANCHORS) {
        stop(r, at(r, e->start_mark), "found more than 1000 anchors (&name), expected fewer");
        return NULL;
    }
    int anchor = new_anchor(r, p.anchor);
    r->depth++;
    struct yaml *node = p.read(r, e);
    r->depth--;
    if (anchor >= 0) r->anchors[anchor].node = node;
    return node;
}

/* ---- the document ---- */

static void read_stream(struct reader *r)
{
    yaml_event_t e;
    for (bool more = true; more && next(r, &e);) {
        switch (e.type) {
        case YAML_SCALAR_EVENT:
        case YAML_SEQUENCE_START_EVENT:
        case YAML_MAPPING_START_EVENT:
        case YAML_ALIAS_EVENT:
            if (!r->document->root) r->document->root = read_node(r, &e);
            break;
        case YAML_DOCUMENT_START_EVENT:
            if (r->document->root)
                stop(r, at(r, e.start_mark), "found a second document, expected one in a file");
            break;
        case YAML_STREAM_END_EVENT:
            more = false;
            break;
        default:
            break;
        }
        yaml_event_delete(&e);
    }
}

bool yaml_parse(struct yaml_document *d, const char *file, const char *text, size_t length,
                struct diags *diags)
{
    struct reader r = {.document = d, .file = file, .text = text, .diags = diags};
    int before = diags->count;
    *d = (struct yaml_document){0};
    require(yaml_parser_initialize(&r.parser));
    yaml_parser_set_encoding(&r.parser, YAML_UTF8_ENCODING);
    yaml_parser_set_input_string(&r.parser, (const unsigned char *)text, length);
    if (length > YAML_BYTES) stop(&r, (struct yaml_place){file, 0, 0}, file_fault(EFBIG));
    read_stream(&r);
    yaml_parser_delete(&r.parser);
    for (int i = 0; i < r.anchor_count; i++) free(r.anchors[i].name);
    free(r.anchors);
    if (!d->root && diags->count == before)
        diag_add(diags, file, 0, 0, "found an empty file, expected a map of keys");
    if (diags->count > before) d->root = NULL;
    return d->root;
}
