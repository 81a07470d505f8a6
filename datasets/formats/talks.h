/* SPDX-License-Identifier: MIT
 * The training files of IWSLT, train.tags.X-Y.Z: one sentence per line, between lines with tags
 * about the talk. Not XML: nothing is escaped. */
#ifndef ATTNLAB_TALKS_H
#define ATTNLAB_TALKS_H

#include "datasets/formats/file.h"

/* Adds the sentence pairs to the training split, including empty sentences; titles: also the texts
 * of <title> and <description>. False with *error if a file is unreadable or not UTF-8, or if the
 * sentences do not pair up: different counts, or pairs from different talks. */
bool talks_read(struct dataset *, const char *source, const char *target, bool titles,
                char **error);

#endif
