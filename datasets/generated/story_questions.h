/* SPDX-License-Identifier: MIT
 * Generates stories in the format of bAbI's files. */
#ifndef ATTNLAB_STORY_QUESTIONS_H
#define ATTNLAB_STORY_QUESTIONS_H

#include "datasets/dataset.h"
#include "base/mem.h"

/* Generates the file text of each split in bAbI's format; the caller frees the texts. `options` is
 * the text after "stories:". Saved as DIR/babi/en-valid/qaN_NAME_{train,valid,test}.txt, the texts
 * can be opened as babi:N,valid. Returns false and sets *error if an option is invalid or there are
 * too few different stories. */
bool stories_text(const char *options, uint64_t seed, struct text texts[GIVEN_SPLITS],
                  char **error);

#endif
