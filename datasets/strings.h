/* SPDX-License-Identifier: MIT
 * Taking lines apart: pieces of text that someone else owns. */
#ifndef ATTNLAB_STRINGS_H
#define ATTNLAB_STRINGS_H

#include "datasets/utf8.h"

struct string string_of(const char *);
bool string_is(struct string, const char *);
bool string_begins(struct string, const char *);
bool string_ends(struct string, const char *);
int string_compare(struct string, struct string); /* by bytes; a beginning comes first */
struct string string_strip(struct string);        /* without blanks, tabs, CR and LF at the ends */
/* *head: up to the first `at`, *rest: what is behind it. False if there is none: *head is all, and
 * *rest empty. */
bool string_cut(struct string *rest, char at, struct string *head);
bool string_number(struct string, long *); /* decimal digits alone, at most nine */

#endif
