/* SPDX-License-Identifier: MIT
 * Symbolic links of a tar that may stand for folders of pictures. What is unpacked would have a
 * class more than what is read of the tar, since nothing in it lies below a link. */
#ifndef ATTNLAB_TAR_LINKS_H
#define ATTNLAB_TAR_LINKS_H

#include "datasets/formats/tar.h"

/* Whether a name on the way to a file, or its own, begins with a dot: what folder_read passes over.
 */
bool path_is_hidden(const char *path);
/* False with *error: one that is not hidden leads to no file of the tar, so that nobody can say
 * whether it is a folder. */
bool tar_links_lead_to_files(const struct file *, struct data_store *, char **error);

#endif
