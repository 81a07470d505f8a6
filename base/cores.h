/* SPDX-License-Identifier: MIT
 * Declares the list of cores. topology.c fills the list, and cores.c chooses from it. */
#ifndef ATTNLAB_CORES_H
#define ATTNLAB_CORES_H

#include "base/topology.h"

struct core {
    int core, cpu;           /* numbers of the core and of its CPU, as in struct placement */
    int node, package, kind; /* kind of core; kinds with higher numbers are faster; -1 if unknown */
    bool taken;              /* true if a worker already uses the core */
};

/* Chooses `threads` cores for each of the workers 0 to `slot`, and writes the cores of worker
 * `slot` to the placement. Each worker gets the remaining cores that are closest together. Reorders
 * the list, which must have enough cores. */
void cores_choose(struct core *list, int count, int threads, int slot, struct placement *);

#endif
