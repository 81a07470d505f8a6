/* SPDX-License-Identifier: MIT
 * Opens and closes what a cell is measured on: cores, pinned threads, memory. */
#include "harness/measure/station.h"

bool station_open(struct station *station, const struct worker_cell *cell, uint64_t layout_seed,
                  char **error)
{
    struct placement_request request = {.threads = cell->threads};
    *station = (struct station){0};
    station->topology = topology_load(error);
    bool good =
        station->topology && topology_pick(station->topology, &request, &station->placement, error);
    if (!good) {
        station_close(station);
        return false;
    }
    station->team = team_start(station->topology, &station->placement);
    station->memory = memory_new((enum thp)cell->thp, layout_seed);
    return true;
}

void station_close(struct station *station)
{
    if (station->memory) memory_free(station->memory);
    if (station->team) team_stop(station->team);
    placement_free(&station->placement);
    if (station->topology) {
        topology_unbind(station->topology); /* the caller was the team's first thread */
        topology_free(station->topology);
    }
    *station = (struct station){0};
}
