/* SPDX-License-Identifier: MIT
 * Suggests the most similar word ("did you mean ...?") by edit distance. */
#ifndef ATTNLAB_NEAREST_H
#define ATTNLAB_NEAREST_H

#include "base/mem.h"

/* Returns the nearest word. NULL if `word` has one letter, or if every distance exceeds a third of
 * its length, at least 1 and at most 3 edits. Swapping adjacent letters is one edit. */
const char *nearest(const char *word, const char *const *words, int count);
void add_nearest(struct text *, const char *word, const char *const *words, int count);

#endif
