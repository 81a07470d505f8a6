/* SPDX-License-Identifier: MIT
 * Shared by readers of official files: folders of archives, old encodings. */
#ifndef ATTNLAB_OFFICIAL_H
#define ATTNLAB_OFFICIAL_H

#include "datasets/formats/file.h"

/* dir/name if that folder exists, as some archives contain it, else dir. */
const char *official_folder(struct data_store *, const char *dir, const char *name);
/* The first existing file (or with .gz) of a NULL-terminated list; NULL with *error, which lists
 * them, if there is none. */
const char *official_file(struct data_store *, const char *dir, const char *const *names,
                          char **error);
/* What to do about missing files of a set in dir/name: the fetch command with its source, or where
 * to put one's own. The caller frees it. */
char *data_hint(const struct data_set *, const char *name, const char *dir);
/* Reads text of old sets: keeps UTF-8; decodes anything else as Latin-1, with a note. False with
 * *error as file_read, for a NUL inside, or if it ends inside a UTF-8 character. */
bool official_text(struct dataset *, const char *path, struct file *, char **error);

#endif
