/* SPDX-License-Identifier: MIT
 * The list of cores, passed from topology.c, which knows the machine, to cores.c, which chooses. */
#ifndef ATTNLAB_CORES_H
#define ATTNLAB_CORES_H

#include "base/topology.h"

/* A core that may be chosen, with the PU to use. */
struct core {
    int core, cpu;           /* as in struct placement */
    int node, package, kind; /* of cores; a higher kind is faster; -1: unknown */
    bool taken;              /* used by another worker's set */
};

/* Takes slot + 1 disjoint sets of `threads` cores, each the closest of those left, and writes the
 * last one to the placement. Reorders and marks the list, which must hold enough cores. */
void cores_choose(struct core *list, int count, int threads, int slot, struct placement *);

#endif
