/* SPDX-License-Identifier: MIT
 * Joining the shards of a run into one directory, as if one driver had run the whole plan.
 *
 * Shards belong together when plan, commit and both programs are the same. Groups are never split,
 * so each ratio is formed within one shard; for overhead rows the machine must be the same too,
 * since figures set times of different groups side by side.
 *
 * What counts is the journal of each: tables are made of all of them together, so a shard that was
 * killed before it wrote its own has its finished rows all the same. Rows that its plan does not
 * have are left out. */
#ifndef ATTNLAB_MERGE_H
#define ATTNLAB_MERGE_H

#include "base/mem.h"
#include "harness/run/journal/journal.h"

struct merge_part {
    const char *directory;
    json_t *manifest;
    struct journal journal;
    char *described; /* text of describe.json */
};
struct merge {
    struct merge_part *parts; /* by shard */
    int count;
};

/* Reads the directories of shards. False with *error (to be freed): not readable, still running, or
 * not shards of one run; the first difference is named. */
bool merge_read(struct merge *, const char *const *directories, int count, char **error);
/* Writes journal, tables, plan.json and manifest.json into a directory that exists. */
bool merge_write(const struct merge *, const char *directory, char **error);
/* Shards and rows of the plan that are not there, a line for each; "" when it is whole. To be
 * freed. */
char *merge_missing(const struct merge *);
int merge_rows(const struct merge *);
void merge_free(struct merge *);

#endif
