/* SPDX-License-Identifier: MIT
 * What became of a worker: one status with a reason. */
#ifndef ATTNLAB_OUTCOME_H
#define ATTNLAB_OUTCOME_H

#include "base/row_status.h"
#include "harness/run/spawn.h"

#include <jansson.h>
#include <stdbool.h>

struct outcome {
    enum row_status status;
    char *reason;   /* "" when there is nothing to say; owned */
    json_t *record; /* the worker's, or NULL; owned */
};
/* limit_s is named in the reason of a timeout. */
struct outcome outcome_of(const struct worker *, double limit_s);
/* The same of `run` alone, where a record that is ok holds what was measured, or else has crashed.
 */
struct outcome outcome_of_row(const struct worker *, double limit_s);
void outcome_free(struct outcome *);
/* Whether it holds what was measured; NULL does not. */
bool record_is_measured(const json_t *record);

/* ---- Whether other work on its cores had a part in what a timed row measured.  Three signs,
 * each as a share of the time in which the samples were taken: the row's threads were ready
 * and waited for a CPU; the hypervisor ran something else there; the other hardware threads
 * of these cores worked. Of the 2,832 rows of the reference's four questions of time
 * (overhead- variants, -seqlen, -width, -threads), measured before there was this rule, none
 * would be disturbed: of a hundred rows 99 waited for less than 0.2 % of their time (several
 * threads: 1 %), and nothing was stolen that two ticks could show. Those cores had one
 * thread each, so the third sign was never seen at work. ---- */

/* False: ATTNLAB_DISTURBED=no in the environment, as in tests that run side by side. */
bool disturbances_looked_for(void);
/* Which it was, as text to be freed, from the member "noise" of the record of a row of so many
 * threads; NULL: none, nothing is told, or none is looked for. */
char *disturbance_of(const json_t *record, int threads);

#endif
