/* SPDX-License-Identifier: MIT
 * What a folder holds, in an order that is the same on every machine. */
#ifndef ATTNLAB_FOLDER_H
#define ATTNLAB_FOLDER_H

#include "datasets/data_store.h"

struct folder {
    const char **names; /* of all entries that do not begin with a dot, sorted by bytes */
    int count;
};
/* Names are the store's. False with *error if the folder cannot be read. */
bool folder_read(struct data_store *, const char *path, struct folder *, char **error);
/* False with *error if name.gz is there beside a name of the folder: whoever reads all that it has
 * would read one text twice, and be tested on what was trained on. */
bool is_there_once(const struct folder *, const char *path, const char *name, char **error);
bool is_folder(const char *path);
/* Names of folders and of what archives hold become labels and errors: false with *error where one
 * in `path` is no text, or of more than one line. */
bool name_is_text(const char *path, const char *name, char **error);
/* A name as errors show it, in one line of text whatever it holds; to be freed. */
char *name_quoted(const char *name);

#endif
