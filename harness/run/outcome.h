/* SPDX-License-Identifier: MIT
 * The outcome of a worker: a status, a reason, and the worker's record. Also detects timings that
 * other programs disturbed. */
#ifndef ATTNLAB_OUTCOME_H
#define ATTNLAB_OUTCOME_H

#include "base/row_status.h"
#include "harness/run/spawn.h"

#include <jansson.h>
#include <stdbool.h>

struct outcome {
    enum row_status status;
    char *reason;   /* reason for the status, possibly "" but not NULL; owned */
    json_t *record; /* record that the worker printed, or NULL; owned */
};
/* Makes an outcome without a record. Takes ownership of the reason. */
struct outcome outcome_make(enum row_status, char *reason);
/* Returns the outcome of a worker that ended. The message of a timeout contains the time limit
 * limit_s. */
struct outcome outcome_of(const struct worker *, double limit_s);
/* Returns the outcome of `worker run`. A record with status ok and without measurements counts as a
 * crash. */
struct outcome outcome_of_row(const struct worker *, double limit_s);
void outcome_free(struct outcome *);
/* Returns true if a record contains measurements. `record` may be NULL. */
bool record_is_measured(const json_t *record);

/* Returns false if ATTNLAB_DISTURBED is "no". Tests that run in parallel set this variable to
 * ignore disturbances. */
bool disturbances_looked_for(void);
/* A measure of the time that other programs took, in the member "noise" of a record. */
enum { DISTURBANCES = 3 };
extern const struct disturbance {
    const char *member;
    double unit_ns; /* duration of one unit in ns; a clock tick is 1/100 s */
    double least;   /* minimum number of units, because a single tick may occur by chance */
    const char *meaning;
} disturbances[DISTURBANCES];
/* A row counts as disturbed if other programs took more than this share of its time. */
#define DISTURBED_SHARE 0.05
/* Describes a disturbance recorded in the member "noise" of a record, or returns NULL. The caller
 * frees the result. */
char *disturbance_of(const json_t *record, int threads);

#endif
