/* SPDX-License-Identifier: MIT
 * Tasks that ask a score for one relation of query and key, and for nothing else: K keys, each a
 * code and a value in one token, then a query, a code. Only two values occur in a record: one on
 * all keys that match the query, one on all others. Which is the first, is asked for.
 *
 *   tokens   (code, value) x K, query                   target at the query: the matching keys'
 * value ids      code * values + value, then one id a query; the first `values` ids stand for
 * answers
 *
 * So a head answers rightly if its weights are larger on matching keys, for each query. The other
 * keys are drawn as those that match another query are: without the query a record looks the same
 * whichever of its values is asked for, so that nothing but the relation helps, and a score that is
 * the same for every query is right half the time. With embeddings that are free, a dot product of
 * d numbers can have a relation if and only if its keys can be put into d dimensions so that for
 * each query a plane parts the matching keys from the others: one d too few fails however long it
 * trains. One layer, one head. */
#ifndef ATTNLAB_MATCHING_H
#define ATTNLAB_MATCHING_H

#include "datasets/generated/generated.h"

struct matching {
    const char *set;
    const void *options; /* of the relation */
    int codes, queries;  /* ids of keys and of queries */
    int keys, values;    /* of a record; of all */
    /* A query and another whose keys serve as those that do not match: no key matches both. They
     * must be as likely the other way round. */
    void (*draw)(const void *options, struct draw *, int *query, int *other);
    /* The codes that match a query; returns how many. */
    int (*matches)(const void *options, int query, int *codes);
};
enum { MOST_CODES = 256, MOST_MATCHING_KEYS = 256, MOST_MATCHING_VALUES = 128 };

/* The options that all have, keys=, values= and the sizes of splits, with their defaults, in front
 * of the relation's own. False with *error. */
bool matching_options(struct matching *, const char *text, const struct argument *own, int count,
                      int sizes[GIVEN_SPLITS], char **error);
bool matching_open(const struct matching *, struct dataset *, uint64_t seed,
                   const int sizes[GIVEN_SPLITS], char **error);

#endif
