/* SPDX-License-Identifier: MIT
 * See bench.h. */
#include "harness/measure/workbench.h"

bool workbench_open(struct workbench *bench, const struct worker_cell *cell, uint64_t layout_seed,
                    char **error)
{
    struct placement_request request = {.threads = cell->threads};
    *bench = (struct workbench){0};
    bench->topology = topology_load(error);
    bool good =
        bench->topology && topology_pick(bench->topology, &request, &bench->placement, error);
    if (!good) {
        workbench_close(bench);
        return false;
    }
    bench->team = team_start(bench->topology, &bench->placement);
    bench->memory = memory_new((enum thp)cell->thp, layout_seed);
    return true;
}

void workbench_close(struct workbench *bench)
{
    if (bench->memory) memory_free(bench->memory);
    if (bench->team) team_stop(bench->team);
    placement_free(&bench->placement);
    if (bench->topology) {
        topology_unbind(bench->topology); /* the caller was the team's first thread */
        topology_free(bench->topology);
    }
    *bench = (struct workbench){0};
}
