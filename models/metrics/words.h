/* SPDX-License-Identifier: MIT
 * Declares lists of words and counts of n-grams, for models/metrics only.
 *
 * Words become numbers and n-grams become tuples of numbers, which are sorted and counted. The
 * result has the same order on every machine. */
#ifndef ATTNLAB_WORDS_H
#define ATTNLAB_WORDS_H

#include <stddef.h>
#include <stdint.h>

struct words {
    char *text;  /* owned; contains the words, each followed by a NUL */
    char **word; /* pointers into the text, shape (count); the array is owned */
    /* ids, starting at 1, set by words_number(); equal words have equal ids; shape (count), owned
     */
    size_t *id;
    size_t count;
};

/* Splits a text at whitespace and takes ownership of the text. words_free() frees the result. */
struct words words_split(char *text);
void words_free(struct words *);
/* Assigns the ids in several lists, so that words of all lists can be compared. */
void words_number(struct words *lists, size_t count);

enum { GRAM_ORDER = 4 };
struct gram {
    size_t id[GRAM_ORDER]; /* ids of the words; 0 fills unused elements */
    uint64_t count;
};
struct grams {
    struct gram *gram; /* unique n-grams in sorted order, shape (count); owned */
    size_t count;
    uint64_t total;
};
/* Counts all n-grams of one order, 1..GRAM_ORDER, in a numbered list. */
struct grams grams_count(const struct words *, size_t order);
/* Returns the number of clipped matches: the sum over n-grams of min(count in a, largest count in
 * any b). `count` is the number of lists b. */
uint64_t grams_common(const struct grams *a, const struct grams *b, size_t count);
void grams_free(struct grams *);

#endif
