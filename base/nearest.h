/* SPDX-License-Identifier: MIT
 * Suggests the most similar word ("did you mean ...?") by edit distance. */
#ifndef ATTNLAB_NEAREST_H
#define ATTNLAB_NEAREST_H

#include "base/mem.h"

/* Returns the most similar word of a list, or NULL if no word is similar enough. The edit distance
 * may be a third of the word's length, at least 1 and at most 3; a swap of adjacent letters is one
 * edit. Words of one letter have no similar words. */
const char *nearest(const char *word, const char *const *words, int count);
void add_nearest(struct text *, const char *word, const char *const *words, int count);

#endif
