/* SPDX-License-Identifier: MIT
 * Splits lines into fields, which may be empty. Strips and compares texts. */
#ifndef ATTNLAB_FIELDS_H
#define ATTNLAB_FIELDS_H

#include "datasets/formats/strings.h"

/* Splits *rest at the first separator: *field is the text before the separator, *rest the text
 * after it. Returns false if there is no separator; *field is then the whole text, and *rest is
 * empty. Unlike string_cut(), keeps empty fields and distinguishes "a" from "a\t". */
bool field_cut(struct string *rest, char separator, struct string *field);
bool string_ends(struct string, const char *end);
struct string string_strip(struct string); /* Removes whitespace from both ends of a text. */
/* Compares two texts by bytes; a prefix sorts first. */
int string_compare(struct string, struct string);
/* Returns how many bytes of a text to quote in an error with %.*s. The text is cut at a character
 * boundary. */
int string_shown(struct string);

#endif
