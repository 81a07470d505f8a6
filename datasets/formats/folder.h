/* SPDX-License-Identifier: MIT
 * The content of a folder, in the same order on every machine. */
#ifndef ATTNLAB_FOLDER_H
#define ATTNLAB_FOLDER_H

#include "datasets/data_store.h"

struct folder {
    const char **names; /* all entries that do not start with a dot, sorted by bytes */
    int count;
};
/* The store owns the names. False with *error if the folder is unreadable. */
bool folder_read(struct data_store *, const char *path, struct folder *, char **error);
/* False with *error if name.gz exists next to name: one text would be read twice. */
bool is_there_once(const struct folder *, const char *path, const char *name, char **error);
bool is_folder(const char *path);
/* Names of folders and archive members become labels: false with *error if one in `path` is not
 * UTF-8 text or has several lines. */
bool name_is_text(const char *path, const char *name, char **error);
/* A name as quoted in errors, on one line; the caller frees it. */
char *name_quoted(const char *name);

#endif
