/* SPDX-License-Identifier: MIT
 * Running text as records: one a line, with its line end, so that the records of a split put one
 * behind the other are its text, byte for byte. */
#ifndef ATTNLAB_LANGUAGE_H
#define ATTNLAB_LANGUAGE_H

#include "datasets/data_store.h"

/* The text of a file, without a byte order mark: UTF-8, or with options->any_bytes whatever it is,
 * which is noted. It is the store's. */
bool language_read(struct dataset *, const struct data_options *, const char *path,
                   struct string *text, char **error);
/* The same with LF for CR LF, and one behind the last line if it has none: rewritten in place, so
 * of a text from language_read alone. */
struct string language_unix_lines(struct dataset *, struct string text);
/* Adds the lines of a text that outlives the data set (the store's) to a split. */
void language_add(struct dataset *, enum split, struct string text);
/* The first 90 % for training, up to the end of the line where they end; the rest for validation.
 * Where that is the last line, it ends with the line before; a text of one line is cut within it.
 * Fewer than two code points all go to training. */
void language_split(struct dataset *, struct string text);
/* The first 90 % of the code points for training, to the character, as nanoGPT splits Tiny
 * Shakespeare: for texts with which results are compared that were found so. A line may be cut. */
void language_split_characters(struct dataset *, struct string text);
/* Moves the second half of the characters of a split to the end of another, from the end of the
 * line on in which the first half ends, or before it where that is the last; one line is cut within
 * it. Notes it. False: fewer than two characters. */
bool language_halve(struct dataset *, enum split from, enum split to);

#endif
