/* SPDX-License-Identifier: MIT
 * Lists of words and counts of their n-grams, for models/metrics only.
 *
 * Words become numbers and n-grams tuples of numbers, which are counted by sorting: the same result
 * in the same order on every machine. */
#ifndef ATTNLAB_WORDS_H
#define ATTNLAB_WORDS_H

#include <stddef.h>
#include <stdint.h>

struct words {
    char *text;  /* owned; contains the words, each ended by a NUL */
    char **word; /* (count); the array is owned */
    size_t *id;  /* (count), owned, set by words_number: from 1; equal ids mean equal words */
    size_t count;
};

/* Splits text at whitespace. Takes ownership of text; freed by words_free. */
struct words words_split(char *text);
void words_free(struct words *);
/* Writes the ids of several lists, which then compare with each other. */
void words_number(struct words *lists, size_t count);

enum { GRAM_ORDER = 4 };
struct gram {
    size_t id[GRAM_ORDER]; /* 0 beyond the order */
    uint64_t count;
};
struct grams {
    struct gram *gram; /* (count) unique, sorted; owned */
    size_t count;
    uint64_t total;
};
/* All n-grams of one order, 1..GRAM_ORDER, of a numbered list. */
struct grams grams_count(const struct words *, size_t order);
/* Sum over n-grams of min(count in a, largest count in any of the `count` lists b). */
uint64_t grams_common(const struct grams *a, const struct grams *b, size_t count);
void grams_free(struct grams *);

#endif
