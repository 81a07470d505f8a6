/* SPDX-License-Identifier: MIT
 * Declares the code that generated sets share. A candidate is a record, or several related records.
 * The options train=, valid= and test= set the numbers of candidates. Each split has its own random
 * stream, from which candidates are drawn until enough are unique, within and across splits. Test
 * is drawn first, then valid, then train, so the scored data do not depend on the size of the
 * training split. */
#ifndef ATTNLAB_GENERATED_H
#define ATTNLAB_GENERATED_H

#include "datasets/arguments.h"
#include "datasets/data_store.h"
#include "datasets/generated/draw.h"

/* Parses a set's own options and the sizes. `sizes` initially contains the defaults. Returns false
 * and sets *error, which lists the valid options, if an option is invalid. */
bool generated_options(const char *set, const char *text, const struct argument *own, int count,
                       int sizes[GIVEN_SPLITS], char **error);

struct generator {
    const char *set;
    void *state;
    /* Generates the next candidate in `state` and returns its key, which is valid until the next
     * call. Duplicates have equal keys. */
    struct string (*make)(void *state, struct draw *);
    /* Adds the candidate to a split, as one record or as several related records. */
    void (*keep)(void *state, struct dataset *, enum split);
};
/* Fills the splits; `sizes` is the number of candidates per split. Returns false and sets *error if
 * there are too few unique candidates. */
bool generate(const struct generator *, struct dataset *, uint64_t seed,
              const int sizes[GIVEN_SPLITS], char **error);

/* A POSITIONS task whose records all have the same length. `fill` writes the tokens and some
 * targets; all targets are -1 before the call. */
struct sequence_task {
    const char *set;
    const void *options;
    int length, vocabulary;
    void (*fill)(const void *options, struct draw *, int32_t *tokens, int32_t *targets);
};
bool generate_sequences(const struct sequence_task *, struct dataset *, uint64_t seed,
                        const int sizes[GIVEN_SPLITS], char **error);

#endif
