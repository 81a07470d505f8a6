/* SPDX-License-Identifier: MIT
 * The rows that train: the queue that selects the next row, and the tuning that selects values. */
#ifndef ATTNLAB_TRAININGS_H
#define ATTNLAB_TRAININGS_H

#include "harness/run/run.h"

#include <jansson.h>
#include <stdbool.h>

/* ---- queue ----
 *
 * The next row is the first row of the plan that does not have to wait.
 *
 * Rows of several questions with the same complete cell and round have bit-identical training runs.
 * One of them is trained; the others wait and copy its result. Their journal lines have the same
 * record, status and times, and "same_as": {"ablation": "...", "key": "..."}, which names the
 * trained row. "run" is its directory if an earlier run trained it (reuse.h). If the training run
 * fails, the next of these rows is trained. */

struct queue;
struct queue *queue_open(const struct run *);
void queue_close(struct queue *);

/* The next row: to be run, left out, or copied from the same training run. */
struct ready {
    const struct plan_row *row; /* NULL: no row can run now */
    enum row_status status;     /* status of a row that is left out */
    char *left_out; /* reason why the row is left out; NULL: it is not. The caller frees it. */
    json_t *same;   /* journal line of a finished row with the same training run; NULL: none. The
                     * caller releases the line. */
};
/* Removes the next row from the queue. */
struct ready queue_next(struct queue *);
/* Puts back a row that cannot run yet. */
void queue_return(struct queue *, const struct plan_row *);

/* ---- tuning ----
 *
 * For `tune: {axis: lr, seeds: [101, 102, 103]}`, values of the axis are tried with these seeds as
 * tuning_rule.h selects them. All other seeds run only the best value. The plan has all rows, so
 * rows that are left out get the status `not_needed` and a reason. */

struct tuning;
struct tuning *tuning_open(const struct run *);
void tuning_close(struct tuning *);
enum tuning_decision {
    TUNING_RUN,
    TUNING_WAIT,   /* the arm is still being tuned */
    TUNING_LEAVE,  /* another value is best, or the trial is not needed */
    TUNING_NO_BEST /* no value could be trained */
};
/* *reason is set for TUNING_LEAVE and TUNING_NO_BEST; the caller frees it. */
enum tuning_decision tuning_decide(const struct tuning *, int row, char **reason);

#endif
