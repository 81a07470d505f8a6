/* SPDX-License-Identifier: MIT
 * Generates tasks that test one relation between query and key. A record has K keys, each a code
 * and a value in one token, then a query, which is also a code. All matching keys have the same
 * value; all other keys have a different value. The target is the value of the matching keys.
 *
 *   tokens: K times (code, value), then the query; the target is at the query
 *   ids: code * values + value for keys, then one id per query; the first `values` ids encode
 *   answers
 *
 * A head solves the task if matching keys get larger weights for each query. The other keys are
 * drawn like the keys of a different query, so the keys alone do not reveal the answer: a score
 * that ignores the query is right half the time.
 *
 * With free embeddings, a dot product in d dimensions can express a relation if and only if the
 * keys can be placed so that a plane separates matching keys from others, for each query. The tasks
 * need one layer with one head. */
#ifndef ATTNLAB_MATCHING_H
#define ATTNLAB_MATCHING_H

#include "datasets/generated/generated.h"

struct matching {
    const char *set;
    const void *options;
    int codes, queries; /* numbers of different keys and of different queries */
    int keys, values;   /* keys per record; number of different values */
    /* Draws two queries such that no key matches both. The second query defines the non-matching
     * keys. Both orders of a pair must be equally likely. */
    void (*draw)(const void *options, struct draw *, int *query, int *other);
    /* Writes the codes of the keys that match a query and returns their number. */
    int (*matches)(const void *options, int query, int *codes);
};
enum { MOST_CODES = 256, MOST_MATCHING_KEYS = 256, MOST_MATCHING_VALUES = 128 };

/* Parses the common options (keys=, values=, split sizes) and the relation's own options. If an
 * option is invalid, returns false and sets *error. */
bool matching_options(struct matching *, const char *text, const struct argument *own, int count,
                      int sizes[GIVEN_SPLITS], char **error);
bool matching_open(const struct matching *, struct dataset *, uint64_t seed,
                   const int sizes[GIVEN_SPLITS], char **error);

#endif
