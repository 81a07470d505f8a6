/* SPDX-License-Identifier: MIT
 * Version of the JSON output of `attnlab-worker describe`, which the driver reads
 * (harness/README.md). */
#ifndef ATTNLAB_DESCRIPTION_H
#define ATTNLAB_DESCRIPTION_H

/* Increment this number when the meaning of a JSON member changes. */
enum { DESCRIPTION_SCHEMA = 1 };

#endif
