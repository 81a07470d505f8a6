/* SPDX-License-Identifier: MIT
 * The outcome of a worker: a status with a reason, and whether other programs disturbed its
 * timings. */
#ifndef ATTNLAB_OUTCOME_H
#define ATTNLAB_OUTCOME_H

#include "base/row_status.h"
#include "harness/run/spawn.h"

#include <jansson.h>
#include <stdbool.h>

struct outcome {
    enum row_status status;
    char *reason;   /* reason of the status; may be "", but not NULL; owned */
    json_t *record; /* record written by the worker, or NULL; owned */
};
/* Makes an outcome without a record. Takes ownership of the reason. */
struct outcome outcome_make(enum row_status, char *reason);
/* Returns the outcome of any worker. limit_s is the time limit stated in the reason of a timeout.
 */
struct outcome outcome_of(const struct worker *, double limit_s);
/* Returns the outcome of `worker run`. A record with status ok but without measurements counts as a
 * crash. */
struct outcome outcome_of_row(const struct worker *, double limit_s);
void outcome_free(struct outcome *);
/* Returns true if a record contains measurements. `record` may be NULL. */
bool record_is_measured(const json_t *record);

/* Returns false if ATTNLAB_DISTURBED is "no", as in tests that run in parallel. Disturbances are
 * then not detected. */
bool disturbances_looked_for(void);
/* Rows are disturbed if other programs took more than this share of their time. */
#define DISTURBED_SHARE 0.05
/* Describes the disturbance that the member "noise" of a record shows. Returns NULL if there is
 * none. The caller frees the result. */
char *disturbance_of(const json_t *record, int threads);

#endif
