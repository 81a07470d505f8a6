/* SPDX-License-Identifier: MIT
 * Where threads run: the machine's cores from hwloc, the choice of processing units, strict
 * binding.
 *
 * `cpu` is the operating system's number of a processing unit (PU), as in taskset and /proc/stat;
 * `core` is hwloc's logical number of a core. HWLOC_SYNTHETIC and HWLOC_XMLFILE are honoured:
 * choices are then made on that topology, and binding is skipped. */
#ifndef ATTNLAB_TOPOLOGY_H
#define ATTNLAB_TOPOLOGY_H

#include <stdbool.h>
#include <stddef.h>

struct topology;

/* Reads the machine (about 5 ms) and the CPUs of the calling process: its cpuset and affinity
 * mask. topology_pick chooses only from these. NULL with *error (the caller frees it). Freed with
 * topology_free. */
struct topology *topology_load(char **error);
void topology_free(struct topology *);

/* Facts for manifest and record. 0 or NULL: unknown. */
struct topology_facts {
    int packages, numa_nodes, cores, pus; /* of the machine */
    int allowed_cores, allowed_pus;       /* that this process may use */
    int core_kinds;                       /* more than 1: hybrid processor */
    size_t l1d_bytes, l2_bytes, l3_bytes; /* one cache instance, that of the first allowed core */
    size_t memory_bytes;                  /* of all NUMA nodes, or of the system */
    const char *cpu_model;                /* owned by the topology, as core_type */
    const char *core_type; /* vendor, family, model and stepping: "GenuineIntel 6 207 2". cpu_model
                              alone is ambiguous in virtual machines. */
    bool this_system;      /* false: synthetic or from a file; nothing is bound */
    const char *caveat;    /* constant sentence about the accuracy of these facts */
};
void topology_facts(const struct topology *, struct topology_facts *);

/* Input of topology_pick. */
struct placement_request {
    int threads;      /* of one worker, at least 1 */
    const char *list; /* NULL: all allowed. "0,2-3": PUs by system number; "core:0-3",
                         "package:1.core:0", "numanode:0": hwloc's logical numbers, the part after a
                         dot counted inside the part before it; terms joined by commas */
    int slot, slots;  /* parallel workers: set number slot (from 0) of `slots` disjoint sets of
                         `threads` cores; slots 0 means 1 */
};
/* Chosen places: thread t runs on PU cpus[t], core cores[t], NUMA node nodes[t] (system number; -1:
 * unknown). Filled by topology_pick, freed by placement_free. */
struct placement {
    int threads;
    int *cpus, *cores, *nodes;
};

/* Chooses one PU per core (never siblings), all on one NUMA node if they fit, else in one package,
 * in compact order; on a hybrid processor the fastest cores first. False with *error (the caller
 * frees it) if the list is malformed or names a forbidden PU, or if there are too few
 * cores. */
bool topology_pick(const struct topology *, const struct placement_request *, struct placement *,
                   char **error);
void placement_free(struct placement *);

/* Text of a placement (the caller frees it): "0-1", "core:0-1", "0". */
char *placement_cpus(const struct placement *);
char *placement_cores(const struct placement *);
char *placement_numa(const struct placement *);
/* Any list of numbers as sorted ranges without duplicates: {3, 0, 1, 1} is "0-1,3". The caller
 * frees it. */
char *ranges_text(const int *numbers, int count);

/* A binding as read back from the system. */
struct binding {
    bool bound;       /* the thread runs on the requested PUs only */
    bool strict;      /* hwloc accepted it as strict */
    const char *note; /* constant sentence: why it is not bound; NULL if it is */
};
/* Binds the calling thread to one PU, strictly, and reads the mask back. */
struct binding topology_bind(const struct topology *, int cpu);
/* Binds the calling thread to all PUs of a placement, which processes spawned later by this thread
 * inherit. */
struct binding topology_bind_set(const struct topology *, const struct placement *);
/* Restores the CPUs that the process had at topology_load for the calling thread. */
void topology_unbind(const struct topology *);
/* Whether two PUs are equal or hardware threads of one core. False for unknown PUs. */
bool topology_same_core(const struct topology *, int cpu, int other);
/* PU on which the calling thread last ran; -1: unknown or not this system. */
int topology_last_cpu(const struct topology *);

#endif
