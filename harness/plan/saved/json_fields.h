/* SPDX-License-Identifier: MIT
 * Structs as JSON objects, by one table of members that serves writing and reading.
 *
 * Writing leaves out 0, false and NULL; reading gives a missing member that value. A member of
 * another type than expected is an error that names it. */
#ifndef ATTNLAB_JSON_FIELDS_H
#define ATTNLAB_JSON_FIELDS_H

#include "harness/plan/spec.h"

#include <jansson.h>

/* Types of members: char *, int, uint64_t, bool, double, an axis by its name (int; -1: none), a
 * list of texts or of structs with its count (pointer, int), a struct. */
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
    const char *name; /* NULL: the end of a table */
    enum field_type type;
    size_t offset, count;       /* of the member, of the count of a list */
    const struct field *fields; /* of a struct, or of each item of a list */
    size_t size;                /* of such an item */
};
void fields_write(json_t *object, const struct field *, const void *item, const struct axes *);
/* Fills a zeroed struct, whose texts and lists it then owns. False with *error (the caller frees
 * it). */
bool fields_read(const json_t *object, const struct field *, void *item, const struct axes *,
                 char **error);

/* ---- a question in plan.json (question_json.c) ---- */

json_t *question_to_json(const struct spec *, const struct axes *);
/* Likewise into a zeroed question. */
bool question_from_json(const json_t *, struct spec *, const struct axes *, char **error);

#endif
