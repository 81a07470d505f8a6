/* SPDX-License-Identifier: MIT
 * Running text as records: one per line, with its line end, so that concatenated records are the
 * text, byte for byte. */
#ifndef ATTNLAB_LANGUAGE_H
#define ATTNLAB_LANGUAGE_H

#include "datasets/data_store.h"

/* The text of a file without byte order mark: UTF-8, or with options->any_bytes any bytes, which is
 * noted. The store owns it. */
bool language_read(struct dataset *, const struct data_options *, const char *path,
                   struct string *text, char **error);
/* CR LF becomes LF, and the last line gets an LF; in place, so only for a text from
 * language_read. */
struct string language_unix_lines(struct dataset *, struct string text);
/* Adds the lines of a text owned by the store to a split. */
void language_add(struct dataset *, enum split, struct string text);
/* The first 90 %, up to a line end, for training; the rest for validation. If that is the last
 * line, the cut is before it; a text of one line is cut inside. Fewer than two code points all go
 * to training. */
void language_split(struct dataset *, struct string text);
/* The first 90 % of the code points for training, exactly, as nanoGPT splits Tiny Shakespeare, for
 * comparison with published results. May cut a line. */
void language_split_characters(struct dataset *, struct string text);
/* Moves the second half of a split's characters to the end of another, from the end of the line
 * that contains the middle (or before it if it is the last line); a single line is cut inside. Adds
 * a note. False: fewer than two characters. */
bool language_halve(struct dataset *, enum split from, enum split to);

#endif
