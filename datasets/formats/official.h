/* SPDX-License-Identifier: MIT
 * Finds the folders of unpacked archives, and decodes old encodings, for readers of official files.
 */
#ifndef ATTNLAB_OFFICIAL_H
#define ATTNLAB_OFFICIAL_H

#include "datasets/formats/file.h"

/* Returns dir/name if this folder exists, otherwise dir. Some archives contain a top-level folder
 * `name`. */
const char *official_folder(struct data_store *, const char *dir, const char *name);
/* Returns the first existing file of a NULL-terminated list, plain or as .gz. Returns NULL and sets
 * *error, which lists the names, if no file exists. */
const char *official_file(struct data_store *, const char *dir, const char *const *names,
                          char **error);
/* Returns a hint for a set with missing files: how to fetch them, or where to put one's own files.
 * The caller frees the string. */
char *data_hint(const struct data_set *, const char *name, const char *dir);
/* Reads text of old data sets. Text that is not UTF-8 is decoded as Latin-1, and a note is added.
 * Returns false and sets *error if the file is unreadable, contains a NUL or ends within a UTF-8
 * character. */
bool official_text(struct dataset *, const char *path, struct file *, char **error);

#endif
