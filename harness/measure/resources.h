/* SPDX-License-Identifier: MIT
 * Resources that measure a cell: cores of the machine, pinned threads, guarded memory. */
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

/* Opens the resources; 0 threads means one per core that this process may use. Returns false with
 * *error if there are too few cores. The caller frees *error and calls resources_close from the
 * same thread. */
bool resources_open(struct resources *, int threads, enum thp, uint64_t layout_seed, char **error);
void resources_close(struct resources *);

/* If the address space is limited (ulimit -v, memory_mib), makes OpenBLAS map its buffers now. Each
 * thread of the team that multiplies at the same time needs one; NULL means only the calling
 * thread. OpenBLAS would retry forever if a mapping failed; this function ends the program with
 * status 71. */
void blas_take_buffers(struct team *);

#endif
