/* SPDX-License-Identifier: MIT
 * The format of what `attnlab-worker describe` writes and the driver reads (harness/README.md): the
 * two share no code but this. */
#ifndef ATTNLAB_DESCRIPTION_H
#define ATTNLAB_DESCRIPTION_H

/* Raised when a member changes its meaning. */
enum { DESCRIPTION_SCHEMA = 1 };

#endif
