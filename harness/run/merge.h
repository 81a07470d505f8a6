/* SPDX-License-Identifier: MIT
 * Joins the shards of a run into one directory, as if one driver had run the whole plan.
 *
 * Shards belong together when plan, commit and both programs are the same. Groups are never split,
 * so each ratio is formed within one shard; of timed rows the machine must be the same too, since
 * figures show times of different groups together. Tables are made from all journals, so a killed
 * shard counts with its finished rows. */
#ifndef ATTNLAB_MERGE_H
#define ATTNLAB_MERGE_H

#include "harness/run/journal.h"

struct merge_part {
    const char *directory;
    json_t *manifest;
    struct journal journal;
};
struct merge {
    struct merge_part *parts; /* by shard */
    int count;
};

/* Reads the directories. False with *error (the caller frees it): unreadable, still running, or not
 * shards of one run. */
bool merge_read(struct merge *, const char *const *directories, int count, char **error);
/* Writes journal, tables, plan.json and manifest.json into an existing directory. */
bool merge_write(const struct merge *, const char *directory, char **error);
/* Missing shards and rows, one line each (the caller frees it); "": none. */
char *merge_missing(const struct merge *);
int merge_rows(const struct merge *);
void merge_free(struct merge *);

#endif
