/* SPDX-License-Identifier: MIT
 * The training files of IWSLT, train.tags.X-Y.Z: sentences one a line, between lines that begin
 * with a tag and tell about the talk. Not XML: nothing is escaped. */
#ifndef ATTNLAB_TALKS_H
#define ATTNLAB_TALKS_H

#include "datasets/formats/file.h"

/* Adds the sentence pairs to the training split, empty sentences too; titles: the texts of <title>
 * and <description> as well. False with *error if a file cannot be read or is not UTF-8, or the
 * sentences do not pair up: other counts, or the n-th ones belong to different talks. */
bool talks_read(struct dataset *, const char *source, const char *target, bool titles,
                char **error);

#endif
