/* SPDX-License-Identifier: MIT
 * Looks inside a run (plan/looks/boundary.h): rows of a later look wait until all of the earlier
 * ones of their question are known. Then its comparisons are judged, and the trainings that those
 * which are resolved or equivalent would still have had are put down as `not_needed`, with the
 * reason.
 *
 * The judge is asked once a look, never a row, and sees nothing of later looks. So neither the
 * order in which rows end, nor a kill between two of them, changes what is trained. Trials of a
 * tuned value wait for no look, and the first look for all of them. */
#ifndef ATTNLAB_LOOK_ROWS_H
#define ATTNLAB_LOOK_ROWS_H

#include "harness/run/progress/progress.h"
#include "harness/run/run.h"

struct looks;
/* Of the questions of a run's plan that have looks. */
struct looks *looks_open(const struct run *, const struct progress *);
void looks_close(struct looks *);
/* Judges each look that has become complete since it was called last. False with *error when it
 * cannot be judged. */
bool looks_advance(struct looks *, char **error);

enum look_answer { LOOK_RUN, LOOK_WAIT, LOOK_STOPPED };
/* Whether a row is to be run now, or later since a look comes before it, or never: then *reason is
 * set, to be freed. */
enum look_answer looks_ask(const struct looks *, int row, char **reason);

#endif
