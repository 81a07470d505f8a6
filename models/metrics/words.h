/* SPDX-License-Identifier: MIT
 * Lists of words and counts of their n-grams. For models/metrics only.
 *
 * Words become numbers, n-grams become tuples of numbers, and a count is a sort followed by a walk
 * over runs: the same result in the same order on every machine, without a hash. */
#ifndef ATTNLAB_WORDS_H
#define ATTNLAB_WORDS_H

#include <stddef.h>
#include <stdint.h>

struct words {
    char *text;  /* owned; the words lie in it, each ended by a NUL */
    char **word; /* (count); the array is owned */
    size_t *id;  /* (count), once numbered: equal ids, equal words; from 1; owned */
    size_t count;
};

/* Cuts text at blanks. Takes text over; words_free frees it. */
struct words words_split(char *text);
void words_free(struct words *);
/* Writes the ids of several lists, so that they compare among each other. */
void words_number(struct words *lists, size_t count);

enum { GRAM_ORDER = 4 };
struct gram {
    size_t id[GRAM_ORDER]; /* 0 beyond the order */
    uint64_t count;
};
struct grams {
    struct gram *gram; /* (count) different ones, sorted; owned */
    size_t count;
    uint64_t total;
};
/* All n-grams of one order, 1..GRAM_ORDER, of a numbered list. */
struct grams grams_count(const struct words *, size_t order);
/* Sum over n-grams of the smaller of: how often in a, and how often in that of the b (count)
 * where it is most frequent. */
uint64_t grams_common(const struct grams *a, const struct grams *b, size_t count);
void grams_free(struct grams *);

#endif
