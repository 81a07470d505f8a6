/* SPDX-License-Identifier: MIT
 * Merges the shards of a run into one run, as if one driver had run the whole plan.
 *
 *  - Shards must have the same plan, commit and programs.
 *  - A group is never split, so each time ratio comes from one shard.
 *  - Timed rows must come from one machine, because figures compare times of different groups.
 *  - Tables are built from the journals, so finished rows of a killed shard are included. */
#ifndef ATTNLAB_MERGE_H
#define ATTNLAB_MERGE_H

#include "harness/run/journal.h"

struct merge_part {
    const char *directory;
    json_t *manifest;
    struct journal journal;
};
struct merge {
    struct merge_part *parts; /* shards, sorted by shard number */
    int count;
};

/* Reads the folders of shards. Fails if a shard is unreadable or still running, or if the folders
 * are not shards of one run. On failure, returns false and sets *error, which the caller frees. */
bool merge_read(struct merge *, const char *const *directories, int count, char **error);
/* Writes the journal, tables, plan.json and manifest.json into an existing folder. */
bool merge_write(const struct merge *, const char *directory, char **error);
/* Lists missing shards and rows, one per line. Returns "" if nothing is missing. The caller frees
 * the result. */
char *merge_missing(const struct merge *);
int merge_rows(const struct merge *);
void merge_free(struct merge *);

#endif
