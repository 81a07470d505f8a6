/* SPDX-License-Identifier: MIT
 * Reads the CPU quota of control groups (docker --cpus, the limits of a pod). A process that
 * exceeds its quota is paused until the next period, often for tens of milliseconds, which distorts
 * timings. */
#ifndef ATTNLAB_CPU_QUOTA_H
#define ATTNLAB_CPU_QUOTA_H

struct topology;

/* Returns the quota in CPUs, or infinity if there is no limit. `root` is prepended to the paths of
 * /proc and /sys; it is "" except in tests. */
double cpu_quota(const char *root);
/* Returns how many cores can run without being paused: the smaller of the allowed cores and the
 * quota, but at least 1. */
int cores_side_by_side(const struct topology *);

#endif
