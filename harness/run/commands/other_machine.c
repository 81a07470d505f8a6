/* SPDX-License-Identifier: MIT
 * Whether a run may go on on another machine (other_machine.h).
 *
 * A training leaves the same bits on every core of the same type, and nearly the same on others, so
 * one that begins where another ended only has to say where it was made: no time of it is compared
 * with those of the other machine. */
#include "harness/run/commands/other_machine.h"
#include "harness/run/machine.h"

#include <stdlib.h>

static bool times_rows(const struct plan *plan)
{
    for (int i = 0; i < plan->row_count; i++)
        if (!spec_trains(plan_row_spec(plan, &plan->rows[i]))) return true;
    return false;
}

bool other_machine_goes_on(struct run *run, char **error)
{
    json_t *here = machine_json(run->topology);
    char *difference = machine_difference(json_object_get(run->manifest.root, "machine"), here);
    if (difference && times_rows(run->plan))
        *error = xformat("%s was begun on another machine: %s. Times of different machines cannot "
                         "stand in one figure: go on there, or choose another directory with -o.",
                         run->directory, difference);
    else if (difference)
        fprintf(stderr,
                "note: the run was begun on another machine: %s. Rows say where they were trained "
                "(host, core_type), and no time is compared across\n",
                difference);
    run->elsewhere = difference ? here : NULL;
    if (!difference) json_decref(here);
    free(difference);
    return !*error;
}
