/* SPDX-License-Identifier: MIT
 * Before a run: seconds per row of a plan, and what its rounds or seeds can detect. During a run:
 * the time left, corrected by the finished rows. */
#ifndef ATTNLAB_ESTIMATE_H
#define ATTNLAB_ESTIMATE_H

#include "harness/plan/plan.h"
#include "harness/run/predict.h"
#include "harness/run/reuse.h"

#include <jansson.h>
#include <stdbool.h>

/* Where a row's result comes from; only the first kind costs time. */
enum row_maker { MADE_ITSELF, MADE_BY_EARLIER_ROW, MADE_IN_EARLIER_RUN, ROW_MAKERS };

struct expected_row {
    double seconds;    /* if it is run; 0: no cost */
    double share;      /* probability that tuning selects it */
    int group;         /* index of its question; rows of one group err alike */
    bool side_by_side; /* trainings run one per core, timed rows alone */
    enum row_maker made;
};

/* The rows of a plan; the caller frees it. predictions: one per cell; slower: estimate_slower(), or
 * 1; reuse: NULL or the trainings of earlier runs. */
struct expected_row *estimate_rows(const struct plan *, const struct prediction *, double slower,
                                   const struct reuse *);
/* How much longer this machine takes: the reference's sgemm rate per core over that of a
 * manifest's peaks; 1 without peaks. */
double estimate_slower(const json_t *peaks);

/* ---- the time left ---- */

struct time_left;
/* cores: how many trainings run at once. The list is copied. */
struct time_left *time_left_open(const struct expected_row *, int count, int cores);
void time_left_close(struct time_left *);
void time_left_set_cores(struct time_left *, int cores);
/* now: of any clock in seconds. */
void time_left_start(struct time_left *, int row, double now);
/* Also for rows of an earlier session. took_s 0: the row did not run. */
void time_left_finish(struct time_left *, int row, double took_s);
/* Whether tuning may leave out rows. */
bool time_left_has_optional_rows(const struct time_left *);
double time_left_seconds(const struct time_left *, double now);

/* ---- statistical power ---- */

/* Arms and settings that are compared with a baseline, in each condition. */
int power_comparisons(const struct plan *, int spec);
/* One sentence (the caller frees it): whether rounds or seeds suffice after the correction at the
 * confidence VERDICT_LEVEL. NULL: nothing is compared. */
char *power_words(const struct plan *, int spec);
#define VERDICT_LEVEL 0.95

#endif
