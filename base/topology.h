/* SPDX-License-Identifier: MIT
 * Finds the machine's cores with hwloc, chooses processing units for threads, and binds threads to
 * them.
 *
 * `cpu` is the operating system's number of a processing unit (PU), as in taskset and /proc/stat.
 * `core` is hwloc's logical number of a core. If HWLOC_SYNTHETIC or HWLOC_XMLFILE is set, cores are
 * chosen from that topology and no thread is bound. */
#ifndef ATTNLAB_TOPOLOGY_H
#define ATTNLAB_TOPOLOGY_H

#include <stdbool.h>
#include <stddef.h>

struct topology;

/* Loads the topology (about 5 ms) and the set of CPUs that this process may use (its cpuset and
 * affinity mask). On failure, returns NULL and sets *error, which the caller frees. Free the
 * topology with topology_free(). */
struct topology *topology_load(char **error);
void topology_free(struct topology *);

/* Facts about the machine, for the run's manifest and record. Unknown facts are 0 or NULL. */
struct topology_facts {
    /* numbers of packages, NUMA nodes, cores and PUs in the machine */
    int packages, numa_nodes, cores, pus;
    int allowed_cores, allowed_pus; /* numbers of cores and PUs that this process may use */
    int core_kinds;                 /* number of core kinds; above 1 on a hybrid processor */
    /* cache sizes of the first allowed core, one size per level */
    size_t l1d_bytes, l2_bytes, l3_bytes;
    size_t memory_bytes;   /* memory of all NUMA nodes, or the system's memory */
    const char *cpu_model; /* name of the processor; owned by the topology, like core_type */
    /* vendor, family, model and stepping, such as "GenuineIntel 6 207 2"; distinguishes virtual
     * machines with the same cpu_model */
    const char *core_type;
    /* true if the topology describes the running system; if false (synthetic or saved topology), no
     * thread is bound */
    bool this_system;
    const char *caveat;
};
void topology_facts(const struct topology *, struct topology_facts *);

struct placement_request {
    int threads; /* number of threads of one worker, at least 1 */
    /* Allowed CPUs, or NULL for all. "0,2-3" lists PUs by the system's numbers. "core:0-3",
     * "package:1.core:0" and "numanode:0" use hwloc's logical numbers. In "package:1.core:0", core
     * 0 is the first core of package 1. */
    const char *list;
    /* index of this worker among `slots` parallel workers with `threads` cores each; slots = 0
     * means one worker */
    int slot, slots;
};
/* The chosen placement: thread t runs on PU cpus[t], core cores[t] and NUMA node nodes[t]. Nodes
 * have the system's numbers, or -1 if unknown. topology_pick() fills the placement;
 * placement_free() frees it. */
struct placement {
    int threads;
    int *cpus, *cores, *nodes;
};

/* Chooses one PU per core, in compact order: on one NUMA node if possible, otherwise in one package
 * if possible. On a hybrid processor, the fastest cores come first. Returns false if the list is
 * malformed, a PU is not allowed, or there are too few cores; the caller frees *error. */
bool topology_pick(const struct topology *, const struct placement_request *, struct placement *,
                   char **error);
void placement_free(struct placement *);

/* Format a placement as text, such as CPUs "0-1", cores "core:0-1" and nodes "0". The caller frees
 * the text. */
char *placement_cpus(const struct placement *);
char *placement_cores(const struct placement *);
char *placement_numa(const struct placement *);
/* Formats a list of numbers as sorted ranges without duplicates: {3, 0, 1, 1} gives "0-1,3". The
 * caller frees the text. */
char *ranges_text(const int *numbers, int count);

/* Result of binding a thread, as the system reports it afterwards. */
struct binding {
    bool bound;
    bool strict;
    /* why the thread is not bound (a constant text); NULL if the thread is bound */
    const char *note;
};
/* Binds the calling thread to one PU and verifies the binding. */
struct binding topology_bind(const struct topology *, int cpu);
/* Binds the calling thread to all PUs of a placement. Child processes started later inherit the
 * binding. */
struct binding topology_bind_set(const struct topology *, const struct placement *);
/* Removes a binding: the calling thread may use all CPUs that the process had at topology_load().
 */
void topology_unbind(const struct topology *);
/* Returns true if two PUs are the same or are hardware threads of one core. Returns false for
 * unknown PUs. */
bool topology_same_core(const struct topology *, int cpu, int other);
/* Returns the PU on which the calling thread last ran. Returns -1 if the PU is unknown or the
 * topology does not describe this system. */
int topology_last_cpu(const struct topology *);

#endif
