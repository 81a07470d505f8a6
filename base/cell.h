/* SPDX-License-Identifier: MIT
 * Parses and builds cell strings: "axis=value,axis=value". See harness/README.md. */
#ifndef ATTNLAB_CELL_H
#define ATTNLAB_CELL_H

#include <stdbool.h>
#include "base/mem.h"

struct cell_field {
    char *axis, *value; /* axis name and decoded value */
};
struct cell_fields {
    struct cell_field *list;
    int count;
};

/* Parses a cell string. Returns false and sets *error, which the caller frees, if the string is
 * empty or a field is invalid: no '=', a bad escape, or a duplicate axis. */
bool cell_parse(const char *string, struct cell_fields *, char **error);
const char *cell_get(const struct cell_fields *, const char *axis);
/* Appends ",axis=value" with the value escaped. The first field has no leading comma. */
void cell_append(struct text *, const char *axis, const char *value);
void cell_free(struct cell_fields *);

#endif
