/* SPDX-License-Identifier: MIT
 * The files of a run that a merge makes anew, and how: rows of all shards one after the other, or
 * the first shard's. */
#ifndef ATTNLAB_MERGE_FILES_H
#define ATTNLAB_MERGE_FILES_H

#include "harness/run/merge.h"

/* What a file has of the shards: lines after the header belong to rows and are put one after the
 * other; or it is the first shard's, which says something of its machine too. cells.csv is the
 * first. */
extern const struct merge_file {
    const char *name;
    enum { MERGE_ROWS, MERGE_FIRST } how;
} merge_files[MERGE_FILES];

#endif
