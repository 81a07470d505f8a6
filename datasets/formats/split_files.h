/* SPDX-License-Identifier: MIT
 * A user's folder with one file per split: train, valid (or val, dev, validation) and test, with
 * any suffix after the first dot. */
#ifndef ATTNLAB_SPLIT_FILES_H
#define ATTNLAB_SPLIT_FILES_H

#include "datasets/formats/folder.h"

/* The split of a name: train, valid (val, dev, validation) or test; SPLITS: none. */
enum split split_named(struct string name);

struct split_files {
    const char *path[GIVEN_SPLITS]; /* owned by the store; NULL: no file for this split */
    struct folder folder;           /* its content: at least one file, no folders */
};
/* Other files are noted as not read. If no file is named after a split, all paths are NULL, without
 * a note. False with *error: the folder is unreadable or empty, contains a folder, has two files
 * for a split, or a split but no train. */
bool split_files_find(struct dataset *, const char *path, struct split_files *, char **error);

#endif
