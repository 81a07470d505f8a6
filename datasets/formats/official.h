/* SPDX-License-Identifier: MIT
 * What readers of official files have in common: where archives put them, and old encodings. */
#ifndef ATTNLAB_OFFICIAL_H
#define ATTNLAB_OFFICIAL_H

#include "datasets/formats/file.h"

/* dir/name if that is a folder (archives bring one along), else dir. */
const char *official_folder(struct data_store *, const char *dir, const char *name);
/* The first of the NULL-ended names that is there (or is with .gz behind); NULL with *error, which
 * lists them, if none is. */
const char *official_file(struct data_store *, const char *dir, const char *const *names,
                          char **error);
/* What to do where files of a set are not there, which belong into dir/name: the command that
 * fetches them, and where from if it is the set's own folder, or to put one's own there. To be
 * freed. */
char *data_hint(const struct data_set *, const char *name, const char *dir);
/* Reads text of old sets: UTF-8 stays, anything else is taken for Latin-1, decoded, and noted.
 * False with *error as file_read, for a NUL inside, or where it ends within a character of UTF-8.
 */
bool official_text(struct dataset *, const char *path, struct file *, char **error);

#endif
