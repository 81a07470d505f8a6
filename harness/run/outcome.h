/* SPDX-License-Identifier: MIT
 * What became of a worker: one status word with a reason. */
#ifndef ATTNLAB_OUTCOME_H
#define ATTNLAB_OUTCOME_H

#include <jansson.h>
#include <stdbool.h>
#include "harness/run/spawn.h"

struct outcome {
    const char *status; /* one of the words in harness/README.md */
    char *reason;       /* "" when there is nothing to say; owned */
    json_t *record;     /* the worker's, or NULL; owned */
};
/* limit_s is named in the reason of a timeout. */
struct outcome outcome_of(const struct worker *, double limit_s);
/* The same of `run` alone, where a record that is ok holds what was measured, or else has crashed.
 */
struct outcome outcome_of_row(const struct worker *, double limit_s);
void outcome_free(struct outcome *);
/* Whether its record holds what was measured. A training that diverged has a curve to tell of; one
 * that did while its steps were timed has nothing. */
bool outcome_measured(const struct outcome *);

/* The status as our own constant text, or NULL when there is no such word. */
const char *status_known(const char *word);
/* Whether rows of this status make the run fail: crashed incorrect mistrusted timeout oom unsaved.
 */
bool status_fails(const char *status);
/* Whether it tells of the machine at that moment, its files and its memory, not of the row, which
 * --resume therefore tries again: skipped oom unsaved unstable interrupted. */
bool status_is_of_the_moment(const char *status);
/* Whether a training of this status came to its end, with a result good or bad that another one of
 * the same cell would repeat to the bit: ok unstable diverged. */
bool status_trained(const char *status);

#endif
