/* SPDX-License-Identifier: MIT
 * Chooses cores for a cell, starts threads pinned to them, and gives all of it back. */
#include "harness/measure/resources.h"
#include "harness/measure/blas_room.h"

bool resources_open(struct resources *resources, const struct worker_cell *cell,
                    uint64_t layout_seed, char **error)
{
    struct placement_request request = {.threads = cell->threads};
    *resources = (struct resources){0};
    resources->topology = topology_load(error);
    bool good = resources->topology &&
                topology_pick(resources->topology, &request, &resources->placement, error);
    if (!good) {
        resources_close(resources);
        return false;
    }
    resources->team = team_start(resources->topology, &resources->placement);
    blas_take_room_of(resources->team);
    resources->memory = memory_new((enum thp)cell->thp, layout_seed);
    return true;
}

void resources_close(struct resources *resources)
{
    if (resources->memory) memory_free(resources->memory);
    if (resources->team) team_stop(resources->team);
    placement_free(&resources->placement);
    if (resources->topology) {
        topology_unbind(resources->topology); /* the caller was the team's first thread */
        topology_free(resources->topology);
    }
    *resources = (struct resources){0};
}
