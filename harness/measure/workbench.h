/* SPDX-License-Identifier: MIT
 * What a cell is measured with: pinned threads and memory. */
#ifndef ATTNLAB_WORKBENCH_H
#define ATTNLAB_WORKBENCH_H

#include "harness/measure/factors.h"
#include "harness/measure/memory.h"
#include "harness/measure/team.h"

struct workbench {
    struct topology *topology;
    struct placement placement;
    struct team *team;
    struct memory *memory;
};

/* For a cell's threads and huge-page policy. False with *error (to be freed) when there are too
 * few cores. Closed by workbench_close, from the same thread. */
bool workbench_open(struct workbench *, const struct worker_cell *, uint64_t layout_seed,
                    char **error);
void workbench_close(struct workbench *);

#endif
