/* SPDX-License-Identifier: MIT
 * Tasks that test one relation of query and key: K keys, each a code and a value in one token, then
 * a query, a code. A record has two values: one on all keys that match the query, one on all
 * others. The first is the target.
 *
 *   tokens   (code, value) x K, query                   the target is the value of the matching
 * keys ids      code * values + value, then one id per query; the first `values` ids encode answers
 *
 * So a head is right if its weights are larger on matching keys, for each query. The other keys are
 * drawn like keys that match another query: without the query the record says nothing about the
 * answer, and a query-independent score is right half the time. With free embeddings, a dot product
 * in d dimensions can express a relation if and only if its keys can be placed so that, for each
 * query, a plane separates the matching keys from the others. One layer, one head. */
#ifndef ATTNLAB_MATCHING_H
#define ATTNLAB_MATCHING_H

#include "datasets/generated/generated.h"

struct matching {
    const char *set;
    const void *options; /* of the relation */
    int codes, queries;  /* numbers of different keys and queries */
    int keys, values;    /* keys per record; different values */
    /* Draws a query and another one whose matching keys are the non-matching keys: no key matches
     * both. The pair must be as likely in the other order. */
    void (*draw)(const void *options, struct draw *, int *query, int *other);
    /* Writes the codes that match a query; returns how many. */
    int (*matches)(const void *options, int query, int *codes);
};
enum { MOST_CODES = 256, MOST_MATCHING_KEYS = 256, MOST_MATCHING_VALUES = 128 };

/* Parses the common options keys=, values= and split sizes, then the relation's own. False with
 * *error. */
bool matching_options(struct matching *, const char *text, const struct argument *own, int count,
                      int sizes[GIVEN_SPLITS], char **error);
bool matching_open(const struct matching *, struct dataset *, uint64_t seed,
                   const int sizes[GIVEN_SPLITS], char **error);

#endif
