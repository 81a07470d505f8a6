/* SPDX-License-Identifier: MIT
 * Limits of the control groups that this process stands in: those of a batch job or a container.
 *
 * Control groups (cgroups(7)) form a tree, and a limit holds for all below it. /proc/self/cgroup
 * has a line NUMBER:CONTROLLERS:/PATH for each tree: version 2 has one, without controllers; of
 * version 1 the one of the controller counts. In a container the path may be that of the host, of
 * which only the root is seen, so every folder from there up to the root is asked. */
#ifndef ATTNLAB_CONTROL_GROUPS_H
#define ATTNLAB_CONTROL_GROUPS_H

struct group_limit {
    const char *controller; /* of version 1; "": of version 2 */
    const char *mount;
    double (*in)(const char *folder); /* the limit that stands there; NaN: none */
};

/* The least limit; infinite: none. Limits that cannot be read are none. `root` comes before /proc
 * and /sys: "" but in tests. The list ends with a limit without `in`. */
double groups_least(const char *root, const struct group_limit *);

/* The number in a file at this place among its words, from 0; NaN: there is none ("max"). */
double groups_number(const char *folder, const char *file, int place);

#endif
