/* SPDX-License-Identifier: MIT
 * Taking pieces of text apart. A blank is a space or a tab. */
#ifndef ATTNLAB_STRINGS_H
#define ATTNLAB_STRINGS_H

#include "datasets/data_store.h"

struct string string_of(const char *text); /* of a NUL-terminated text */
bool string_is(struct string, const char *text);
bool string_equal(struct string, struct string);
bool string_starts(struct string, const char *start);
struct string string_from(struct string, size_t offset); /* without the first bytes */
/* Takes what stands before the next separator off the front of *rest, and the separator; all if
 * there is none. False, with *piece empty, once nothing is left. */
bool string_cut(struct string *rest, char separator, struct string *piece);
/* The same for words between runs of blanks. */
bool string_word(struct string *rest, struct string *word);
struct string string_trim(struct string); /* without blanks at the ends */
/* Words with one blank between; a copy only where that changes something. */
struct string string_squeeze(struct data_store *, struct string);
/* A decimal number from min to max, of digits alone. */
bool string_number(struct string, long min, long max, long *number);

#endif
