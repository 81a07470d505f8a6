/* SPDX-License-Identifier: MIT
 * Reads a user's folder with one file per split: train, valid (or val, dev, validation) and test.
 * Any suffix may follow the first dot. */
#ifndef ATTNLAB_SPLIT_FILES_H
#define ATTNLAB_SPLIT_FILES_H

#include "datasets/formats/folder.h"

/* Returns the split with the given name: train, valid (val, dev, validation) or test. Returns
 * SPLITS for other names. */
enum split split_named(struct string name);

struct split_files {
    /* path of each split's file, NULL if missing; owned by the store */
    const char *path[GIVEN_SPLITS];
    struct folder folder; /* names of all files in the folder, which has no subfolders */
};
/* Finds the file of each split, and adds a note that lists files that are not read. If no file is
 * named after a split, all paths are NULL.
 *
 * Returns false and sets *error if the folder is unreadable or empty, contains a folder, has two
 * files for one split, or has other splits but no train. */
bool split_files_find(struct dataset *, const char *path, struct split_files *, char **error);

#endif
