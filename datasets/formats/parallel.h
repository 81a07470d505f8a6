/* SPDX-License-Identifier: MIT
 * Sentence pairs for translation: words separated by single spaces; the target is the only
 * reference. */
#ifndef ATTNLAB_PARALLEL_H
#define ATTNLAB_PARALLEL_H

#include "datasets/formats/file.h"

/* Source and target language of "de-en". */
struct direction {
    struct string source, target;
};

/* False unless text is "X-Y" with different X and Y of two or three letters. */
bool direction_read(struct string text, struct direction *);
/* The store must own both texts. */
void parallel_add(struct dataset *, enum split, struct string source, struct string target);
/* Line n of one file belongs to line n of the other. False with *error if a file is unreadable or
 * not UTF-8, or the numbers of lines differ. */
bool parallel_read(struct dataset *, enum split, const char *source, const char *target,
                   char **error);

/* Writes a split in this form. False with *error: a file cannot be written. */
bool parallel_write(const struct dataset *, enum split, const char *source, const char *target,
                    char **error);

#endif
