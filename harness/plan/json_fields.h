/* SPDX-License-Identifier: MIT
 * Reads structs from JSON objects, writes them as JSON objects, and frees them. One table of
 * members serves all three.
 *
 * Members that are 0, false, NULL or empty are not written; a missing member is read as such a
 * value. A member of the wrong type causes an error that names the member. */
#ifndef ATTNLAB_JSON_FIELDS_H
#define ATTNLAB_JSON_FIELDS_H

#include <jansson.h>
#include <stdbool.h>
#include <stddef.h>

struct axes;

/* Types of struct members. A list is a pointer and an int count. */
enum field_type {
    FIELD_TEXT,  /* char *; NULL if missing */
    FIELD_INT,   /* int */
    FIELD_SEED,  /* uint64_t */
    FIELD_BOOL,  /* bool */
    FIELD_REAL,  /* double */
    FIELD_TEXTS, /* list of char * */
    FIELD_LIST,  /* list of structs */
    /* The following types are also read if the member is missing. */
    FIELD_STRUCT, /* struct */
    FIELD_WORD,   /* char *; "" if missing */
    FIELD_COLUMN, /* list of char * whose count an earlier list of the table sets; missing texts are
                     "" */
    FIELD_AXIS,   /* int, index of an axis, written by name; -1 if missing */
    FIELD_INDEX,  /* int, not negative; -1 if missing */
    /* The following members must not be missing. */
    FIELD_NAME,      /* char * */
    FIELD_GIVEN_AXIS /* int, index of an axis, written by name */
};
struct field {
    const char *name; /* name in JSON; an entry whose name is NULL ends the table */
    enum field_type type;
    size_t offset, count;       /* offset of the member; for a list, also the offset of its count */
    const struct field *fields; /* table for the members of a struct or of list items */
    size_t size;                /* size of one list item in bytes */
};
/* Entries of a table. `of` is the struct that contains the member; the members of struct `item` are
 * in the table item##_fields. */
#define ONE(name, type, of, member) name, FIELD_##type, offsetof(struct of, member), 0, NULL, 0
#define TEXTS(name, type, of, list, n)                                                             \
    name, FIELD_##type, offsetof(struct of, list), offsetof(struct of, n), NULL, sizeof(char *)
#define LIST(name, of, list, n, item)                                                              \
    name, FIELD_LIST, offsetof(struct of, list), offsetof(struct of, n), item##_fields,            \
        sizeof(struct item)
#define INSIDE(name, of, member, item)                                                             \
    name, FIELD_STRUCT, offsetof(struct of, member), 0, item##_fields, sizeof(struct item)

/* The axes give the names of FIELD_AXIS; they may be NULL if no table has this type. */
void fields_write(json_t *object, const struct field *, const void *item, const struct axes *);
/* Fills a zeroed struct, which then owns its texts and lists. On failure, returns false and sets
 * *error, which the caller frees. Call fields_free() in either case. */
bool fields_read(const json_t *object, const struct field *, void *item, const struct axes *,
                 char **error);
/* Frees the texts and lists of a struct. */
void fields_free(const struct field *, void *item);

/* The members of struct spec that run, analysis and report need (spec_fields.c). */
extern const struct field question_fields[];

#endif
