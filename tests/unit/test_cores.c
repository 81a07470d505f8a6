/* SPDX-License-Identifier: MIT
 * Tests the selection of cores from a list (base/cores.h). Cores of the same kind and node are
 * preferred, then cores of the same kind, then cores of the same package. */
#include "tests/unit/test.h"

#include "base/cores.h"

static void assert_chosen(const struct core *list, int count, int slot, int first, int second)
{
    struct core copy[8];
    struct placement p = {0};
    for (int i = 0; i < count; i++) copy[i] = list[i];
    cores_choose(copy, count, 2, slot, &p);
    assert_int_equal(p.cores[0], first);
    assert_int_equal(p.cores[1], second);
    placement_free(&p);
}

/* Node 0 has one fast and one slow core; node 1 has two fast cores. */
TEST("cores of the same kind have priority over cores of the same node")
{
    static const struct core list[] = {{.core = 0, .cpu = 0, .node = 0, .package = 0, .kind = 1},
                                       {.core = 1, .cpu = 1, .node = 0, .package = 0, .kind = 0},
                                       {.core = 2, .cpu = 2, .node = 1, .package = 0, .kind = 1},
                                       {.core = 3, .cpu = 3, .node = 1, .package = 0, .kind = 1}};
    assert_chosen(list, 4, 0, 2, 3);
    assert_chosen(list, 4, 1, 0, 1);
}

/* Each node has one core, and package 1 has two cores. */
TEST("cores of the same package have priority over other cores")
{
    static const struct core list[] = {{.core = 0, .cpu = 0, .node = 0, .package = 0},
                                       {.core = 1, .cpu = 1, .node = 1, .package = 1},
                                       {.core = 2, .cpu = 2, .node = 2, .package = 1}};
    assert_chosen(list, 3, 0, 1, 2);
}
