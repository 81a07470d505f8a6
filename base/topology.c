/* SPDX-License-Identifier: MIT
 * Loads the hardware topology through hwloc, lists its cores and binds threads. cores.c chooses the
 * cores. */
#include "base/cores.h"
#include "base/cpu_list.h"
#include "base/topology.h"
#include "base/mem.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

struct topology {
    hwloc_topology_t machine;
    hwloc_bitmap_t allowed; /* CPUs that the process may use, as system CPU numbers */
    char *core_type;
    bool this_system;
};

/* ---- loading and facts ---- */

static void read_allowed(struct topology *t)
{
    t->allowed = hwloc_bitmap_dup(hwloc_topology_get_allowed_cpuset(t->machine));
    if (!t->this_system) return;
    hwloc_bitmap_t mask = hwloc_bitmap_alloc();
    if (hwloc_get_cpubind(t->machine, mask, HWLOC_CPUBIND_THREAD) == 0)
        hwloc_bitmap_and(t->allowed, t->allowed, mask);
    hwloc_bitmap_free(mask);
}

/* Skips devices, which take half of the loading time. HWLOC_COMPONENTS could skip them too, but
 * would disable HWLOC_SYNTHETIC and HWLOC_XMLFILE. */
static void leave_out_devices(hwloc_topology_t machine)
{
    static const char *const devices[] = {"opencl", "cuda", "nvml", "gl", "pci", NULL};
    for (int i = 0; devices[i]; i++)
        hwloc_topology_set_components(machine, HWLOC_TOPOLOGY_COMPONENTS_FLAG_BLACKLIST,
                                      devices[i]);
}

/* Returns family, model and stepping (x86, ARM), which distinguish processors of the same name. */
static char *read_core_type(hwloc_topology_t machine)
{
    static const char *const infos[] = {"CPUVendor",   "CPUFamilyNumber", "CPUModelNumber",
                                        "CPUStepping", "CPUImplementer",  "CPUArchitecture",
                                        "CPUVariant",  "CPUPart",         "CPURevision"};
    hwloc_obj_t root = hwloc_get_root_obj(machine);
    hwloc_obj_t package = hwloc_get_obj_by_type(machine, HWLOC_OBJ_PACKAGE, 0);
    struct text out = {0};
    for (size_t i = 0; i < sizeof infos / sizeof *infos; i++) {
        const char *value = hwloc_obj_get_info_by_name(root, infos[i]);
        if (!value && package) value = hwloc_obj_get_info_by_name(package, infos[i]);
        if (value) text_add(&out, "%s%s", out.length ? " " : "", value);
    }
    return out.data;
}

struct topology *topology_load(char **error)
{
    struct topology *t = xalloc(sizeof *t);
    if (hwloc_topology_init(&t->machine) < 0) die("hwloc_topology_init failed");
    leave_out_devices(t->machine);
    if (hwloc_topology_load(t->machine) < 0) {
        *error = xformat("hwloc cannot read the topology: %s; check HWLOC_SYNTHETIC, HWLOC_XMLFILE "
                         "and HWLOC_COMPONENTS",
                         strerror(errno));
        hwloc_topology_destroy(t->machine);
        free(t);
        return NULL;
    }
    t->this_system = hwloc_topology_is_thissystem(t->machine);
    t->core_type = read_core_type(t->machine);
    read_allowed(t);
    return t;
}

void topology_free(struct topology *t)
{
    if (!t) return;
    hwloc_bitmap_free(t->allowed);
    hwloc_topology_destroy(t->machine);
    free(t->core_type);
    free(t);
}

/* Returns the hwloc depth of cores, or of PUs if the system reports no cores. */
static int core_depth(const struct topology *t)
{
    return hwloc_get_type_or_below_depth(t->machine, HWLOC_OBJ_CORE);
}

static int count_of(const struct topology *t, hwloc_obj_type_t type)
{
    int count = hwloc_get_nbobjs_by_type(t->machine, type);
    return count < 0 ? 0 : count;
}

static void read_caches(hwloc_obj_t obj, struct topology_facts *f)
{
    for (; obj; obj = obj->parent) {
        if (obj->type == HWLOC_OBJ_L1CACHE) f->l1d_bytes = obj->attr->cache.size;
        if (obj->type == HWLOC_OBJ_L2CACHE) f->l2_bytes = obj->attr->cache.size;
        if (obj->type == HWLOC_OBJ_L3CACHE) f->l3_bytes = obj->attr->cache.size;
    }
}

/* Returns the memory of all NUMA nodes. On a machine with one node, returns the system's memory
 * size if that is larger, because some virtual machines report too little memory for the node. */
static size_t memory_of(const struct topology *t)
{
    size_t nodes = hwloc_get_root_obj(t->machine)->total_memory;
    long pages = sysconf(_SC_PHYS_PAGES), size = sysconf(_SC_PAGESIZE);
    if (!t->this_system || count_of(t, HWLOC_OBJ_NUMANODE) > 1 || pages <= 0 || size <= 0)
        return nodes;
    size_t all = (size_t)pages * (size_t)size;
    return all > nodes ? all : nodes;
}

void topology_facts(const struct topology *t, struct topology_facts *f)
{
    int depth = core_depth(t);
    hwloc_obj_t first =
        hwloc_get_next_obj_covering_cpuset_by_depth(t->machine, t->allowed, depth, NULL);
    *f = (struct topology_facts){
        .packages = count_of(t, HWLOC_OBJ_PACKAGE),
        .numa_nodes = count_of(t, HWLOC_OBJ_NUMANODE),
        .cores = (int)hwloc_get_nbobjs_by_depth(t->machine, depth),
        .pus = count_of(t, HWLOC_OBJ_PU),
        .allowed_pus = hwloc_bitmap_weight(t->allowed),
        .core_kinds = hwloc_cpukinds_get_nr(t->machine, 0),
        .memory_bytes = memory_of(t),
        .this_system = t->this_system,
        .core_type = t->core_type,
        .caveat = "values as reported by the system; virtual machines often report wrong cache "
                  "sizes, core counts and model names, so important sizes are measured (see "
                  "`peaks`)",
    };
    for (int i = 0; i < f->cores; i++) {
        hwloc_obj_t core = hwloc_get_obj_by_depth(t->machine, depth, (unsigned)i);
        f->allowed_cores += hwloc_bitmap_intersects(core->cpuset, t->allowed);
        if (!first && hwloc_bitmap_intersects(core->cpuset, t->allowed)) first = core;
    }
    read_caches(first, f);
    hwloc_obj_t root = hwloc_get_root_obj(t->machine);
    f->cpu_model = hwloc_obj_get_info_by_name(root, "CPUModel");
    hwloc_obj_t package = hwloc_get_obj_by_type(t->machine, HWLOC_OBJ_PACKAGE, 0);
    if (!f->cpu_model && package) f->cpu_model = hwloc_obj_get_info_by_name(package, "CPUModel");
}

/* ---- the choice ---- */

static int first_bit(hwloc_const_bitmap_t a, hwloc_const_bitmap_t b)
{
    hwloc_bitmap_t both = hwloc_bitmap_alloc();
    hwloc_bitmap_and(both, a, b);
    int first = hwloc_bitmap_first(both);
    hwloc_bitmap_free(both);
    return first;
}

/* Lists the cores with at least one allowed PU. *count receives their number. The caller frees the
 * list. */
static struct core *list_cores(const struct topology *t, hwloc_const_bitmap_t usable, int *count)
{
    int depth = core_depth(t), cores = (int)hwloc_get_nbobjs_by_depth(t->machine, depth);
    struct core *list = xarray(cores + 1, sizeof *list);
    *count = 0;
    for (int i = 0; i < cores; i++) {
        hwloc_obj_t core = hwloc_get_obj_by_depth(t->machine, depth, (unsigned)i);
        hwloc_obj_t package = hwloc_get_ancestor_obj_by_type(t->machine, HWLOC_OBJ_PACKAGE, core);
        int cpu = first_bit(core->cpuset, usable);
        if (cpu < 0) continue;
        list[(*count)++] = (struct core){
            .core = i,
            .cpu = cpu,
            .node = hwloc_bitmap_first(core->nodeset),
            .package = package ? (int)package->logical_index : -1,
            .kind = hwloc_cpukinds_get_by_cpuset(t->machine, core->cpuset, 0),
        };
    }
    return list;
}

static void explain_too_few(const struct placement_request *r, int slots, int count,
                            hwloc_const_bitmap_t usable, char **error)
{
    char *cpus = cpu_list_text(usable);
    *error = xformat("too few cores for %d worker%s of %d thread%s: %d core%s in CPUs %s (expected "
                     "%lld, one per thread); use fewer threads or allow more cores",
                     slots, slots == 1 ? "" : "s", r->threads, r->threads == 1 ? "" : "s", count,
                     count == 1 ? "" : "s", cpus, (long long)slots * r->threads);
    free(cpus);
}

bool topology_pick(const struct topology *t, const struct placement_request *r, struct placement *p,
                   char **error)
{
    *error = NULL;
    *p = (struct placement){0};
    int slots = r->slots > 0 ? r->slots : 1, count;
    require(r->threads > 0 && r->slot >= 0 && r->slot < slots);
    hwloc_bitmap_t usable = hwloc_bitmap_alloc();
    if (!r->list)
        hwloc_bitmap_copy(usable, t->allowed);
    else if (!cpu_list_read(t->machine, t->allowed, r->list, usable, error)) {
        hwloc_bitmap_free(usable);
        return false;
    }
    struct core *list = list_cores(t, usable, &count);
    if (r->threads > count / slots)
        explain_too_few(r, slots, count, usable, error);
    else
        cores_choose(list, count, r->threads, r->slot, p);
    free(list);
    hwloc_bitmap_free(usable);
    return !*error;
}

/* ---- binding ---- */

static struct binding bind_to(const struct topology *t, hwloc_const_bitmap_t set)
{
    if (!t->this_system)
        return (struct binding){.note = "the topology does not describe this machine"};
    int flags = HWLOC_CPUBIND_THREAD;
    bool strict = hwloc_set_cpubind(t->machine, set, flags | HWLOC_CPUBIND_STRICT) == 0;
    if (!strict && hwloc_set_cpubind(t->machine, set, flags) < 0)
        return (struct binding){.note = "the system refused to bind the thread"};
    hwloc_bitmap_t now = hwloc_bitmap_alloc();
    bool same = hwloc_get_cpubind(t->machine, now, flags) == 0 && hwloc_bitmap_isequal(now, set);
    hwloc_bitmap_free(now);
    return (struct binding){.bound = same,
                            .strict = strict && same,
                            .note = same ? NULL : "the system set a different CPU mask"};
}

struct binding topology_bind(const struct topology *t, int cpu)
{
    hwloc_bitmap_t set = hwloc_bitmap_alloc();
    hwloc_bitmap_set(set, (unsigned)cpu);
    struct binding result = bind_to(t, set);
    hwloc_bitmap_free(set);
    return result;
}

struct binding topology_bind_set(const struct topology *t, const struct placement *p)
{
    hwloc_bitmap_t set = hwloc_bitmap_alloc();
    for (int i = 0; i < p->threads; i++) hwloc_bitmap_set(set, (unsigned)p->cpus[i]);
    struct binding result = bind_to(t, set);
    hwloc_bitmap_free(set);
    return result;
}

void topology_unbind(const struct topology *t) { bind_to(t, t->allowed); }

bool topology_same_core(const struct topology *t, int cpu, int other)
{
    hwloc_obj_t pu = hwloc_get_pu_obj_by_os_index(t->machine, (unsigned)cpu);
    hwloc_obj_t core = pu ? hwloc_get_ancestor_obj_by_type(t->machine, HWLOC_OBJ_CORE, pu) : NULL;
    if (!core) return pu && cpu == other;
    return hwloc_bitmap_isset(core->cpuset, (unsigned)other);
}

int topology_last_cpu(const struct topology *t)
{
    if (!t->this_system) return -1;
    hwloc_bitmap_t set = hwloc_bitmap_alloc();
    int cpu = hwloc_get_last_cpu_location(t->machine, set, HWLOC_CPUBIND_THREAD) == 0
                  ? hwloc_bitmap_first(set)
                  : -1;
    hwloc_bitmap_free(set);
    return cpu;
}
