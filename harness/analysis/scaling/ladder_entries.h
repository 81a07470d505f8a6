/* SPDX-License-Identifier: MIT
 * Which entries of a question stand in a ladder (ladder.h): all arms that were trained at the same
 * sizes on the same data, and the seeds that they were trained with.
 *
 * A ladder is made of the conditions that differ in the axis of `scaling: {over: ...}` and in what
 * has one value at each of its values, as heads and layers of a zip. */
#ifndef ATTNLAB_LADDER_ENTRIES_H
#define ATTNLAB_LADDER_ENTRIES_H

#include "harness/analysis/analysis.h"

struct ladder_entries {
    const struct question *question;
    char *name;                 /* "data = trec": what tells it from others of the question; "" */
    int *conditions, sizes;     /* (sizes) */
    int *rows, arms;            /* (arms) labels */
    int *entries;               /* (arms, sizes); -1: not run */
    const struct trial **seeds; /* (seed_count) one trial of each seed; borrowed */
    int seed_count;
};

/* The ladders of a question, in the order of its conditions; their count. *list: to be freed, each
 * in it with ladder_entries_free(). The analysis must outlive them. */
int find_ladders(const struct analysis *, const struct question *, struct ladder_entries **list);
void ladder_entries_free(struct ladder_entries *);

#endif
