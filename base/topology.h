/* SPDX-License-Identifier: MIT
 * Where threads run: the machine's cores as hwloc sees them, the choice of processing units for a
 * number of threads, and strict binding.
 *
 * hwloc.h is seen by topology.c and cpu_list.c alone. Two sorts of numbers appear: `cpu` is the
 * operating system's number of a processing unit (PU; what taskset and /proc/stat use), `core` is
 * hwloc's logical number of a core. HWLOC_SYNTHETIC and HWLOC_XMLFILE are honoured: such a topology
 * is not this system, choices are made on it but binding is skipped. */
#ifndef ATTNLAB_TOPOLOGY_H
#define ATTNLAB_TOPOLOGY_H

#include <stdbool.h>
#include <stddef.h>

struct topology;

/* Reads the machine (about 5 ms) and remembers the CPUs that the calling process may use: those of
 * its cpuset and affinity mask. Those are all that topology_pick chooses from. NULL with *error (to
 * be freed). The caller frees the result with topology_free. */
struct topology *topology_load(char **error);
void topology_free(struct topology *);

/* Plain facts for manifest and record. 0 or NULL: not known. */
struct topology_facts {
    int packages, numa_nodes, cores, pus; /* of the machine */
    int allowed_cores, allowed_pus;       /* that this process may use */
    int core_kinds;                       /* more than 1: hybrid processor */
    size_t l1d_bytes, l2_bytes, l3_bytes; /* one cache instance, that of the first allowed core */
    size_t memory_bytes;                  /* of all NUMA nodes, or of the system */
    const char *cpu_model;                /* owned by the topology, as core_type */
    const char *core_type;                /* vendor, family, model and stepping of the processor:
                                             "GenuineIntel 6 207 2". Virtual machines of several
                                             kinds have one cpu_model, which is their host's name */
    bool this_system;                     /* false: synthetic or from a file; nothing is bound */
    const char *caveat;                   /* constant sentence on what these figures are worth */
};
void topology_facts(const struct topology *, struct topology_facts *);

/* What is asked for. */
struct placement_request {
    int threads;      /* of one worker, at least 1 */
    const char *list; /* NULL: all allowed. "0,2-3" are PUs by system number; "core:0-3",
                         "package:1.core:0", "numanode:0" hwloc's logical numbers, the part after
                         a dot counted inside the part before it; terms joined by commas */
    int slot, slots;  /* several workers side by side: set number slot (from 0) of `slots` disjoint
                         sets of `threads` cores each; slots 0 stands for 1 */
};
/* What was chosen: thread t belongs on PU cpus[t], of core cores[t], of NUMA node nodes[t]
 * (system number; -1 unknown). Filled by topology_pick, freed by placement_free. */
struct placement {
    int threads;
    int *cpus, *cores, *nodes;
};

/* Chooses one PU per core (never two siblings), all on one NUMA node if they fit, else in one
 * package, in compact order; the fastest kind of core first on a hybrid processor. False with
 * *error (to be freed) when the list is malformed or names a PU that is not allowed, or there are
 * too few cores; the message says how many were found and expected. */
bool topology_pick(const struct topology *, const struct placement_request *, struct placement *,
                   char **error);
void placement_free(struct placement *);

/* Text of a placement, to be freed: "0-1", "core:0-1", "0". */
char *placement_cpus(const struct placement *);
char *placement_cores(const struct placement *);
char *placement_numa(const struct placement *);
/* Ranges text of any list of numbers, sorted, each once: {3, 0, 1, 1} is "0-1,3". To be freed. */
char *ranges_text(const int *numbers, int count);

/* A binding as read back from the system. */
struct binding {
    bool bound;       /* the thread may run on the asked-for PUs and nowhere else */
    bool strict;      /* hwloc accepted it as strict */
    const char *note; /* constant sentence: why it is not bound; NULL when it is */
};
/* Binds the calling thread to one PU, strictly, and reads the mask back. */
struct binding topology_bind(const struct topology *, int cpu);
/* Binds the calling thread to all PUs of a placement. A process spawned afterwards by this thread
 * starts inside that set. */
struct binding topology_bind_set(const struct topology *, const struct placement *);
/* Gives the calling thread back the CPUs that the process had at topology_load. */
void topology_unbind(const struct topology *);
/* Whether two PUs are one, or hardware threads of one core. False of one that there is not. */
bool topology_same_core(const struct topology *, int cpu, int other);
/* PU on which the calling thread ran last; -1 unknown or not this system. */
int topology_last_cpu(const struct topology *);

#endif
