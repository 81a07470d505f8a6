/* SPDX-License-Identifier: MIT
 * Cell strings: "axis=value,axis=value". harness/README.md has the grammar. */
#ifndef ATTNLAB_CELL_H
#define ATTNLAB_CELL_H

#include <stdbool.h>
#include "base/mem.h"

struct cell_field {
    char *axis, *value; /* value decoded */
};
struct cell_fields {
    struct cell_field *list;
    int count;
};

/* False with a message (the caller frees it) in *error: empty, missing '=', bad escape, duplicate
 * axis. */
bool cell_parse(const char *string, struct cell_fields *, char **error);
/* The value of an axis, or NULL. */
const char *cell_get(const struct cell_fields *, const char *axis);
/* Appends ",axis=value" (without the comma at the start), escaping the value. */
void cell_append(struct text *, const char *axis, const char *value);
void cell_free(struct cell_fields *);

#endif
