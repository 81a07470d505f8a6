/* SPDX-License-Identifier: MIT
 * The members of a tar read by file_read (.tar.gz unpacked): ustar, with the long names of GNU and
 * POSIX (pax). */
#ifndef ATTNLAB_TAR_H
#define ATTNLAB_TAR_H

#include "datasets/formats/file.h"

struct tar {
    const struct file *file;
    size_t at; /* offset after the last returned member */
};
struct tar_member {
    const char *name; /* stored name, "train/cat/0001.jpg"; owned by the store */
    struct string bytes;
    const char *target;  /* target of a symbolic link; NULL: no link */
    const char *instead; /* why there are no bytes: "a link"; NULL: bytes are present */
};
/* The next file; bytes point into the tar. Skips folders and devices. False with *error NULL at the
 * end; with *error set for a damaged header, a member beyond the end, or a missing end marker of
 * two zero blocks. Tars joined by `cat` are read as one, like `tar --ignore-zeros`. */
bool tar_next(struct tar *, struct data_store *, struct tar_member *, char **error);

#endif
