/* SPDX-License-Identifier: MIT
 * Between topology.c, which knows the machine, and cores.c, which chooses: the list of cores. */
#ifndef ATTNLAB_CORES_H
#define ATTNLAB_CORES_H

#include "base/topology.h"

/* A core that may be chosen, with the one PU of it that would be used. */
struct core {
    int core, cpu;           /* as in struct placement */
    int node, package, kind; /* of cores; a higher kind is faster; -1 not known */
    bool taken;              /* by the set of another worker */
};

/* Takes slot + 1 disjoint sets of `threads` cores, each the closest that are left, and writes the
 * last one to the placement. The list, which must hold enough cores, is reordered and marked. */
void cores_choose(struct core *list, int count, int threads, int slot, struct placement *);

#endif
