/* SPDX-License-Identifier: MIT
 * What generated sets share: sizes as options (train=, valid=, test=), one stream of random
 * numbers a split, and candidates drawn until enough of them differ from all that were kept.
 *
 * Test is drawn first, then valid, then train: what a model is scored on does not depend on how
 * much it is trained on. No candidate is kept twice, in one split or in two. */
#ifndef ATTNLAB_GENERATED_H
#define ATTNLAB_GENERATED_H

#include "datasets/arguments.h"
#include "datasets/data_store.h"
#include "datasets/generated/draw.h"

/* Reads a set's own options and the sizes; `sizes` holds the defaults. False with *error, which
 * lists all that the set takes. */
bool generated_options(const char *set, const char *text, const struct argument *own, int count,
                       int sizes[GIVEN_SPLITS], char **error);

struct generator {
    const char *set;
    void *state;
    /* Makes the next candidate, held in state, and returns what it must not share with another:
     * its bytes, valid until the next call. */
    struct string (*make)(void *state, struct draw *);
    /* Adds the candidate: a record, or several that belong together. */
    void (*keep)(void *state, struct dataset *, enum split);
};
/* sizes: candidates a split. False with *error: there are not that many different ones. */
bool generate(const struct generator *, struct dataset *, uint64_t seed,
              const int sizes[GIVEN_SPLITS], char **error);

/* POSITIONS: records of one length. fill writes the tokens; targets come as -1. */
struct sequence_task {
    const char *set;
    const void *options;
    int length, vocabulary;
    void (*fill)(const void *options, struct draw *, int32_t *tokens, int32_t *targets);
};
bool generate_sequences(const struct sequence_task *, struct dataset *, uint64_t seed,
                        const int sizes[GIVEN_SPLITS], char **error);

#endif
