/* SPDX-License-Identifier: MIT
 * The rows that train: which is next, and which value tuning chose. */
#ifndef ATTNLAB_TRAININGS_H
#define ATTNLAB_TRAININGS_H

#include "harness/run/run.h"

#include <jansson.h>
#include <stdbool.h>

/* ---- The queue: the next row of the plan that nothing holds back.
 *
 * Rows of several questions with the same complete cell and round are the same training to the bit:
 * one is trained, the others wait for it and take its result. Their lines have the same record,
 * status and times, and "same_as": {"ablation": "...", "key": "..."} of the row that was trained,
 * with "run" for its directory if it is of an earlier run (reuse.h). Where a training failed, the
 * next of the rows is trained. ---- */

struct queue;
struct queue *queue_open(const struct run *);
void queue_close(struct queue *);

/* A row to run, to leave out, or to take from another. */
struct ready {
    const struct plan_row *row; /* NULL: none now */
    enum row_status status;     /* of a row that is left out */
    char *left_out;             /* why, owned by the caller; NULL: it is not */
    json_t *same;               /* journal line of the same training, to be released; NULL: none */
};
/* Takes the next row out of the queue. */
struct ready queue_next(struct queue *);
/* Puts a row that is to run back. */
void queue_return(struct queue *, const struct plan_row *);

/* ---- Tuning: values of the axis in `tune: {axis: lr, seeds: [101, 102, 103]}` are tried with
 * these seeds as tuning_rule.h selects them; the other seeds run only the best value. The plan has
 * all rows, so those that are left out get the status `not_needed` and a reason. ---- */

struct tuning;
struct tuning *tuning_open(const struct run *);
void tuning_close(struct tuning *);
enum tuning_decision {
    TUNING_RUN,
    TUNING_WAIT,   /* the arm is still being tuned */
    TUNING_LEAVE,  /* another value is best, or the trial is not needed */
    TUNING_NO_BEST /* no value could be trained */
};
/* *reason is set for the last two; the caller frees it. */
enum tuning_decision tuning_decide(const struct tuning *, int row, char **reason);

#endif
