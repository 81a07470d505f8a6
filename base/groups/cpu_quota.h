/* SPDX-License-Identifier: MIT
 * The CPU quota of a control group (docker --cpus, limits of a pod). A process that exceeds it is
 * stopped, with all threads, until the next period of some tens of milliseconds, which spoils
 * timings. Restrictions to a CPU set are handled by topology.h. */
#ifndef ATTNLAB_CPU_QUOTA_H
#define ATTNLAB_CPU_QUOTA_H

struct topology;

/* In CPUs; infinite: no limit. `root` is a prefix of /proc and /sys, "" except in tests. */
double cpu_quota(const char *root);
/* Number of cores that can compute at once for long: the allowed ones, or fewer by the quota; at
 * least 1. */
int cores_side_by_side(const struct topology *);

#endif
