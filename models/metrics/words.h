/* SPDX-License-Identifier: MIT
 * Declares lists of words and n-gram counts for the metrics. Words are numbered, and n-grams are
 * tuples of these numbers, sorted and counted. The order of the result is the same on every
 * machine. */
#ifndef ATTNLAB_WORDS_H
#define ATTNLAB_WORDS_H

#include <stddef.h>
#include <stdint.h>

struct words {
    char *text;  /* owned; contains the words, each followed by a NUL */
    char **word; /* pointers into the text, shape (count); the array is owned */
    /* ids from 1, set by words_number(); equal words have equal ids; shape (count), owned */
    size_t *id;
    size_t count;
};

/* Splits a text at whitespace and takes ownership of the text. words_free() frees the result. */
struct words words_split(char *text);
void words_free(struct words *);
/* Numbers the words of several lists; equal words have equal ids in all lists. */
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
/* Counts all n-grams of one order, 1..GRAM_ORDER, in a list with ids (words_number). */
struct grams grams_count(const struct words *, size_t order);
/* Returns the number of clipped matches: sum over n-grams of min(count in a, max of the counts in
 * b[0], b[1], ...). `count` is the number of lists in b. */
uint64_t grams_common(const struct grams *a, const struct grams *b, size_t count);
void grams_free(struct grams *);

#endif
