/* SPDX-License-Identifier: MIT
 * Generated stories in the format of bAbI's files. */
#ifndef ATTNLAB_STORY_QUESTIONS_H
#define ATTNLAB_STORY_QUESTIONS_H

#include "datasets/dataset.h"
#include "base/mem.h"

/* The file text of each split (the caller frees it); options as after "stories:". Written to
 * DIR/babi/en-valid/qaN_NAME_{train,valid,test}.txt it can be opened as babi:N,valid, with the same
 * records. False with *error: invalid options, or not enough different stories. */
bool stories_text(const char *options, uint64_t seed, struct text texts[GIVEN_SPLITS],
                  char **error);

#endif
