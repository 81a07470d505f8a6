/* SPDX-License-Identifier: MIT
 * Finds the words at all positions of one row of a batch. */
#ifndef ATTNLAB_ROW_WORDS_H
#define ATTNLAB_ROW_WORDS_H

#include "models/batch.h"

#include <stddef.h>

/* Returns the row's word ids and sets *count to their number. The id -1 marks a missing word. */
static inline const int32_t *row_words(const struct batch *b, int row, int *count)
{
    int words = b->words > 1 ? b->words : 1;
    *count = b->lengths[row] * words;
    return b->tokens + (size_t)row * (size_t)b->n * (size_t)words;
}

#endif
