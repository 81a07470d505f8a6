/* SPDX-License-Identifier: MIT
 * The picture files in a folder or tar, by class and split: paths end in [SPLIT/]CLASS/FILE. SPLIT
 * is train, valid (val, dev, validation) or test, ignoring case; FILE ends in .jpg, .jpeg or .png.
 * Tars (.tar, .tar.gz, .tgz) are treated as unpacked in place; one named after a split as unpacked
 * into a folder of that name. Sorted by these paths, however they are packed. */
#ifndef ATTNLAB_PICTURE_LIST_H
#define ATTNLAB_PICTURE_LIST_H

#include "datasets/data_store.h"

struct picture_file {
    enum split split;    /* SPLITS: none in its path */
    struct string class; /* the name of its folder */
    const char *name;    /* of the file */
    const char *inner;   /* path below the folder or in the tar, without "." components */
    const char *path;    /* for messages, and on disk unless it is in a tar */
    struct string bytes; /* of a tar member; at NULL: read from path */
};
struct picture_list {
    struct picture_file *files; /* sorted by split, class, name */
    int count, room;
    int others;               /* files with other endings */
    struct data_store *store; /* owns everything the files point to */
};

/* False with *error: the folder is unreadable or too deep, a tar is damaged, a name is invalid, a
 * picture is in no folder, two have the same path (a tar next to its content), only some name a
 * split, or a split's folder is too high up. To be closed either way. */
bool picture_list_read(const char *path, struct picture_list *, char **error);
void picture_list_close(struct picture_list *);

#endif
