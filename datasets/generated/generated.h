/* SPDX-License-Identifier: MIT
 * Shared by generated sets: sizes as options (train=, valid=, test=), one random stream per split,
 * and candidates drawn until enough are unique.
 *
 * Test is drawn first, then valid, then train, so scored data do not depend on the training size.
 * No candidate is kept twice, within or across splits. */
#ifndef ATTNLAB_GENERATED_H
#define ATTNLAB_GENERATED_H

#include "datasets/arguments.h"
#include "datasets/data_store.h"
#include "datasets/generated/draw.h"

/* Parses a set's own options and the sizes; `sizes` holds the defaults. False with *error, which
 * lists the valid options. */
bool generated_options(const char *set, const char *text, const struct argument *own, int count,
                       int sizes[GIVEN_SPLITS], char **error);

struct generator {
    const char *set;
    void *state;
    /* Makes the next candidate in state and returns its key, which must be unique; valid until the
     * next call. */
    struct string (*make)(void *state, struct draw *);
    /* Adds the candidate: a record, or several that belong together. */
    void (*keep)(void *state, struct dataset *, enum split);
};
/* sizes: candidates per split. False with *error: there are not enough different ones. */
bool generate(const struct generator *, struct dataset *, uint64_t seed,
              const int sizes[GIVEN_SPLITS], char **error);

/* POSITIONS: records of one length. fill writes the tokens; targets are -1 before. */
struct sequence_task {
    const char *set;
    const void *options;
    int length, vocabulary;
    void (*fill)(const void *options, struct draw *, int32_t *tokens, int32_t *targets);
};
bool generate_sequences(const struct sequence_task *, struct dataset *, uint64_t seed,
                        const int sizes[GIVEN_SPLITS], char **error);

#endif
