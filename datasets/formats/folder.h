/* SPDX-License-Identifier: MIT
 * Lists the content of a folder in the same order on every machine. */
#ifndef ATTNLAB_FOLDER_H
#define ATTNLAB_FOLDER_H

#include "datasets/data_store.h"

struct folder {
    const char **names; /* all entries except those that start with a dot, sorted by bytes */
    int count;
};
/* Lists a folder. The store owns the names. Returns false and sets *error if the folder is
 * unreadable. */
bool folder_read(struct data_store *, const char *path, struct folder *, char **error);
/* Returns false and sets *error if both `name` and `name`.gz exist, because the same text might be
 * read twice. */
bool is_there_once(const struct folder *, const char *path, const char *name, char **error);
bool is_folder(const char *path);
/* Checks the names in `path`, because names of folders and archive members become labels. Returns
 * false and sets *error if a name is not UTF-8 or contains a line break. */
bool name_is_text(const char *path, const char *name, char **error);
/* Returns a name as one line of text, for error messages. The caller frees the string. */
char *name_quoted(const char *name);

#endif
