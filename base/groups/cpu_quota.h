/* SPDX-License-Identifier: MIT
 * Reads the CPU quota of a control group (docker --cpus, limits of a pod). A process that exceeds
 * its quota is paused until the next period, often for tens of milliseconds, which distorts
 * timings. CPU sets are handled by topology.h. */
#ifndef ATTNLAB_CPU_QUOTA_H
#define ATTNLAB_CPU_QUOTA_H

struct topology;

/* Returns the quota in CPUs, or infinity if there is no limit. `root` is a prefix of /proc and
 * /sys, "" except in tests. */
double cpu_quota(const char *root);
/* Returns how many cores can compute continuously at the same time: the number of allowed cores or
 * the quota, whichever is smaller; at least 1. */
int cores_side_by_side(const struct topology *);

#endif
