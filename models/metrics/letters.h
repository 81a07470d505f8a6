/* SPDX-License-Identifier: MIT
 * Lower case, blanks and word characters as Python knows them, because the reference
 * implementations of the metrics are Python programs. For models/metrics only. */
#ifndef ATTNLAB_LETTERS_H
#define ATTNLAB_LETTERS_H

#include <stdbool.h>
#include <stdint.h>

/* A copy in lower case, to be freed: str.lower(), except that a capital sigma at the end of a word
 * becomes U+03C3 like any other and not U+03C2. */
char *lower_text(const char *text);
/* str.isspace(), which is where str.split() splits. */
bool is_blank(uint32_t code);
/* \w of re, for code points that have a meaning in Unicode 14. */
bool is_word(uint32_t code);

#endif
