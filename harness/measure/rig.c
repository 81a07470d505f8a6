/* SPDX-License-Identifier: MIT
 * See rig.h. */
#include "harness/measure/rig.h"

bool rig_open(struct rig *rig, const struct worker_cell *cell, uint64_t layout_seed, char **error)
{
    struct placement_request request = {.threads = cell->threads};
    *rig = (struct rig){0};
    rig->topology = topology_load(error);
    bool good = rig->topology && topology_pick(rig->topology, &request, &rig->placement, error);
    if (!good) {
        rig_close(rig);
        return false;
    }
    rig->team = team_start(rig->topology, &rig->placement);
    rig->memory = memory_new((enum thp)cell->thp, layout_seed);
    return true;
}

void rig_close(struct rig *rig)
{
    if (rig->memory) memory_free(rig->memory);
    if (rig->team) team_stop(rig->team);
    placement_free(&rig->placement);
    if (rig->topology) {
        topology_unbind(rig->topology); /* the caller was the team's first thread */
        topology_free(rig->topology);
    }
    *rig = (struct rig){0};
}
