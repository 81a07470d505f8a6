/* SPDX-License-Identifier: MIT
 * Splits running text into one record per line. Lines keep their line ends, so concatenating the
 * records gives the original text. */
#ifndef ATTNLAB_LANGUAGE_H
#define ATTNLAB_LANGUAGE_H

#include "datasets/data_store.h"

/* Reads a text file and drops its byte order mark. The text must be UTF-8, unless
 * options->any_bytes is set; in that case, a note reports invalid UTF-8. The store owns the text.
 */
bool language_read(struct dataset *, const struct data_options *, const char *path,
                   struct string *text, char **error);
/* Converts CR LF to LF and adds a missing final LF. Modifies the text in place, so it must come
 * from language_read(). */
struct string language_unix_lines(struct dataset *, struct string text);
/* Adds a text's lines to a split. The store must own the text. */
void language_add(struct dataset *, enum split, struct string text);
/* Puts the first 90 % of a text, up to a line end, into training and the rest into validation.
 * Exceptions:
 *   If the cut is at the end of the text, the last line goes to validation.
 *   If the text has only one line, the line is cut.
 *   A text of fewer than two code points goes to training. */
void language_split(struct dataset *, struct string text);
/* Puts exactly the first 90 % of the code points into training, as nanoGPT does for Tiny
 * Shakespeare, so results are comparable with published ones. The cut may be within a line. */
void language_split_characters(struct dataset *, struct string text);
/* Moves the second half of a split's characters to the end of another split and adds a note.
 * Returns false if there are fewer than two characters. The cut is
 *   normally at the end of the line that contains the middle,
 *   before this line if it is the last line,
 *   inside the line if there is only one line. */
bool language_halve(struct dataset *, enum split from, enum split to);

#endif
