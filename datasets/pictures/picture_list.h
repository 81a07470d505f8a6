/* SPDX-License-Identifier: MIT
 * The picture files below a folder, or in a tar, by class and split: [SPLIT/]CLASS/FILE is what
 * their paths end in, whatever stands before. SPLIT is train, valid (val, dev, validation) or test,
 * in capitals too; FILE ends in .jpg, .jpeg or .png. Tars (.tar, .tar.gz, .tgz) are read as if they
 * were unpacked where they lie; one that is named after a split, in a folder, as if it were
 * unpacked into a folder of that name. The order is that of these paths, however they are packed.
 */
#ifndef ATTNLAB_PICTURE_LIST_H
#define ATTNLAB_PICTURE_LIST_H

#include "datasets/data_store.h"

struct picture_file {
    enum split split;    /* SPLITS: its path names none */
    struct string class; /* of the name of its folder */
    const char *name;    /* of the file */
    const char *inner;   /* its path below the folder or in the tar, without dots by themselves */
    const char *path;    /* for messages, and on disk where it is not in a tar */
    struct string bytes; /* of one in a tar; at NULL: to be read from path */
};
struct picture_list {
    struct picture_file *files; /* sorted by split, class, name */
    int count, room;
    int others;               /* files that are no pictures by their names */
    struct data_store *store; /* of all that files point to */
};

/* False with *error: the folder cannot be read or goes down without an end, a tar is damaged, a
 * name is no text, a picture lies in no folder, two have one path (a tar beside what was in it),
 * some name a split and some do not, or all lie further below a folder that is named after one. To
 * be closed either way. */
bool picture_list_read(const char *path, struct picture_list *, char **error);
void picture_list_close(struct picture_list *);

#endif
