/* SPDX-License-Identifier: MIT
 * Splits running text into one record per line. Lines keep their line ends, so the concatenated
 * records equal the text byte for byte. */
#ifndef ATTNLAB_LANGUAGE_H
#define ATTNLAB_LANGUAGE_H

#include "datasets/data_store.h"

/* Reads a text file and drops its byte order mark. The text must be UTF-8, unless
 * options->any_bytes is set; in that case, a note reports invalid UTF-8. The store owns the text.
 */
bool language_read(struct dataset *, const struct data_options *, const char *path,
                   struct string *text, char **error);
/* Converts CR LF to LF and adds a missing final LF. Works in place, so the text must come from
 * language_read(). */
struct string language_unix_lines(struct dataset *, struct string text);
/* Adds a text's lines to a split. The store must own the text. */
void language_add(struct dataset *, enum split, struct string text);
/* Puts the first 90 % of a text, up to a line end, into training and the rest into validation. If
 * the cut would be at the end of the text, the last line goes to validation. If the text has only
 * one line, the cut is inside this line. A text of fewer than two code points goes to training. */
void language_split(struct dataset *, struct string text);
/* Puts exactly the first 90 % of the code points into training, as nanoGPT does for Tiny
 * Shakespeare. This makes results comparable with published ones, but may cut a line. */
void language_split_characters(struct dataset *, struct string text);
/* Moves the second half of a split's characters to the end of another split and adds a note. The
 * cut is at the end of the line that contains the middle, or before this line if it is the last
 * line. If there is only one line, the cut is inside this line. Returns false if there are fewer
 * than two characters. */
bool language_halve(struct dataset *, enum split from, enum split to);

#endif
