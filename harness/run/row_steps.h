/* SPDX-License-Identifier: MIT
 * The steps of one row that both loops take, the one that runs rows alone (run_loop.c) and the one
 * that runs them side by side (quality_rows.c). */
#ifndef ATTNLAB_ROW_STEPS_H
#define ATTNLAB_ROW_STEPS_H

#include "base/stamp.h"
#include "harness/run/outcome.h"
#include "harness/run/progress/progress.h"
#include "harness/run/run.h"

struct finished {
    struct outcome outcome;
    char started_utc[STAMP_SIZE];
    double elapsed_s; /* 0: no worker was started */
    json_t *marks;    /* more members of the journal's line, where another row was taken; owned */
};

struct outcome row_settled(enum row_status, char *reason);
/* Rows that need no worker to be known: true with *outcome filled. */
bool row_settle_early(const struct run *, const struct plan_row *, struct outcome *);
/* What a worker may take where neither file nor command line says. */
double row_default_limit_s(const struct axes *, char *const *values);
/* complete: its plan_complete(), borrowed. */
struct row_request row_request_of(const struct run *, const struct plan_row *, const char *complete,
                                  const struct placement *);
bool row_is_done(const struct run *, const struct plan_row *);
/* Its times were measured beside other work (disturbance.h). */
bool row_is_disturbed(const struct run *, const struct plan_row *);
/* Number of rows of the plan that are done. */
int rows_done(const struct run *);
bool row_is_quality(const struct run *, const struct plan_row *);
/* Journal and progress; releases the outcome. A row that a signal interrupted is not put down.
 * False when the loop must end: *error is set when the journal could not be written, else a signal
 * came or a failure was to be the last. */
bool row_to_journal(struct run *, struct progress *, const struct plan_row *, struct finished *,
                    char **error);

/* Says, at the first training of a question that ended, that the metric which judges it is none of
 * what the training has (valueless.c). */
void tell_valueless(struct run *, const struct progress *, const struct plan_row *,
                    const struct outcome *);

/* Of a row for which no process could be started: what the machine lacked for it, the others lack
 * too, and it is no result. Says in *error how the run goes on, and returns false: the loop must
 * end. */
bool row_not_started(const struct run *, char **error);

/* A row that takes the result of a line of a journal; see shared_training.h for marks, which it
 * takes over.
 */
struct finished row_taken(const json_t *line, json_t *marks);

/* quality_rows.c: all rows that train, side by side, one a core. */
bool run_quality_rows(struct run *, struct progress *, double end, char **error);
/* run_loop.c: false with *error when the worker is not the one that the run began with, or the
 * folder of the run is gone. */
bool row_may_begin(const struct run *, char **error);

/* ---- Whether the folder of a run is still where the run writes to it. Whoever deletes or
 * renames it leaves the driver with an open journal that no path leads to: hours of rows
 * would go there. ---- */

/* False with *error, to be freed: what was found there, and where the finished rows are. */
bool run_in_place(const struct run *, char **error);
/* An error of writing, with what is safe and how the run goes on, or that its folder is gone; takes
 * the error over. */
char *run_write_failed(const struct run *, char *error);

#endif
