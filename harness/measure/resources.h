/* SPDX-License-Identifier: MIT
 * The resources for measuring a cell: cores, pinned threads, guarded memory. */
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

/* Opens the resources. If `threads` is 0, uses one thread per core that this process may use. If
 * there are too few cores, returns false and sets *error, which the caller frees. The same thread
 * must call resources_close(). */
bool resources_open(struct resources *, int threads, enum thp, uint64_t layout_seed, char **error);
void resources_close(struct resources *);

/* Makes OpenBLAS map its buffers now, if the address space is limited (ulimit -v, memory_mib). Each
 * thread of the team needs a buffer; if `team` is NULL, only the calling thread does. If memory
 * runs out, this function ends the program with status 71, whereas OpenBLAS would later retry
 * forever. */
void blas_take_buffers(struct team *);

#endif
