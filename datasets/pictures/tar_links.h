/* SPDX-License-Identifier: MIT
 * Finds symbolic links in a tar that may point to folders of pictures. The tar reader does not
 * follow these links, so the pictures would be missing. */
#ifndef ATTNLAB_TAR_LINKS_H
#define ATTNLAB_TAR_LINKS_H

#include "datasets/formats/tar.h"

/* Returns true if a component of the path begins with a dot; folder_read() skips such names. */
bool path_is_hidden(const char *path);
/* Returns false and sets *error if a link may point to a folder, because its target is not a file
 * of the tar. Hidden links are ignored. */
bool tar_links_lead_to_files(const struct file *, struct data_store *, char **error);

#endif
