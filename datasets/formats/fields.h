/* SPDX-License-Identifier: MIT
 * Fields that may be empty, and texts stripped and compared; complements strings.h. */
#ifndef ATTNLAB_FIELDS_H
#define ATTNLAB_FIELDS_H

#include "datasets/formats/strings.h"

/* *field: up to the first separator; *rest: the text after it. False without a separator: *field is
 * everything, *rest empty. Unlike string_cut it distinguishes "a" from "a\t" and keeps empty
 * fields. */
bool field_cut(struct string *rest, char separator, struct string *field);
bool string_ends(struct string, const char *end);
struct string string_strip(struct string);        /* without whitespace at both ends */
int string_compare(struct string, struct string); /* by bytes; a prefix comes first */
/* Bytes of the text's beginning to quote in an error, for %.*s: whole characters. */
int string_shown(struct string);

#endif
