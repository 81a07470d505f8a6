/* SPDX-License-Identifier: MIT
 * Interface between topology.c, which lists the cores, and cores.c, which chooses among them. */
#ifndef ATTNLAB_CORES_H
#define ATTNLAB_CORES_H

#include "base/topology.h"

struct core {
    int core, cpu;           /* core and PU, numbered as in struct placement */
    int node, package, kind; /* kind of core: a higher number is faster; -1 if unknown */
    bool taken;              /* the core is in another worker's set */
};

/* Chooses slot + 1 disjoint sets of `threads` cores and writes the last set to the placement. Each
 * set is the closest among the remaining cores. Reorders and marks the list, which must hold enough
 * cores. */
void cores_choose(struct core *list, int count, int threads, int slot, struct placement *);

#endif
