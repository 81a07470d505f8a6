/* SPDX-License-Identifier: MIT
 * Reads the limits that control groups, such as a batch job or container, set for this process.
 *
 * Control groups (cgroups(7)) form a tree, and a limit applies to everything below its group.
 * /proc/self/cgroup has one line NUMBER:CONTROLLERS:/PATH per tree. In version 2 there is one line
 * without controllers; in version 1 each controller has a line. In a container the path may be the
 * host's while only the container's part is visible, so all parent folders are read too. */
#ifndef ATTNLAB_CONTROL_GROUPS_H
#define ATTNLAB_CONTROL_GROUPS_H

struct group_limit {
    const char *controller;
    const char *mount;
    /* reads the limit of one group's folder; NaN if it has no limit */
    double (*in)(const char *folder);
};

/* Returns the smallest limit, or infinity. Unreadable limits are ignored. `root` is a prefix of
 * /proc and /sys, "" except in tests. The list ends with an entry whose `in` is NULL. */
double groups_least(const char *root, const struct group_limit *);

/* Returns word number `place` (from 0) of a file as a number, or NaN if it is not a number ("max").
 */
double groups_number(const char *folder, const char *file, int place);

#endif
