/* SPDX-License-Identifier: MIT
 * Lists the picture files in a folder or tar by class and split. Paths end in [SPLIT/]CLASS/FILE:
 * SPLIT is train, valid (val, dev, validation) or test, ignoring case; FILE ends in .jpg, .jpeg or
 * .png. The members of a tar (.tar, .tar.gz, .tgz) are treated as files in the folder of the tar;
 * if the tar is named after a split, as files in a subfolder with that name. The order depends only
 * on these paths, not on how the files are packed. */
#ifndef ATTNLAB_PICTURE_LIST_H
#define ATTNLAB_PICTURE_LIST_H

#include "datasets/data_store.h"

struct picture_file {
    enum split split;    /* split named in the path; SPLITS if there is none */
    struct string class; /* name of the class folder */
    const char *name;
    const char *inner;   /* path below the folder or in the tar, without "." components */
    const char *path;    /* path for messages, and for reading unless the file is in a tar */
    struct string bytes; /* content of a tar member; if `at` is NULL, read the file at `path` */
};
struct picture_list {
    struct picture_file *files; /* sorted by split, class and name */
    int count, room;
    int others;               /* number of files without the suffix of a picture */
    struct data_store *store; /* owns all memory of the files */
};

/* Lists the pictures. Returns false and sets *error, for example if a folder is unreadable, a tar
 * is damaged, pictures are outside class folders, a path occurs twice, a split folder is at an
 * unexpected depth, or only some paths name a split. The caller closes the list even after an
 * error. */
bool picture_list_read(const char *path, struct picture_list *, char **error);
void picture_list_close(struct picture_list *);

#endif
