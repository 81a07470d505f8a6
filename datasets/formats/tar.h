/* SPDX-License-Identifier: MIT
 * Iterates over the members of a tar in memory. The format is ustar, with the long names of GNU and
 * POSIX (pax). */
#ifndef ATTNLAB_TAR_H
#define ATTNLAB_TAR_H

#include "datasets/formats/file.h"

struct tar {
    const struct file *file;
    size_t at; /* byte offset of the next header */
};
struct tar_member {
    const char *name; /* stored name such as "train/cat/0001.jpg"; owned by the store */
    struct string bytes;
    const char *target; /* target of a symbolic link; NULL for other members */
    /* reason why the member has no bytes, such as "a link"; NULL if it has bytes */
    const char *instead;
};
/* Returns the next file, whose bytes point into the tar. Skips folders and devices. At the end of
 * the tar, returns false and leaves *error NULL. Returns false and sets *error if a header is
 * damaged, a member is truncated, or the end marker (two zero blocks) is missing. Tars joined with
 * `cat` are read as one tar, as with `tar --ignore-zeros`. */
bool tar_next(struct tar *, struct data_store *, struct tar_member *, char **error);

#endif
