/* SPDX-License-Identifier: MIT
 * Splits texts. In these functions, whitespace means spaces and tabs. */
#ifndef ATTNLAB_STRINGS_H
#define ATTNLAB_STRINGS_H

#include "datasets/data_store.h"

struct string string_of(const char *text); /* Converts a NUL-terminated text to a struct string. */
bool string_is(struct string, const char *text);
bool string_equal(struct string, struct string);
bool string_starts(struct string, const char *start);
struct string string_from(struct string, size_t offset);
/* Moves the text before the next separator from *rest to *piece, and drops the separator. If there
 * is no separator, *piece is the whole rest. Returns false at the end. */
bool string_cut(struct string *rest, char separator, struct string *piece);
/* Removes the next whitespace-separated word from the start of *rest. */
bool string_word(struct string *rest, struct string *word);
struct string string_trim(struct string); /* Removes spaces and tabs from both ends of a text. */
/* Reduces whitespace between words to single spaces. Copies the text only if something changes. */
struct string string_squeeze(struct data_store *, struct string);
/* Parses a decimal number in min..max that consists of digits only. */
bool string_number(struct string, long min, long max, long *number);

#endif
