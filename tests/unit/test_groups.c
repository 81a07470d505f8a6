/* SPDX-License-Identifier: MIT
 * Tests how CPU quotas and memory limits of batch jobs and containers are found. Test files replace
 * /proc and /sys. */
#include "tests/unit/test.h"
#include "base/groups/cpu_quota.h"
#include "base/groups/memory_room.h"

#include <math.h>

#define MACHINE 8e9
#define OWN     "proc/self/cgroup"
#define CPU     "sys/fs/cgroup/cpu/"
#define JOB_7   "sys/fs/cgroup/system.slice/job_7/"
#define SLICE   "sys/fs/cgroup/system.slice/"
#define MEMORY  "sys/fs/cgroup/memory/"

/* Writes `text` to the file `path` and expects `limit` afterwards. A step that writes OWN first
 * empties the folder. */
struct step {
    const char *path, *text;
    double limit;
};
#define STEPS(list_) (sizeof(list_) / sizeof *(list_))

static void step_write(const char *dir, const struct step *s)
{
    if (!strcmp(s->path, OWN)) scratch_empty(dir);
    scratch_text(dir, s->path, s->text);
}

FOLDER_TEST("the CPU quota is the smallest quota of the group and its parents")
{
    static const struct step steps[] = {
        {OWN, "0::/a\nno group\n\n:\n", INFINITY},
        {OWN, "0::/system.slice/job_7\n", INFINITY},
        {JOB_7 "cpu.max", "max 100000\n", INFINITY},
        {SLICE "cpu.max", "150000 100000\n", 1.5},
        {JOB_7 "cpu.max", "20000 40000\n", 0.5},
        {JOB_7 "cpu.max", "20000\n", 1.5},
        {JOB_7 "cpu.max", "20000us 40000\n", 1.5},
        /* cgroup version 1: cpu and cpuacct share one hierarchy, cpuset has a separate one */
        {OWN, "4:memory:/other\n3:cpu,cpuacct:/job\n2:cpuset:/set\n", INFINITY},
        {CPU "job/cpu.cfs_quota_us", "-1\n", INFINITY},
        {CPU "job/cpu.cfs_period_us", "100000\n", INFINITY},
        {CPU "job/cpu.cfs_quota_us", "400000\n", 4},
        {CPU "set/cpu.cfs_quota_us", "1\n", 4},
        {CPU "set/cpu.cfs_period_us", "100000\n", 4},
    };
    assert_true(isinf(cpu_quota(dir)));
    for (size_t i = 0; i < STEPS(steps); i++) {
        step_write(dir, &steps[i]);
        if (cpu_quota(dir) != steps[i].limit)
            fail_msg("step %zu: quota %g (expected %g)", i, cpu_quota(dir), steps[i].limit);
    }
}

FOLDER_TEST("the memory limit is the smallest limit of the group, its parents and the machine")
{
    static const struct step steps[] = {
        {OWN, "0::/a\nno group\n\n:\n", MACHINE},
        {OWN, "0::/system.slice/job_7/step_0\n", MACHINE},
        {JOB_7 "step_0/memory.max", "max\n", MACHINE},
        {JOB_7 "memory.max", "4294967296\n", 4294967296.0},
        {SLICE "memory.max", "6000000000\n", 4294967296.0},
        {SLICE "memory.max", "1000000000\n", 1e9},
        /* cgroup version 1: memory has a separate hierarchy */
        {OWN, "9:name=systemd:/\n4:memory:/job\n1:cpu:/other\n0::/\n", MACHINE},
        {CPU "other/memory.limit_in_bytes", "1000\n", MACHINE},
        {MEMORY "memory.limit_in_bytes", "9223372036854771712\n", MACHINE},
        {MEMORY "job/memory.limit_in_bytes", "2000000000\n", 2e9},
        /* a container can see only the root group */
        {OWN, "0::/docker/0123abcd\n", MACHINE},
        {"sys/fs/cgroup/memory.max", "512000000\n", 512e6},
    };
    assert_true(memory_room(dir, MACHINE).bytes == MACHINE);
    for (size_t i = 0; i < STEPS(steps); i++) {
        step_write(dir, &steps[i]);
        struct memory_room room = memory_room(dir, MACHINE);
        if (room.bytes != steps[i].limit)
            fail_msg("step %zu: limit %g (expected %g)", i, room.bytes, steps[i].limit);
        assert_string_equal(room.whose, room.bytes < MACHINE
                                            ? "the control group of this job or container has"
                                            : "this machine has");
    }
}
