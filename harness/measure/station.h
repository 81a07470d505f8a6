/* SPDX-License-Identifier: MIT
 * What a cell is measured on: pinned threads and memory. */
#ifndef ATTNLAB_STATION_H
#define ATTNLAB_STATION_H

#include "harness/measure/factors.h"
#include "harness/measure/memory.h"
#include "harness/measure/team.h"

struct station {
    struct topology *topology;
    struct placement placement;
    struct team *team;
    struct memory *memory;
};

/* For a cell's threads and huge-page policy. False with *error (to be freed) when there are too
 * few cores. Closed by station_close, from the same thread. */
bool station_open(struct station *, const struct worker_cell *, uint64_t layout_seed, char **error);
void station_close(struct station *);

#endif
