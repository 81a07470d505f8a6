/* SPDX-License-Identifier: MIT
 * Whether a worker is older than its sources: after a `make` that failed, or none, what runs is not
 * what was written. */
#ifndef ATTNLAB_NEWER_SOURCE_H
#define ATTNLAB_NEWER_SOURCE_H

#include <stdbool.h>

/* The source of variants, models or data sets that was changed last, if that was after the worker
 * beside it was built; to be freed. NULL: none was, or the worker does not stand among sources.
 * *in_future: by its date it was not changed yet. */
char *newer_source(const char *worker, bool *in_future);

#endif
