/* SPDX-License-Identifier: MIT
 * What a cell is measured with: pinned threads and memory. */
#ifndef ATTNLAB_RIG_H
#define ATTNLAB_RIG_H

#include "harness/measure/factors.h"
#include "harness/measure/memory.h"
#include "harness/measure/team.h"

struct rig {
    struct topology *topology;
    struct placement placement;
    struct team *team;
    struct memory *memory;
};

/* For a cell's threads and huge-page policy. False with *error (to be freed) when there are too
 * few cores. Closed by rig_close, from the same thread. */
bool rig_open(struct rig *, const struct worker_cell *, uint64_t layout_seed, char **error);
void rig_close(struct rig *);

#endif
