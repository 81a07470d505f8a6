/* SPDX-License-Identifier: MIT
 * The tables of a run as merging sees them. */
#ifndef ATTNLAB_MERGE_FILES_H
#define ATTNLAB_MERGE_FILES_H

#include "harness/run/merge.h"

/* rows: lines after the header belong to rows and are put one after the other; else the file is
 * made from the plan and the same for every shard. cells.csv is the first. */
extern const struct merge_file {
    const char *name;
    bool rows;
} merge_files[MERGE_FILES];

#endif
