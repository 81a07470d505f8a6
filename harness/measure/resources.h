/* SPDX-License-Identifier: MIT
 * What a cell is measured with: cores of the machine, pinned threads, guarded memory. */
#ifndef ATTNLAB_RESOURCES_H
#define ATTNLAB_RESOURCES_H

#include "harness/measure/memory.h"
#include "harness/measure/team.h"

struct resources {
    struct topology *topology;
    struct placement placement;
    struct team *team;
    struct memory *memory;
};

/* threads: 0 for one on each core that this process may use. False with *error (the caller frees
 * it) if there are too few cores. resources_close must be called from the same thread. */
bool resources_open(struct resources *, int threads, enum thp, uint64_t layout_seed, char **error);
void resources_close(struct resources *);

/* Where the address space is limited (ulimit -v, memory_mib), makes OpenBLAS map its buffers now:
 * one per thread of the team (NULL: of the caller) that multiplies at the same time. OpenBLAS
 * retries for ever if it cannot map one; here that ends the program with status 71. */
void blas_take_buffers(struct team *);

#endif
