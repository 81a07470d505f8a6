/* SPDX-License-Identifier: MIT
 * Whether a run may go on on another machine (other_machine.h).
 *
 * A training leaves the same bits on every core of the same type, and nearly the same on others, so
 * one that begins where another ended only has to say where it was made: no time of it is compared
 * with those of the other machine. */
#include "harness/run/commands/other_machine.h"
#include "harness/run/machine.h"
#include "harness/run/results.h"

#include <stdlib.h>

/* "host vm, here other"; to be freed. */
static char *told(const struct machine_fact *f, const json_t *there, const json_t *here)
{
    char *x = json_text(json_object_get(there, f->name));
    char *y = json_text(json_object_get(here, f->name));
    char *text = xformat("%s %s, here %s", f->said, x, y);
    free(x);
    free(y);
    return text;
}

bool other_machine_goes_on(struct run *run, char **error)
{
    const json_t *there = json_object_get(run->manifest.root, "machine");
    json_t *here = machine_json(run->topology);
    const struct machine_fact *differs = machine_difference(there, here);
    if (!differs && machine_is_same_start(there, here)) return json_decref(here), true;
    run->elsewhere = here;
    if (!differs) return true; /* another start of it, or one that is not known */
    char *difference = told(differs, there, here);
    if (plan_times(run->plan))
        *error = xformat("%s was begun on another machine: %s. " MACHINES_APART
                         ": go on there, or choose another directory with -o.",
                         run->directory, difference);
    else
        fprintf(stderr,
                "note: the run was begun on another machine: %s. Rows say where they were trained "
                "(host, core_type, boot), and no time is compared across\n",
                difference);
    free(difference);
    return !*error;
}
