/* SPDX-License-Identifier: MIT
 * Reads the content of a folder in the same order on every machine. */
#ifndef ATTNLAB_FOLDER_H
#define ATTNLAB_FOLDER_H

#include "datasets/data_store.h"

struct folder {
    const char **names; /* all entries except those that start with a dot, sorted by bytes */
    int count;
};
/* Returns false and sets *error if the folder is unreadable. The store owns the names. */
bool folder_read(struct data_store *, const char *path, struct folder *, char **error);
/* Returns false and sets *error if both `name` and `name`.gz exist, because the text would be
 * read twice. */
bool is_there_once(const struct folder *, const char *path, const char *name, char **error);
bool is_folder(const char *path);
/* Names of folders and archive members become labels. Returns false and sets *error if a name in
 * `path` is not UTF-8 or contains a line break. */
bool name_is_text(const char *path, const char *name, char **error);
/* Returns a name on one line, as quoted in errors. The caller frees the string. */
char *name_quoted(const char *name);

#endif
