/* SPDX-License-Identifier: MIT
 * Reads IWSLT training files, train.tags.X-Y.Z: one sentence per line, with tagged lines about each
 * talk between them. The format is not XML: characters are not escaped. */
#ifndef ATTNLAB_TALKS_H
#define ATTNLAB_TALKS_H

#include "datasets/formats/file.h"

/* Adds the sentence pairs to the training split, including pairs with empty sentences. If `titles`
 * is true, also adds the texts of <title> and <description>. Returns false and sets *error if a
 * file is unreadable or not UTF-8, or if the talks or the numbers of sentences differ. */
bool talks_read(struct dataset *, const char *source, const char *target, bool titles,
                char **error);

#endif
