/* SPDX-License-Identifier: MIT
 * A record of a data set as text for people: what a model is given, and what it is asked. */
#ifndef ATTNLAB_SHOW_RECORD_H
#define ATTNLAB_SHOW_RECORD_H

#include "datasets/tokenizers/tokenizer.h"

/* What the two texts of a record are called, by kind; NULL: it has none. */
extern const char *const text_names[DATA_KINDS], *const second_names[DATA_KINDS];

/* To standard output; tokenizer: also the ids of its texts, NULL: without. number: from 1. */
void show_record(const struct dataset *, enum split, int number, const struct tokenizer *);

#endif
