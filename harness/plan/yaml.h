/* SPDX-License-Identifier: MIT
 * YAML files as trees of nodes with their places in the file.
 *
 * Stricter than YAML: one document per file, no duplicate keys, no merge keys, no tags, no keys
 * but scalars, and bounds on bytes, keys, items and expanded aliases. A scalar is text; the field
 * that reads it gives it a type, so `no` is a word and 010 is ten. */
#ifndef ATTNLAB_YAML_H
#define ATTNLAB_YAML_H

#include "base/diag.h"

#include <stdbool.h>

struct yaml_place {
    const char *file; /* borrowed from the caller of yaml_parse() */
    int line, column; /* 1-based; 0: the whole file */
};
/* Adds an error at a place. */
void fault_at(struct diags *, struct yaml_place, const char *format, ...)
    __attribute__((format(printf, 3, 4)));

enum yaml_kind { YAML_SCALAR, YAML_LIST, YAML_MAP };

struct yaml_entry {
    char *key;
    struct yaml_place place; /* of the key */
    struct yaml *value;
};
struct yaml {
    enum yaml_kind kind;
    struct yaml_place place;
    char *text;   /* scalar: decoded, "" for an empty value */
    bool plain;   /* scalar: not quoted, not a block */
    int verbatim; /* scalar on one line without escapes: columns from place.column to its first
                   * character; else -1 */
    struct yaml_entry *entries; /* map: `count` of them, in order */
    struct yaml **items;        /* list: `count` of them */
    int count;
    long size; /* nodes in this tree, aliases expanded */
};
struct yaml_document {
    struct yaml *root;   /* NULL after an error */
    struct yaml **nodes; /* all nodes, each once: an alias shares its anchor's node */
    int count;
};

enum { YAML_BYTES = 4 << 20 }; /* the most that is read; a question has some thousand */

/* False with every error found in diags; the document is to be freed in either case. */
bool yaml_parse(struct yaml_document *, const char *file, const char *text, size_t length,
                struct diags *);
void yaml_release(struct yaml_document *);
/* The value of a key of a map, or NULL. */
struct yaml *yaml_get(const struct yaml *map, const char *key);
/* The word none, without quotes. */
bool yaml_is_none(const struct yaml *);

/* ---- changing a tree ---- */

/* A copy of all its nodes, which belong to `owner`. Only a copy is to be changed. */
struct yaml *yaml_copy(struct yaml_document *owner, const struct yaml *);
/* Sets the value of an entry's key; a new key goes to the end. */
void yaml_put(struct yaml *map, const struct yaml_entry *, struct yaml *value);
/* Removes a key, if it is there. */
void yaml_drop(struct yaml *map, const char *key);

/* "a map", "a list", "nothing" or the scalar's text in quotes (shortened); the caller frees it. */
char *yaml_describe(const struct yaml *);
/* The place of byte `offset` (from 0) of a scalar's text, or of the scalar. */
struct yaml_place yaml_place_in(const struct yaml *scalar, int offset);

#endif
