/* SPDX-License-Identifier: MIT
 * A user's own folder with a file a split: train, valid (or val, dev, validation) and test,
 * whatever follows the first dot of the name. */
#ifndef ATTNLAB_SPLIT_FILES_H
#define ATTNLAB_SPLIT_FILES_H

#include "datasets/formats/folder.h"

/* train, valid (val, dev, validation) or test; SPLITS: none of these. */
enum split split_named(struct string name);

struct split_files {
    const char *path[GIVEN_SPLITS]; /* the store's; NULL: none for this split */
    struct folder folder;           /* all that is in it: files alone, at least one */
};
/* Files beside those of the splits are noted as not read; where no file is named after a split,
 * all paths are NULL and nothing is noted. False with *error: the folder cannot be read, is empty,
 * holds a folder, two files for a split, or none for train where one is for another. */
bool split_files_find(struct dataset *, const char *path, struct split_files *, char **error);

#endif
