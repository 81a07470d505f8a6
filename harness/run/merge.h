/* SPDX-License-Identifier: MIT
 * Join the shards of a run into one directory, as if one driver had run the whole plan.
 *
 * Shards must have the same plan, commit and programs. A group is never split, so each ratio comes
 * from one shard. Timed rows must also come from the same machine, because figures show times of
 * different groups together. Tables are made from all journals, so the finished rows of a killed
 * shard count. */
#ifndef ATTNLAB_MERGE_H
#define ATTNLAB_MERGE_H

#include "harness/run/journal.h"

struct merge_part {
    const char *directory;
    json_t *manifest;
    struct journal journal;
};
struct merge {
    struct merge_part *parts; /* sorted by shard */
    int count;
};

/* Reads the directories. Returns false with *error, which the caller frees: unreadable, still
 * running, or not shards of one run. */
bool merge_read(struct merge *, const char *const *directories, int count, char **error);
/* Writes journal, tables, plan.json and manifest.json into an existing directory. */
bool merge_write(const struct merge *, const char *directory, char **error);
/* Lists missing shards and rows, one per line; "" if nothing is missing. The caller frees the
 * result. */
char *merge_missing(const struct merge *);
int merge_rows(const struct merge *);
void merge_free(struct merge *);

#endif
