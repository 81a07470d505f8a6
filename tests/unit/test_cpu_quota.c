/* SPDX-License-Identifier: MIT
 * The CPU quota of a batch job or container, in folders made by the test. */
#include "base/groups/cpu_quota.h"
#include "tests/unit/group_files.h"

#include <math.h>

static void nothing_known(void **state)
{
    (void)state;
    assert_true(isinf(cpu_quota(root)));
    write_under_root("proc/self/cgroup", "0::/a\nno group\n\n:\n");
    assert_true(isinf(cpu_quota(root)));
}

static void version_2_takes_the_least_above(void **state)
{
    (void)state;
    write_under_root("proc/self/cgroup", "0::/system.slice/job_7\n");
    write_under_root("sys/fs/cgroup/system.slice/job_7/cpu.max", "max 100000\n");
    assert_true(isinf(cpu_quota(root)));
    write_under_root("sys/fs/cgroup/system.slice/cpu.max", "150000 100000\n");
    assert_true(cpu_quota(root) == 1.5);
    write_under_root("sys/fs/cgroup/system.slice/job_7/cpu.max", "20000 40000\n");
    assert_true(cpu_quota(root) == 0.5);
    write_under_root("sys/fs/cgroup/system.slice/job_7/cpu.max", "20000\n");
    assert_true(cpu_quota(root) == 1.5);
    write_under_root("sys/fs/cgroup/system.slice/job_7/cpu.max", "20000us 40000\n");
    assert_true(cpu_quota(root) == 1.5);
}

static void version_1_shares_a_tree(void **state)
{
    (void)state;
    write_under_root("proc/self/cgroup", "4:memory:/other\n3:cpu,cpuacct:/job\n2:cpuset:/set\n");
    write_under_root("sys/fs/cgroup/cpu/job/cpu.cfs_quota_us", "-1\n");
    write_under_root("sys/fs/cgroup/cpu/job/cpu.cfs_period_us", "100000\n");
    assert_true(isinf(cpu_quota(root)));
    write_under_root("sys/fs/cgroup/cpu/job/cpu.cfs_quota_us", "400000\n");
    assert_true(cpu_quota(root) == 4);
    write_under_root("sys/fs/cgroup/cpu/set/cpu.cfs_quota_us", "1\n"); /* of cpuset, not of cpu */
    write_under_root("sys/fs/cgroup/cpu/set/cpu.cfs_period_us", "100000\n");
    assert_true(cpu_quota(root) == 4);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(nothing_known, root_begin, root_end),
        cmocka_unit_test_setup_teardown(version_2_takes_the_least_above, root_begin, root_end),
        cmocka_unit_test_setup_teardown(version_1_shares_a_tree, root_begin, root_end)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
