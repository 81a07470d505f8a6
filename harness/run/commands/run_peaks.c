/* SPDX-License-Identifier: MIT
 * The roofs that a run measures before and after its rows. */
#include "harness/run/commands/run_peaks.h"
#include "harness/run/machine.h"
#include "harness/run/spawn.h"

#include <stdio.h>
#include <stdlib.h>

void run_measure_peaks(struct run *run)
{
    struct topology_facts facts;
    int done[16], count = 0;
    if (!peaks_wanted()) return;
    topology_facts(run->topology, &facts);
    for (int i = 0; i < run->plan->cell_count && count < 16 && !signal_received(); i++) {
        struct placement place;
        char *error = NULL;
        bool again = !row_place(run->topology, run->plan->axes, run->plan->cells[i].values,
                                run->options->cpus, &place, &error);
        for (int k = 0; k < count; k++) again |= done[k] == place.threads;
        if (!again) {
            done[count++] = place.threads;
            json_t *peaks = peaks_of(run->worker, facts.this_system ? &place : NULL, &error);
            if (peaks)
                manifest_add_peaks(&run->manifest, peaks);
            else if (!signal_received())
                fprintf(stderr, "note: no peaks: %s\n", error);
        }
        free(error);
        placement_free(&place);
    }
}
