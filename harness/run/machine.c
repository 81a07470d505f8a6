/* SPDX-License-Identifier: MIT
 * Facts about the machine, and conditions that make timings unreliable (machine.h). */
#define _GNU_SOURCE /* needed for sched_getaffinity() */
#include "harness/run/machine.h"
#include "base/mem.h"
#include "base/topology.h"
#include "base/groups/cpu_quota.h"
#include "harness/run/manifest.h"

#include <ctype.h>
#include <sched.h>
#include <stdlib.h>
#include <string.h>
#include <sys/utsname.h>

/* Returns the first line of a system file, or NULL if unreadable. */
static char *first_line(const char *path)
{
    char *text = read_file(path, NULL);
    if (text) text[strcspn(text, "\n")] = '\0';
    return text;
}

/* Returns PRETTY_NAME from /etc/os-release, or NULL if unknown. */
static char *system_name(void)
{
    char *text = read_file("/etc/os-release", NULL);
    char *found = text ? strstr(text, "PRETTY_NAME=\"") : NULL;
    char *name = NULL;
    if (found) {
        found += strlen("PRETTY_NAME=\"");
        name = xformat("%.*s", (int)strcspn(found, "\"\n"), found);
    }
    free(text);
    return name;
}

char *machine_host(void)
{
    struct utsname names;
    uname(&names);
    char *host = xformat("%.*s", (int)strcspn(names.nodename, "."), names.nodename);
    for (char *p = host; *p; p++)
        if (!isalnum((unsigned char)*p) && *p != '-' && *p != '_') *p = '-';
    return host;
}

double machine_load(void)
{
    double load[1];
    return getloadavg(load, 1) < 1 ? -1 : load[0];
}

/* Returns the first eight digits of the boot ID. The caller frees the result. */
static char *this_boot(void)
{
    char *boot = first_line("/proc/sys/kernel/random/boot_id");
    if (boot && strlen(boot) > 8) boot[8] = '\0';
    return boot;
}

json_t *machine_json(const struct topology *topology)
{
    struct utsname names;
    struct topology_facts f;
    uname(&names);
    topology_facts(topology, &f);
    char *host = machine_host(), *name = system_name();
    char *governor = first_line("/sys/devices/system/cpu/cpu0/cpufreq/scaling_governor");
    char *paranoid = first_line("/proc/sys/kernel/perf_event_paranoid");
    char *pages = first_line("/sys/kernel/mm/transparent_hugepage/enabled"), *boot = this_boot();
    json_t *machine = json_pack(
        "{s:s, s:s?, s:s, s:s, s:s?, s:i, s:i, s:i, s:i, s:i, s:i, s:i, s:I, s:I, s:I, s:I, s:b,"
        " s:s?, s:s?, s:s?, s:s?, s:s?, s:s?}",
        "host", host, "system", name, "kernel", names.release, "architecture", names.machine,
        "cpu_model", f.cpu_model, "packages", f.packages, "numa_nodes", f.numa_nodes, "cores",
        f.cores, "pus", f.pus, "allowed_cores", f.allowed_cores, "allowed_pus", f.allowed_pus,
        "core_kinds", f.core_kinds, "l1d_bytes", (json_int_t)f.l1d_bytes, "l2_bytes",
        (json_int_t)f.l2_bytes, "l3_bytes", (json_int_t)f.l3_bytes, "memory_bytes",
        (json_int_t)f.memory_bytes, "this_system", f.this_system, "caveat", f.caveat, "governor",
        governor, "perf_event_paranoid", paranoid, "transparent_hugepage", pages, "core_type",
        f.core_type, "boot", boot);
    require(machine);
    free(host), free(name), free(governor), free(paranoid), free(pages), free(boot);
    return machine;
}

/* ---- two machines ---- */

static const struct machine_fact compared_facts[] = {{"host", "host"},
                                                     {"cpu_model", "processor"},
                                                     {"core_type", "type of core"},
                                                     {"cores", "cores"}};

bool machine_is_same_boot(const json_t *one, const json_t *other)
{
    const json_t *a = json_object_get(one, "boot"), *b = json_object_get(other, "boot");
    return a && b && json_equal(a, b);
}

const struct machine_fact *machine_difference(const json_t *one, const json_t *other)
{
    for (size_t i = 0; i < sizeof compared_facts / sizeof *compared_facts; i++) {
        const json_t *a = json_object_get(one, compared_facts[i].name);
        const json_t *b = json_object_get(other, compared_facts[i].name);
        if (a && b && !json_equal(a, b)) return &compared_facts[i];
    }
    return NULL;
}

void machine_mark(json_t *line, const json_t *machine)
{
    if (json_object_get(line, "host")) return;
    json_object_set(line, "host", json_object_get(machine, "host"));
    static const char *const more[] = {"core_type", "boot"};
    for (size_t i = 0; i < sizeof more / sizeof *more; i++) {
        json_t *fact = json_object_get(machine, more[i]);
        if (fact) json_object_set(line, more[i], fact);
    }
}

/* ---- complaints: each function returns a sentence, which the caller frees, or NULL ---- */

static char *busy_machine(const struct topology_facts *facts)
{
    double load = machine_load();
    (void)facts;
    if (load <= MACHINE_LOAD_MOST) return NULL;
    return xformat("other programs are running: load average %.2f, expected at most %.1f. End "
                   "these programs (`top` lists them), or wait until the load has fallen",
                   load, MACHINE_LOAD_MOST);
}

static char *governor_of(int cpu)
{
    char *path = xformat("/sys/devices/system/cpu/cpu%d/cpufreq/scaling_governor", cpu);
    char *governor = first_line(path);
    free(path);
    return governor;
}

static char *variable_clock(const struct topology_facts *facts)
{
    cpu_set_t allowed;
    char *complaint = NULL;
    (void)facts;
    if (sched_getaffinity(0, sizeof allowed, &allowed)) return NULL;
    for (int cpu = 0; cpu < CPU_SETSIZE && !complaint; cpu++) {
        char *governor = CPU_ISSET(cpu, &allowed) ? governor_of(cpu) : NULL;
        if (governor && strcmp(governor, "performance"))
            complaint = xformat("the clock rate may change: governor '%s' of CPU %d, expected "
                                "'performance' (cpupower frequency-set -g performance)",
                                governor, cpu);
        free(governor);
    }
    return complaint;
}

static char *cpu_quota_limit(const struct topology_facts *facts)
{
    double quota = cpu_quota("");
    if (quota >= facts->allowed_pus) return NULL;
    return xformat("a control group limits this job or container to the CPU time of %.3g of its %d "
                   "CPUs and pauses it at the limit, which disturbs timings. Assign whole CPUs "
                   "instead (docker --cpuset-cpus)",
                   quota, facts->allowed_pus);
}

static char *other_topology(const struct topology_facts *facts)
{
    if (facts->this_system) return NULL;
    return xstrdup("the topology describes another system (HWLOC_SYNTHETIC or HWLOC_XMLFILE), so "
                   "workers are not bound");
}

static char *uncommitted_sources(const struct topology_facts *facts)
{
    (void)facts;
    if (!strstr(program.commit, "-dirty") && strcmp(program.commit, "unknown")) return NULL;
    return xformat("this program was built from uncommitted sources (%s), so its rows cannot be "
                   "reproduced. Commit the changes, and build again",
                   program.commit);
}

static char *(*const checks[])(const struct topology_facts *) = {
    busy_machine, variable_clock, cpu_quota_limit, other_topology, uncommitted_sources, NULL};

char **machine_complaints(const struct topology *topology, int *count)
{
    char **list = xarray(sizeof checks / sizeof *checks, sizeof *list);
    struct topology_facts facts;
    topology_facts(topology, &facts);
    *count = 0;
    for (int i = 0; checks[i]; i++) {
        char *complaint = checks[i](&facts);
        if (complaint) list[(*count)++] = complaint;
    }
    return list;
}
