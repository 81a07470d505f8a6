/* SPDX-License-Identifier: MIT
 * Parses a YAML file into a tree of nodes. Each node keeps its line and column.
 *
 * The parser accepts a subset of YAML: one document per file, scalar keys, no duplicate keys, no
 * merge keys, no tags. Sizes are limited. Scalars remain text until a field is read, so `no` is a
 * word and 010 is ten. */
#ifndef ATTNLAB_YAML_H
#define ATTNLAB_YAML_H

#include "base/diag.h"

#include <stdbool.h>

struct yaml_place {
    const char *file; /* file name; owned by the caller of yaml_parse() */
    int line, column; /* line and column, counted from 1; 0 if the error concerns the whole file */
};
/* Adds an error message that starts with file, line and column. */
#define fault_at(diags, place, ...)                                                                \
    diag_add(diags, (place).file, (place).line, (place).column, __VA_ARGS__)

enum yaml_kind { YAML_SCALAR, YAML_LIST, YAML_MAP };

struct yaml_entry {
    char *key;
    struct yaml_place place; /* line and column of the key in the file */
    struct yaml *value;
};
struct yaml {
    enum yaml_kind kind;
    struct yaml_place place;
    char *text;   /* text with escapes decoded; "" for an empty value */
    bool plain;   /* true if the scalar has no quotes and is not a block scalar */
    int verbatim; /* number of columns from place.column to the first character of the text; -1 if
                     the scalar has escapes or several lines */
    struct yaml_entry *entries; /* entries of a map, in file order */
    struct yaml **items;        /* items of a list */
    int count;
    long size; /* number of nodes in this tree after aliases are expanded */
};
struct yaml_document {
    struct yaml *root;   /* root node of the tree; NULL after an error */
    struct yaml **nodes; /* all nodes of the document; an alias and its anchor share one node */
    int count;
};

/* maximum size of a YAML file in bytes; a typical question has a few thousand bytes */
enum { YAML_BYTES = 4 << 20 };

/* Parses a text. Returns false after errors and adds all of them to `diags`. Call yaml_release() in
 * either case. */
bool yaml_parse(struct yaml_document *, const char *file, const char *text, size_t length,
                struct diags *);
void yaml_release(struct yaml_document *);
/* Returns the value of a key, or NULL if the key is missing. */
struct yaml *yaml_get(const struct yaml *map, const char *key);
/* Returns true if a node is the unquoted word none. */
bool yaml_is_none(const struct yaml *);

/* ---- changing a tree ---- */

/* Copies a tree. `owner` owns the new nodes. Never change a parsed node, only a copy. */
struct yaml *yaml_copy(struct yaml_document *owner, const struct yaml *);
/* Sets the value of a key. A new key is added at the end of the map. */
void yaml_put(struct yaml *map, const struct yaml_entry *, struct yaml *value);
void yaml_drop(struct yaml *map, const char *key);

/* Describes a node for messages: "a map", "a list", "nothing", or the quoted text of a scalar. Long
 * texts are shortened. The caller frees the result. */
char *yaml_describe(const struct yaml *);
/* Returns the file location of byte `offset` (from 0) of a scalar's text. If `verbatim` is -1,
 * returns the start of the scalar. */
struct yaml_place yaml_place_in(const struct yaml *scalar, int offset);

#endif
