/* SPDX-License-Identifier: MIT
 * Splits texts. Whitespace here means spaces and tabs. */
#ifndef ATTNLAB_STRINGS_H
#define ATTNLAB_STRINGS_H

#include "datasets/data_store.h"

struct string string_of(const char *text); /* of a NUL-terminated text */
bool string_is(struct string, const char *text);
bool string_equal(struct string, struct string);
bool string_starts(struct string, const char *start);
struct string string_from(struct string, size_t offset); /* without the first `offset` bytes */
/* Takes the text before the next separator, and the separator, from the front of *rest; everything
 * if there is none. False, with *piece empty, at the end. */
bool string_cut(struct string *rest, char separator, struct string *piece);
/* Takes the next word, separated by whitespace. */
bool string_word(struct string *rest, struct string *word);
struct string string_trim(struct string); /* without whitespace at the ends */
/* Words separated by single spaces; copies only if something changes. */
struct string string_squeeze(struct data_store *, struct string);
/* Parses a decimal number of digits only, from min to max. */
bool string_number(struct string, long min, long max, long *number);

#endif
