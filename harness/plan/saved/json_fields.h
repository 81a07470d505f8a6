/* SPDX-License-Identifier: MIT
 * Convert structs to JSON objects and back. One table of members serves both directions.
 *
 * Members that are 0, false or NULL are not written; missing members are read as these values. A
 * member of the wrong type is an error that names the member. */
#ifndef ATTNLAB_JSON_FIELDS_H
#define ATTNLAB_JSON_FIELDS_H

#include "harness/plan/spec.h"

#include <jansson.h>

/* Types of members, in order: char *, int, uint64_t, bool, double; an axis (int index, -1: none;
 * its name in JSON); a list of texts or of structs (pointer and int count); a struct. */
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
    const char *name; /* NULL ends the table */
    enum field_type type;
    size_t offset, count;       /* offset of the member; for a list, also offset of its count */
    const struct field *fields; /* members of a struct or of the items of a list */
    size_t size;                /* size of an item of a list */
};
void fields_write(json_t *object, const struct field *, const void *item, const struct axes *);
/* Fills a zeroed struct, which then owns its texts and lists. Returns false with *error, which the
 * caller frees. */
bool fields_read(const json_t *object, const struct field *, void *item, const struct axes *,
                 char **error);

/* ---- a question in plan.json (question_json.c) ---- */

json_t *question_to_json(const struct spec *, const struct axes *);
/* Fills a zeroed question from JSON. Returns false with *error, which the caller frees. */
bool question_from_json(const json_t *, struct spec *, const struct axes *, char **error);

#endif
