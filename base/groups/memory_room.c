/* SPDX-License-Identifier: MIT
 * Finds the memory limit of the machine or of its control groups (memory_room.h). */
#include "base/groups/memory_room.h"
#include "base/groups/control_groups.h"

static double version_2(const char *folder) { return groups_number(folder, "memory.max", 0); }
static double version_1(const char *folder)
{
    return groups_number(folder, "memory.limit_in_bytes", 0);
}

struct memory_room memory_room(const char *root, double machine_bytes)
{
    static const struct group_limit limits[] = {
        {"", "/sys/fs/cgroup", version_2}, {"memory", "/sys/fs/cgroup/memory", version_1}, {0}};
    double bytes = groups_least(root, limits);
    if (bytes < machine_bytes)
        return (struct memory_room){bytes, "the control group of this job or container has"};
    return (struct memory_room){machine_bytes, "this machine has"};
}
