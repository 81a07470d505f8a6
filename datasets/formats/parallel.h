/* SPDX-License-Identifier: MIT
 * Sentence pairs for translation: texts with single blanks between words, the target being the one
 * reference. */
#ifndef ATTNLAB_PARALLEL_H
#define ATTNLAB_PARALLEL_H

#include "datasets/formats/file.h"

/* From which language to which, of "de-en". */
struct direction {
    struct string source, target;
};

/* False unless text is "X-Y" with X and Y different, of two or three letters each. */
bool direction_read(struct string text, struct direction *);
/* Both texts must outlive the data set (the store's). */
void parallel_add(struct dataset *, enum split, struct string source, struct string target);
/* Line n of one file belongs to line n of the other. False with *error if a file cannot be read,
 * is not UTF-8, or they have different numbers of lines. */
bool parallel_read(struct dataset *, enum split, const char *source, const char *target,
                   char **error);

/* Writes a split in the same form. False with *error: a file cannot be written. */
bool parallel_write(const struct dataset *, enum split, const char *source, const char *target,
                    char **error);

#endif
