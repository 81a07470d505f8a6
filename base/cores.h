/* SPDX-License-Identifier: MIT
 * Declares the list of CPU cores. topology.c fills the list, and cores.c chooses from it. */
#ifndef ATTNLAB_CORES_H
#define ATTNLAB_CORES_H

#include "base/topology.h"

struct core {
    int core, cpu;           /* core number and CPU number, as in struct placement */
    int node, package, kind; /* kind of core: a higher number means a faster core; -1 if unknown */
    bool taken;              /* true if a worker already uses the core */
};

/* Chooses `threads` cores for each of the workers 0 to `slot`, and stores the cores of worker
 * `slot` in the placement. Each worker gets the free cores that are closest together. The list must
 * have enough cores; the function reorders it. */
void cores_choose(struct core *list, int count, int threads, int slot, struct placement *);

#endif
