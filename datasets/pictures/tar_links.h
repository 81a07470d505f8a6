/* SPDX-License-Identifier: MIT
 * Symbolic links of a tar that may point to folders of pictures: unpacked, it would have classes
 * that reading the tar misses. */
#ifndef ATTNLAB_TAR_LINKS_H
#define ATTNLAB_TAR_LINKS_H

#include "datasets/formats/tar.h"

/* Whether a component of the path begins with a dot, as skipped by folder_read. */
bool path_is_hidden(const char *path);
/* False with *error: a visible link does not point to a file of the tar, so it may be a folder. */
bool tar_links_lead_to_files(const struct file *, struct data_store *, char **error);

#endif
