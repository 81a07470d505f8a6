/* SPDX-License-Identifier: MIT
 * Limits of the control groups of this process, set by a batch job or a container.
 *
 * Control groups (cgroups(7)) form a tree; a limit applies to everything below it.
 * /proc/self/cgroup has one line NUMBER:CONTROLLERS:/PATH per tree: one without controllers in
 * version 2, the controller's line in version 1. In a container the path may be the host's while
 * only its root is visible, so every folder from there up to the root is read. */
#ifndef ATTNLAB_CONTROL_GROUPS_H
#define ATTNLAB_CONTROL_GROUPS_H

struct group_limit {
    const char *controller; /* of version 1; "": version 2 */
    const char *mount;
    double (*in)(const char *folder); /* reads the limit of a folder; NaN: none */
};

/* The smallest limit; infinite: none. Unreadable limits are ignored. `root` is a prefix of /proc
 * and /sys, "" except in tests. The list ends with a limit whose `in` is NULL. */
double groups_least(const char *root, const struct group_limit *);

/* The word of a file at `place` (from 0) as a number; NaN if it is none ("max"). */
double groups_number(const char *folder, const char *file, int place);

#endif
