/* SPDX-License-Identifier: MIT
 * Reads the limits that control groups, such as a batch job or container, set for this process.
 *
 * Control groups (cgroups(7)) form a tree, and a limit applies to everything below its group.
 * /proc/self/cgroup has one line NUMBER:CONTROLLERS:/PATH per tree: a single line without
 * controllers in version 2, one line per controller in version 1. In a container, this path may be
 * a path of the host, which the container cannot see. Therefore all parent folders of the path are
 * also read. */
#ifndef ATTNLAB_CONTROL_GROUPS_H
#define ATTNLAB_CONTROL_GROUPS_H

struct group_limit {
    const char *controller;
    const char *mount;
    /* Reads the limit of a group from its folder. Returns NaN if the group has no limit. */
    double (*in)(const char *folder);
};

/* Returns the smallest of the listed limits, or infinity if none can be read. The list ends with an
 * entry whose `in` is NULL. `root` is prepended to the paths of /proc and /sys; it is "" except in
 * tests. */
double groups_least(const char *root, const struct group_limit *);

/* Reads one word of a file as a number; `place` is the index of the word. Returns NaN for a word
 * that is not a number, such as "max". */
double groups_number(const char *folder, const char *file, int place);

#endif
