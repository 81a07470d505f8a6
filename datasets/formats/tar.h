/* SPDX-License-Identifier: MIT
 * The members of a tar that file_read has read (and unpacked, of .tar.gz): ustar, with the long
 * names of GNU and of POSIX (pax). */
#ifndef ATTNLAB_TAR_H
#define ATTNLAB_TAR_H

#include "datasets/formats/file.h"

struct tar {
    const struct file *file;
    size_t at; /* behind the member that was given last */
};
struct tar_member {
    const char *name; /* as stored, "train/cat/0001.jpg"; the store's */
    struct string bytes;
    const char *target; /* of a symbolic link: where it leads to; NULL: it is none */
    const char
        *instead; /* what stands for the bytes, which are not here: "a link"; NULL: nothing */
};
/* The next file; bytes point into the file. Folders and devices are passed over. False with *error
 * NULL behind the last one, and with *error set where a header is damaged, a member reaches beyond
 * the end, or the end is not marked as the end of a complete tar is: with two blocks of zeros. Tars
 * joined by `cat` are read as one, as `tar --ignore-zeros` does. */
bool tar_next(struct tar *, struct data_store *, struct tar_member *, char **error);

#endif
