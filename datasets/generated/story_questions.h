/* SPDX-License-Identifier: MIT
 * Made-up stories as bAbI's files have them. */
#ifndef ATTNLAB_STORY_QUESTIONS_H
#define ATTNLAB_STORY_QUESTIONS_H

#include "datasets/dataset.h"
#include "base/mem.h"

/* The files' text of each split, to be freed; options as behind "stories:". What is written to
 * DIR/babi/en-valid/qaN_NAME_{train,valid,test}.txt can be opened as babi:N,valid, and holds the
 * same records. False with *error: wrong options, or not that many different stories. */
bool stories_text(const char *options, uint64_t seed, struct text texts[GIVEN_SPLITS],
                  char **error);

#endif
