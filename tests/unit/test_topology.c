/* SPDX-License-Identifier: MIT
 * Tests placement on simulated machines: a server with two packages and four NUMA nodes, and a
 * hybrid processor. Binding is tested on the real machine. */
#define _GNU_SOURCE /* declares sched_getaffinity() */

#include "tests/unit/test.h"
#include "base/topology.h"
#include "base/mem.h"

#include <sched.h>
#include <unistd.h>

/* Package 0 has cores 0-7 with PUs 0-15, and nodes 0 and 1. PUs 2i and 2i+1 share a core. */
static const char *const server = "package:2 numa:2 core:4 pu:2";

/* Cores 0 and 1 are slow; cores 2 and 3 are fast. hwloc's parser needs these line breaks. */
static const char *const hybrid =
    "<?xml version=\"1.0\"?>\n<!DOCTYPE topology SYSTEM \"hwloc2.dtd\">\n<topology "
    "version=\"2.0\">\n"
    "<object type=\"Machine\" os_index=\"0\" cpuset=\"0xf\" complete_cpuset=\"0xf\""
    " allowed_cpuset=\"0xf\" nodeset=\"0x1\" complete_nodeset=\"0x1\" allowed_nodeset=\"0x1\">"
    "<object type=\"NUMANode\" os_index=\"0\" cpuset=\"0xf\" complete_cpuset=\"0xf\""
    " nodeset=\"0x1\" complete_nodeset=\"0x1\" local_memory=\"1073741824\"/>%s</object>"
    "<cpukind cpuset=\"0x3\" forced_efficiency=\"0\"/>"
    "<cpukind cpuset=\"0xc\" forced_efficiency=\"1\"/></topology>";

static struct topology *load(void)
{
    char *error = NULL;
    struct topology *t = topology_load(&error);
    if (!t) fail_msg("%s", error);
    return t;
}

static struct topology *load_synthetic(const char *description)
{
    setenv("HWLOC_SYNTHETIC", description, 1);
    struct topology *t = load();
    unsetenv("HWLOC_SYNTHETIC");
    return t;
}

static struct topology *load_xml(const char *xml)
{
    char path[] = "/tmp/attnlab-topology-XXXXXX";
    int file = mkstemp(path);
    assert_true(file >= 0 && write(file, xml, strlen(xml)) == (ssize_t)strlen(xml));
    close(file);
    setenv("HWLOC_XMLFILE", path, 1);
    struct topology *t = load();
    unsetenv("HWLOC_XMLFILE");
    unlink(path);
    return t;
}

/* Returns the chosen placement as "cpus|cores|nodes", or an error message. The caller frees the
 * text. */
static char *pick(const struct topology *t, int threads, const char *list, int slot, int slots)
{
    struct placement p;
    char *error;
    struct placement_request request = {threads, list, slot, slots};
    if (!topology_pick(t, &request, &p, &error)) return error;
    char *cpus = placement_cpus(&p), *cores = placement_cores(&p), *numa = placement_numa(&p);
    char *text = xformat("%s|%s|%s", cpus, cores, numa);
    free(cpus);
    free(cores);
    free(numa);
    placement_free(&p);
    return text;
}

struct expectation {
    int threads;
    const char *list;
    int slot, slots;
    const char
        *result; /* expected result; a leading * means that the result only contains this text */
};

static void expect_all(const struct topology *t, const struct expectation *e, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        char *found = pick(t, e[i].threads, e[i].list, e[i].slot, e[i].slots);
        bool same = *e[i].result == '*' ? strstr(found, e[i].result + 1) != NULL
                                        : strcmp(found, e[i].result) == 0;
        if (!same) fail_msg("case %zu: expected %s, found %s", i, e[i].result, found);
        free(found);
    }
}

TEST("threads are placed on separate cores and few nodes")
{
    static const struct expectation cases[] = {
        /* Each thread has its own core. The cores are in one node if possible, otherwise in one
         * package. */
        {1, NULL, 0, 1, "0|core:0|0"},
        {4, NULL, 0, 1, "0,2,4,6|core:0-3|0"},
        {5, NULL, 0, 1, "0,2,4,6,8|core:0-4|0-1"},
        {9, NULL, 0, 1, "0,2,4,6,8,10,12,14,16|core:0-8|0-2"},
        /* Parallel workers have disjoint cores, and all cores of a worker are in one node. */
        {3, NULL, 0, 4, "0,2,4|core:0-2|0"},
        {3, NULL, 1, 4, "8,10,12|core:4-6|1"},
        {3, NULL, 3, 4, "24,26,28|core:12-14|3"},
        {1, NULL, 15, 16, "30|core:15|3"},
        /* The placement uses only the given CPUs. */
        {2, "6-11", 0, 1, "8,10|core:4-5|1"},
        {2, "core:14-15", 0, 1, "28,30|core:14-15|3"},
        {2, "package:1.core:1-2", 0, 1, "18,20|core:9-10|2"},
        {1, "numanode:2.core:3.pu:1", 0, 1, "23|core:11|2"},
        {3, "core:0,3,core:2", 0, 1, "0,3-4|core:0-2|0"},
    };
    struct topology *t = load_synthetic(server);
    expect_all(t, cases, sizeof cases / sizeof *cases);
    topology_free(t);
}

TEST("impossible placements are refused")
{
    static const struct expectation cases[] = {
        {17, NULL, 0, 1,
         "*too few cores for 1 worker of 17 threads: 16 cores in CPUs 0-31 (expected 17"},
        {4, NULL, 0, 5, "*5 workers of 4 threads: 16 cores"},
        {2, "0,1", 0, 1, "*1 core in CPUs 0-1 (expected 2"},
        {1, "32", 0, 1, "*CPU 32 is not allowed for this process (allowed: 0-31)"},
        {1, "core:16", 0, 1, "*no Core 16 (there are 16"},
        {1, "package:0.core:8", 0, 1, "*no Core 8 (there are 8"},
        {1, "3-1", 0, 1, "*invalid term \"3-1\" (expected a CPU number"},
        {1, "", 0, 1, "*expected a CPU number"},
        {1, "0,", 0, 1, "*expected a CPU number"},
        {1, "0 1", 0, 1, "*unexpected \" 1\" (expected a comma or the end"},
        {1, "socket:0", 0, 1, "*expected a CPU number, a range such as 0-3, or package:N"},
        {1, "99999999999999999999", 0, 1, "*expected a CPU number"},
    };
    struct topology *t = load_synthetic(server);
    expect_all(t, cases, sizeof cases / sizeof *cases);
    topology_free(t);
}

TEST("fast cores are used first")
{
    struct text cores = {0};
    for (int i = 0; i < 4; i++)
        text_add(&cores,
                 "<object type=\"Core\" os_index=\"%d\" cpuset=\"%#x\" complete_cpuset=\"%#x\""
                 " nodeset=\"0x1\" complete_nodeset=\"0x1\"><object type=\"PU\" os_index=\"%d\""
                 " cpuset=\"%#x\" complete_cpuset=\"%#x\" nodeset=\"0x1\""
                 " complete_nodeset=\"0x1\"/></object>",
                 i, 1 << i, 1 << i, i, 1 << i, 1 << i);
    char xml[4096];
    const char *mark = strstr(hybrid, "%s");
    snprintf(xml, sizeof xml, "%.*s%s%s", (int)(mark - hybrid), hybrid, cores.data, mark + 2);
    text_free(&cores);
    struct topology *t = load_xml(xml);
    struct topology_facts facts;
    topology_facts(t, &facts);
    assert_int_equal(facts.core_kinds, 2);
    static const struct expectation cases[] = {{1, NULL, 0, 1, "2|core:2|0"},
                                               {2, NULL, 0, 1, "2-3|core:2-3|0"},
                                               {2, NULL, 1, 2, "0-1|core:0-1|0"},
                                               {3, NULL, 0, 1, "0,2-3|core:0,core:2-3|0"}};
    expect_all(t, cases, sizeof cases / sizeof *cases);
    topology_free(t);
}

TEST("threads are not bound on a simulated machine")
{
    struct topology *t = load_synthetic(server);
    struct topology_facts facts;
    topology_facts(t, &facts);
    assert_false(facts.this_system);
    assert_int_equal(facts.packages, 2);
    assert_int_equal(facts.numa_nodes, 4);
    assert_int_equal(facts.cores, 16);
    assert_int_equal(facts.pus, 32);
    struct binding b = topology_bind(t, 0);
    assert_false(b.bound);
    assert_non_null(b.note);
    topology_free(t);
}

TEST("a thread is bound and unbound on this machine")
{
    struct topology *t = load();
    struct placement p;
    char *error;
    struct placement_request request = {.threads = 1};
    cpu_set_t before, during, after;
    sched_getaffinity(0, sizeof before, &before);
    assert_true(topology_pick(t, &request, &p, &error));
    struct binding b = topology_bind(t, p.cpus[0]);
    sched_getaffinity(0, sizeof during, &during);
    assert_true(b.bound && b.strict);
    assert_int_equal(CPU_COUNT(&during), 1);
    assert_true(CPU_ISSET(p.cpus[0], &during));
    assert_int_equal(topology_last_cpu(t), p.cpus[0]);
    topology_unbind(t);
    sched_getaffinity(0, sizeof after, &after);
    assert_true(CPU_EQUAL(&before, &after));
    placement_free(&p);
    topology_free(t);
}

TEST("an inherited CPU mask limits the choice")
{
    struct topology *whole = load();
    struct topology_facts facts;
    struct placement p;
    char *error;
    struct placement_request request = {.threads = 1};
    assert_true(topology_pick(whole, &request, &p, &error));
    topology_bind(whole, p.cpus[0]);
    struct topology *inside = load();
    topology_facts(inside, &facts);
    assert_int_equal(facts.allowed_pus, 1);
    request.threads = 2;
    struct placement none;
    assert_false(topology_pick(inside, &request, &none, &error));
    assert_non_null(strstr(error, "1 core in CPUs"));
    free(error);
    topology_unbind(whole);
    placement_free(&p);
    topology_free(inside);
    topology_free(whole);
}

/* If the reported memory were too small, a run would skip rows that fit into memory. */
TEST("the reported memory is at least the system's memory")
{
    struct topology *t = load(), *other = load_synthetic("numa:1 core:2 pu:1");
    struct topology_facts facts;
    size_t all = (size_t)sysconf(_SC_PHYS_PAGES) * (size_t)sysconf(_SC_PAGESIZE);
    topology_facts(t, &facts);
    assert_true(facts.numa_nodes > 1 || facts.memory_bytes >= all);
    topology_facts(other, &facts);
    /* hwloc assumes 1 GiB for a simulated node. */
    assert_int_equal(facts.memory_bytes, (size_t)1 << 30);
    topology_free(t);
    topology_free(other);
}

TEST("CPU numbers are printed as ranges")
{
    char *text = ranges_text((int[]){3, 0, 1, 1, 7, 8}, 6);
    assert_string_equal(text, "0-1,3,7-8");
    free(text);
    text = ranges_text(NULL, 0);
    assert_string_equal(text, "");
    free(text);
}

/* The function topology_same_core() is used to find other programs on the same core. */
TEST("sibling CPUs of a core are recognised")
{
    struct topology *t = load_synthetic(server);
    assert_true(topology_same_core(t, 6, 7));
    assert_true(topology_same_core(t, 7, 6));
    assert_true(topology_same_core(t, 6, 6));
    assert_false(topology_same_core(t, 6, 5));
    assert_false(topology_same_core(t, 6, 8));
    assert_false(topology_same_core(t, 999, 6));
    assert_false(topology_same_core(t, 6, 999));
    topology_free(t);
}
