/* SPDX-License-Identifier: MIT
 * Reads, writes and frees structs as JSON objects. One table of members describes a struct. Members
 * that are 0, false, NULL or empty are not written; a missing member is read as 0, false, NULL or
 * empty. A member of the wrong type is an error that names the member. */
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
    /* If a member of the following types is missing, a default value is stored. */
    FIELD_STRUCT, /* struct */
    FIELD_WORD,   /* char *; "" if missing */
    FIELD_COLUMN, /* list of char *; an earlier list of the table sets the count; missing strings
                     are "" */
    FIELD_AXIS,   /* int, index of an axis, written as the axis name; -1 if missing */
    FIELD_INDEX,  /* non-negative int; -1 if missing */
    /* For the following types, a missing member is an error. */
    FIELD_NAME,      /* char * */
    FIELD_GIVEN_AXIS /* int, index of an axis, written as the axis name */
};
struct field {
    const char *name; /* name in JSON; NULL ends the table */
    enum field_type type;
    size_t offset, count;       /* offset of the member; a list also has the offset of the count */
    const struct field *fields; /* table of members of a struct or of list items */
    size_t size;                /* size of one list item in bytes */
};
/* Macros for table entries. `of` is the struct that contains the member. A member or list item of
 * type struct `item` is described by the table item##_fields. */
#define ONE(name, type, of, member) name, FIELD_##type, offsetof(struct of, member), 0, NULL, 0
#define TEXTS(name, type, of, list, n)                                                             \
    name, FIELD_##type, offsetof(struct of, list), offsetof(struct of, n), NULL, sizeof(char *)
#define LIST(name, of, list, n, item)                                                              \
    name, FIELD_LIST, offsetof(struct of, list), offsetof(struct of, n), item##_fields,            \
        sizeof(struct item)
#define INSIDE(name, of, member, item)                                                             \
    name, FIELD_STRUCT, offsetof(struct of, member), 0, item##_fields, sizeof(struct item)

/* Writes the members of a struct into a JSON object. `axes` supplies the axis names for FIELD_AXIS;
 * NULL if no table uses this type. */
void fields_write(json_t *object, const struct field *, const void *item, const struct axes *);
/* Fills a zeroed struct with newly allocated strings and lists. On failure, returns false and sets
 * *error, which the caller frees. Call fields_free() in either case. */
bool fields_read(const json_t *object, const struct field *, void *item, const struct axes *,
                 char **error);
/* Frees the strings and lists of a struct. */
void fields_free(const struct field *, void *item);

/* The members of struct spec in plan.json (spec_fields.c). */
extern const struct field question_fields[];

#endif
