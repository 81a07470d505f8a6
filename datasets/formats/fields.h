/* SPDX-License-Identifier: MIT
 * Fields of a line that keep empty ones, and texts stripped and compared: what readers of official
 * files need beyond strings.h. */
#ifndef ATTNLAB_FIELDS_H
#define ATTNLAB_FIELDS_H

#include "datasets/formats/strings.h"

/* *field: up to the first separator; *rest: what is behind that. False if there is none: *field is
 * all there was, *rest empty. Unlike string_cut this tells "a" from "a\t" and keeps empty fields.
 */
bool field_cut(struct string *rest, char separator, struct string *field);
bool string_ends(struct string, const char *end);
struct string string_strip(struct string);        /* without blanks and line ends at both ends */
int string_compare(struct string, struct string); /* by bytes; a beginning comes first */
/* Bytes of the beginning that an error quotes of what it found, for %.*s: whole characters. */
int string_shown(struct string);

#endif
