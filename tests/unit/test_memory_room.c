/* SPDX-License-Identifier: MIT
 * The memory limit of a batch job or container, in folders made by the test. */
#include "base/groups/memory_room.h"
#include "tests/unit/group_files.h"

#define MACHINE 8e9
static const char *const job = "the control group of this job or container has";
static const char *const machine = "this machine has";

static void expect(double bytes, const char *whose)
{
    struct memory_room room = memory_room(root, MACHINE);
    assert_true(room.bytes == bytes);
    assert_string_equal(room.whose, whose);
}

static void nothing_known(void **state)
{
    (void)state;
    expect(MACHINE, machine);
    write_under_root("proc/self/cgroup", "0::/a\nno group\n\n:\n");
    expect(MACHINE, machine);
}

static void version_2_takes_the_least_above(void **state)
{
    (void)state;
    write_under_root("proc/self/cgroup", "0::/system.slice/job_7/step_0\n");
    write_under_root("sys/fs/cgroup/system.slice/job_7/step_0/memory.max", "max\n");
    expect(MACHINE, machine);
    write_under_root("sys/fs/cgroup/system.slice/job_7/memory.max", "4294967296\n");
    expect(4294967296.0, job);
    write_under_root("sys/fs/cgroup/system.slice/memory.max", "6000000000\n");
    expect(4294967296.0, job);
    write_under_root("sys/fs/cgroup/system.slice/memory.max", "1000000000\n");
    expect(1e9, job);
}

static void version_1_has_a_tree_of_its_own(void **state)
{
    (void)state;
    write_under_root("proc/self/cgroup", "9:name=systemd:/\n4:memory:/job\n1:cpu:/other\n0::/\n");
    write_under_root("sys/fs/cgroup/cpu/other/memory.limit_in_bytes", "1000\n");
    write_under_root("sys/fs/cgroup/memory/memory.limit_in_bytes", "9223372036854771712\n");
    expect(MACHINE, machine);
    write_under_root("sys/fs/cgroup/memory/job/memory.limit_in_bytes", "2000000000\n");
    expect(2e9, job);
}

static void a_container_sees_its_root_alone(void **state)
{
    (void)state;
    write_under_root("proc/self/cgroup", "0::/docker/0123abcd\n");
    write_under_root("sys/fs/cgroup/memory.max", "512000000\n");
    expect(512e6, job);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(nothing_known, root_begin, root_end),
        cmocka_unit_test_setup_teardown(version_2_takes_the_least_above, root_begin, root_end),
        cmocka_unit_test_setup_teardown(version_1_has_a_tree_of_its_own, root_begin, root_end),
        cmocka_unit_test_setup_teardown(a_container_sees_its_root_alone, root_begin, root_end)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
