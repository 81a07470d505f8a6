/* SPDX-License-Identifier: MIT
 * Estimates the seconds per row of a plan, the remaining time of a run, and the effects that its
 * rounds or seeds can detect. Finished rows correct the remaining time. */
#ifndef ATTNLAB_ESTIMATE_H
#define ATTNLAB_ESTIMATE_H

#include "harness/plan/plan.h"
#include "harness/run/predict.h"
#include "harness/run/reuse.h"

#include <jansson.h>
#include <stdbool.h>

/* Source of a row's result. Only MADE_ITSELF takes time. */
enum row_maker { MADE_ITSELF, MADE_BY_EARLIER_ROW, MADE_IN_EARLIER_RUN, ROW_MAKERS };

struct expected_row {
    double seconds; /* seconds if the row is run; 0 for a refused row */
    double share;   /* probability that tuning runs the row */
    /* index of the question; the estimates of one question have similar errors */
    int group;
    bool side_by_side; /* true for training rows, which run in parallel; false for timed rows */
    enum row_maker made;
};

/* Returns one entry per row of the plan. The caller frees the array. `predictions` has one entry
 * per cell. `slower` is the result of estimate_slower(), or 1. `reuse` has the reusable training
 * runs, or is NULL. */
struct expected_row *estimate_rows(const struct plan *, const struct prediction *, double slower,
                                   const struct reuse *);
/* Returns the ratio of the reference machine's sgemm rate per core to this machine's rate. Returns
 * 1 if `peaks` is empty. */
double estimate_slower(const json_t *peaks);

/* ---- the time left ---- */

struct time_left;
/* Starts an estimate of the remaining time. Copies the rows. `cores` is the number of parallel
 * training runs. */
struct time_left *time_left_open(const struct expected_row *, int count, int cores);
void time_left_close(struct time_left *);
void time_left_set_cores(struct time_left *, int cores);
/* Records the start of a row. `now` is the time in seconds, from any clock. */
void time_left_start(struct time_left *, int row, double now);
/* Records a row that was finished, now or in an earlier session. took_s is 0 if the row did not
 * run. */
void time_left_finish(struct time_left *, int row, double took_s);
/* Returns true if tuning may skip rows. */
bool time_left_has_optional_rows(const struct time_left *);
double time_left_seconds(const struct time_left *, double now);

/* ---- statistical power ---- */

/* Returns the number of comparisons with a baseline: arms (or settings) times conditions, without
 * negative controls. */
int power_comparisons(const struct plan *, int spec);
/* States in one sentence whether the number of rounds or seeds suffices for a verdict at confidence
 * VERDICT_LEVEL after correction. Returns NULL if nothing is compared. The caller frees the result.
 */
char *power_words(const struct plan *, int spec);
#define VERDICT_LEVEL 0.95

#endif
