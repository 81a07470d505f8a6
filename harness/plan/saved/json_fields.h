/* SPDX-License-Identifier: MIT
 * Converts structs to JSON objects and back. One table of members serves both directions.
 *
 * Members that are 0, false or NULL are not written, and missing members are read as 0, false or
 * NULL. A member of the wrong type causes an error that names the member. */
#ifndef ATTNLAB_JSON_FIELDS_H
#define ATTNLAB_JSON_FIELDS_H

#include "harness/plan/spec.h"

#include <jansson.h>

/* Types of struct members, in order: char *, int, uint64_t, bool, double; axis (int index, -1 for
 * none, written by name); list of texts; list of structs; struct. A list is a pointer and an int
 * count. */
enum field_type {
    FIELD_TEXT,
    FIELD_INT,
    FIELD_SEED,
    FIELD_BOOL,
    FIELD_REAL,
    FIELD_AXIS,
    FIELD_TEXTS,
    FIELD_LIST,
    FIELD_STRUCT
};
struct field {
    const char *name; /* name in JSON; an entry whose name is NULL ends the table */
    enum field_type type;
    size_t offset, count;       /* offset of the member; for a list, also the offset of its count */
    const struct field *fields; /* table for the members of a struct or of list items */
    size_t size;                /* size of one list item in bytes */
};
void fields_write(json_t *object, const struct field *, const void *item, const struct axes *);
/* Fills a zeroed struct, which then owns its texts and lists. On failure, returns false and sets
 * *error, which the caller frees. */
bool fields_read(const json_t *object, const struct field *, void *item, const struct axes *,
                 char **error);

/* ---- a question in plan.json (question_json.c) ---- */

json_t *question_to_json(const struct spec *, const struct axes *);
/* Fills a zeroed question from JSON. On failure, returns false and sets *error, which the caller
 * frees. */
bool question_from_json(const json_t *, struct spec *, const struct axes *, char **error);

#endif
