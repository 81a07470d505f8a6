/* SPDX-License-Identifier: MIT
 * The share of time that a control group gives to CPUs (docker --cpus, limits of a pod). Whose time
 * is used up is stopped until the next period, some tens of milliseconds, with all its threads:
 * what is timed then is the stop. Other than a set of CPUs, which the topology knows of. */
#ifndef ATTNLAB_CPU_QUOTA_H
#define ATTNLAB_CPU_QUOTA_H

struct topology;

/* In CPUs; infinite: no limit. `root` comes before /proc and /sys: "" but in tests. */
double cpu_quota(const char *root);
/* How many cores compute side by side for long: those that this process may use, or fewer by the
 * quota; at least 1. */
int cores_side_by_side(const struct topology *);

#endif
