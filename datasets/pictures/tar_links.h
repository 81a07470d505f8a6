/* SPDX-License-Identifier: MIT
 * Finds symbolic links in a tar that may point to folders of pictures. A reader of the tar would
 * miss these pictures, which exist once the tar is unpacked. */
#ifndef ATTNLAB_TAR_LINKS_H
#define ATTNLAB_TAR_LINKS_H

#include "datasets/formats/tar.h"

/* Returns true if a component of the path begins with a dot; folder_read() skips such names. */
bool path_is_hidden(const char *path);
/* If a visible link does not point to a file of the tar and may therefore point to a folder,
 * returns false and sets *error. */
bool tar_links_lead_to_files(const struct file *, struct data_store *, char **error);

#endif
