/* SPDX-License-Identifier: MIT
 * Reads the CPU quotas of control groups, versions 1 and 2 (cpu_quota.h). */
#include "base/groups/cpu_quota.h"
#include "base/topology.h"
#include "base/groups/control_groups.h"

#include <math.h>

static double share(double quota, double period)
{
    /* a quota of -1 or "max" means unlimited */
    return quota > 0 && period > 0 ? quota / period : (double)NAN;
}

/* Reads a file such as "150000 100000": the CPU time in microseconds allowed per period, and the
 * period. */
static double version_2(const char *folder)
{
    return share(groups_number(folder, "cpu.max", 0), groups_number(folder, "cpu.max", 1));
}

static double version_1(const char *folder)
{
    return share(groups_number(folder, "cpu.cfs_quota_us", 0),
                 groups_number(folder, "cpu.cfs_period_us", 0));
}

double cpu_quota(const char *root)
{
    static const struct group_limit limits[] = {
        {"", "/sys/fs/cgroup", version_2}, {"cpu", "/sys/fs/cgroup/cpu", version_1}, {0}};
    return groups_least(root, limits);
}

int cores_side_by_side(const struct topology *topology)
{
    struct topology_facts facts;
    topology_facts(topology, &facts);
    return (int)fmax(1, fmin(facts.allowed_cores, floor(cpu_quota(""))));
}
