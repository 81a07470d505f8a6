/* SPDX-License-Identifier: MIT
 * Selects the training rows to run. A queue returns the next row; tuning chooses the values to
 * train. */
#ifndef ATTNLAB_TRAININGS_H
#define ATTNLAB_TRAININGS_H

#include "harness/run/run.h"

#include <jansson.h>
#include <stdbool.h>

/* ---- queue ----
 *
 * The next row is the first row of the plan that does not wait for another row.
 *
 * Rows of several questions with the same complete cell and round have bit-identical training runs.
 * Only one of these rows is trained; the others wait and copy the result. If the training run
 * fails, the next of these rows is trained.
 *
 * The journal line of a copy has the same record, status and times. The member "same_as":
 * {"ablation": "...", "key": "..."} names the trained row. For a row from an earlier run (reuse.h),
 * "same_as" also has "run", the folder of the earlier run. */

struct queue;
struct queue *queue_open(const struct run *);
void queue_close(struct queue *);

/* The next row of the queue. The row is run, skipped by tuning, or given the result of a row with
 * the same training run. */
struct ready {
    const struct plan_row *row; /* the next row; NULL if no row can run now */
    enum row_status status;     /* status of a row that tuning skips */
    char *left_out; /* reason why tuning skips the row, or NULL; the caller frees the reason */
    json_t *same; /* journal line of a finished row with the same training run, or NULL; the caller
                     releases the object */
};
/* Removes the next row from the queue. */
struct ready queue_next(struct queue *);
/* Returns a row that cannot run yet to the queue. */
void queue_return(struct queue *, const struct plan_row *);

/* ---- tuning ----
 *
 * Example: `tune: {axis: lr, seeds: [101, 102, 103]}` trains values of lr, selected by
 * tuning_rule.h, with these seeds. All other seeds train only the best value. The plan has rows for
 * all values and seeds; skipped rows get the status `not_needed` and a reason. */

struct tuning;
struct tuning *tuning_open(const struct run *);
void tuning_close(struct tuning *);
enum tuning_decision {
    TUNING_RUN,
    TUNING_WAIT,   /* the arm is still being tuned */
    TUNING_LEAVE,  /* another value is best, or the trial is not needed */
    TUNING_NO_BEST /* all values failed */
};
/* Decides whether to run a row. TUNING_LEAVE and TUNING_NO_BEST also set *reason, which the caller
 * frees. */
enum tuning_decision tuning_decide(const struct tuning *, int row, char **reason);

#endif
