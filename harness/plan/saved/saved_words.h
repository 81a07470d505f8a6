/* SPDX-License-Identifier: MIT
 * Paths, filters and settings in the lines above the specifications of plan.yaml (saved_plan.h). A
 * line is taken apart at its own words, as ", --set '", so these may not occur in what a person
 * wrote: of it the blank of such a word is written "\ ", a line end "\n" and a backslash "\\". All
 * else stands as it is. */
#ifndef ATTNLAB_SAVED_WORDS_H
#define ATTNLAB_SAVED_WORDS_H

#include "base/mem.h"

#define SAVED_TIER       ", tier "
#define SAVED_SET        ", --set '"
#define SAVED_FILTER     ", --filter '"
#define SAVED_PLAN_SHARD ", --shard "

void saved_word_add(struct text *, const char *word);
/* What was written, in place. */
char *saved_word_read(char *word);

#endif
