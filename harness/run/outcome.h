/* SPDX-License-Identifier: MIT
 * The outcome of a worker: one status with a reason; and whether other work disturbed its times. */
#ifndef ATTNLAB_OUTCOME_H
#define ATTNLAB_OUTCOME_H

#include "base/row_status.h"
#include "harness/run/spawn.h"

#include <jansson.h>
#include <stdbool.h>

struct outcome {
    enum row_status status;
    char *reason;   /* may be ""; owned */
    json_t *record; /* the worker's, or NULL; owned */
};
/* Without a record; takes the reason over. */
struct outcome outcome_make(enum row_status, char *reason);
/* limit_s is named in the reason of a timeout. */
struct outcome outcome_of(const struct worker *, double limit_s);
/* For `worker run`: a record with status ok must hold a measurement, else the row crashed. */
struct outcome outcome_of_row(const struct worker *, double limit_s);
void outcome_free(struct outcome *);
/* Whether a record holds a measurement; NULL does not. */
bool record_is_measured(const json_t *record);

/* Disturbances are looked for unless ATTNLAB_DISTURBED is "no", as in tests that run side by side.
 */
bool disturbances_looked_for(void);
/* Which one the member "noise" of a record shows, as text to be freed; NULL: none. */
char *disturbance_of(const json_t *record, int threads);

#endif
