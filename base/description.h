/* SPDX-License-Identifier: MIT
 * The format of the output of `attnlab-worker describe`, which the driver reads
 * (harness/README.md). */
#ifndef ATTNLAB_DESCRIPTION_H
#define ATTNLAB_DESCRIPTION_H

/* Increase when a member changes its meaning. */
enum { DESCRIPTION_SCHEMA = 1 };

#endif
