/* SPDX-License-Identifier: MIT
 * Reads and writes sentence pairs for translation. Words are separated by single spaces, and the
 * target is the only reference. */
#ifndef ATTNLAB_PARALLEL_H
#define ATTNLAB_PARALLEL_H

#include "datasets/formats/file.h"

/* source and target language, parsed from a name such as "de-en" */
struct direction {
    struct string source, target;
};

/* Parses a pair of languages "X-Y"; X and Y must differ and have two or three letters. Returns
 * false if the text is invalid. */
bool direction_read(struct string text, struct direction *);
/* Adds a sentence pair to a split. The store must own both texts. */
void parallel_add(struct dataset *, enum split, struct string source, struct string target);
/* Pairs line n of the source file with line n of the target file. Returns false and sets *error if
 * a file is unreadable or not UTF-8, or if the line counts differ. */
bool parallel_read(struct dataset *, enum split, const char *source, const char *target,
                   char **error);

/* Writes a split as two files with one sentence per line. Returns false and sets *error if a file
 * cannot be written. */
bool parallel_write(const struct dataset *, enum split, const char *source, const char *target,
                    char **error);

#endif
