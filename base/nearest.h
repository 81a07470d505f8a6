/* SPDX-License-Identifier: MIT
 * "Did you mean": the most similar word of a list by edit distance. */
#ifndef ATTNLAB_NEAREST_H
#define ATTNLAB_NEAREST_H

#include "base/mem.h"

/* NULL if no distance is within a third of the word's length (at least 1, at most 3 edits; a swap
 * of neighbours is one), or the word has one letter. */
const char *nearest(const char *word, const char *const *words, int count);
/* Appends "; did you mean X?" if there is such a word. */
void add_nearest(struct text *, const char *word, const char *const *words, int count);

#endif
