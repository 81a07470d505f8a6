/* SPDX-License-Identifier: MIT
 * Declares the list of cores that topology.c fills and from which cores.c chooses. */
#ifndef ATTNLAB_CORES_H
#define ATTNLAB_CORES_H

#include "base/topology.h"

struct core {
    int core, cpu;           /* numbers of the core and of its CPU, as in struct placement */
    int node, package, kind; /* kind of core: a higher number is faster; -1 if unknown */
    bool taken;              /* whether another worker uses the core */
};

/* Chooses cores for worker number `slot`. Each worker in turn gets the closest `threads` of the
 * remaining cores; the placement receives the cores of the last worker. Reorders the list, which
 * must have enough cores. */
void cores_choose(struct core *list, int count, int threads, int slot, struct placement *);

#endif
