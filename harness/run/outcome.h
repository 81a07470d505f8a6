/* SPDX-License-Identifier: MIT
 * What became of a worker: one status with a reason. */
#ifndef ATTNLAB_OUTCOME_H
#define ATTNLAB_OUTCOME_H

#include <jansson.h>
#include "base/row_status.h"
#include "harness/run/spawn.h"

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

#endif
