/* SPDX-License-Identifier: MIT
 * Running text as records: one a line, with its line end, so that the records of a split put one
 * behind the other are its text, byte for byte. */
#ifndef ATTNLAB_LANGUAGE_H
#define ATTNLAB_LANGUAGE_H

#include "datasets/data_store.h"

/* The UTF-8 text of a file, without a byte order mark; it is the store's. */
bool language_read(struct data_store *, const char *path, struct string *text, char **error);
/* Adds the lines of a text that outlives the data set (the store's) to a split. */
void language_add(struct dataset *, enum split, struct string text);
/* The first 90 % of the code points for training, the last 10 % for validation, as nanoGPT splits
 * Tiny Shakespeare; a line may be cut. Fewer than two code points all go to training. */
void language_split(struct dataset *, struct string text);

#endif
