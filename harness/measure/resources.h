/* SPDX-License-Identifier: MIT
 * What a cell is measured with: a place on the machine, pinned threads, guarded memory. */
#ifndef ATTNLAB_RESOURCES_H
#define ATTNLAB_RESOURCES_H

#include "harness/measure/factors/factors.h"
#include "harness/measure/memory.h"
#include "harness/measure/team.h"

struct resources {
    struct topology *topology;
    struct placement placement;
    struct team *team;
    struct memory *memory;
};

/* For a cell's threads and huge-page policy. False with *error (to be freed) when there are too
 * few cores. Closed by resources_close, from the same thread. */
bool resources_open(struct resources *, const struct worker_cell *, uint64_t layout_seed,
                    char **error);
void resources_close(struct resources *);

#endif
