/* SPDX-License-Identifier: MIT
 * Generates tasks that test one relation between query and key. A record is K key tokens and then a
 * query token. A key token encodes a code and a value; the query token encodes only a code. The
 * matching keys all have one value, the other keys a different value. The target is the value of
 * the matching keys.
 *
 *   tokens: K times (code, value), then the query; the target is at the query.
 *   ids: code * values + value for keys, then one id per query; the first `values` ids encode
 *   answers.
 *
 * The task needs one layer with one head, which gives larger weights to the matching keys. The
 * other keys match a different query, so a score that ignores the query is right half the time.
 *
 * With free embeddings, a dot product in d dimensions can express a relation if and only if keys
 * can be represented as points in d dimensions such that, for each query, a plane separates the
 * matching keys from the others. */
#ifndef ATTNLAB_MATCHING_H
#define ATTNLAB_MATCHING_H

#include "datasets/generated/generated.h"

struct matching {
    const char *set;
    const void *options;
    int codes, queries; /* numbers of different keys and of different queries */
    int keys, values;   /* keys per record; number of different values */
    /* Draws two queries such that no key matches both. The non-matching keys of a record are keys
     * that match the second query. Both orders of a pair must be equally likely. */
    void (*draw)(const void *options, struct draw *, int *query, int *other);
    /* Writes the codes of the keys that match a query and returns their number. */
    int (*matches)(const void *options, int query, int *codes);
};
enum { MOST_CODES = 256, MOST_MATCHING_KEYS = 256, MOST_MATCHING_VALUES = 128 };

/* Parses the common options (keys=, values=, split sizes) and the relation's own options. Returns
 * false and sets *error if an option is invalid. */
bool matching_options(struct matching *, const char *text, const struct argument *own, int count,
                      int sizes[GIVEN_SPLITS], char **error);
bool matching_open(const struct matching *, struct dataset *, uint64_t seed,
                   const int sizes[GIVEN_SPLITS], char **error);

#endif
