/* SPDX-License-Identifier: MIT
 * How long the rest of a run takes: what was expected of each row that is left, times how wrong
 * such expectations have been so far. It knows neither clock nor machine, so that it can be tested
 * by replaying a run.
 *
 * Rows stand in groups within groups, from the whole run over their kind down to their cell. In
 * each the finished rows tell measured over expected seconds; while they are few the group around
 * it has a say, as if it had finished rows there too. */
#ifndef ATTNLAB_ESTIMATE_H
#define ATTNLAB_ESTIMATE_H

#include "harness/plan/plan.h"
#include "harness/run/predict.h"
#include "harness/run/reuse.h"

#include <jansson.h>
#include <stdbool.h>

enum row_group { GROUP_RUN, GROUP_KIND, GROUP_SPEC, GROUP_ARM, GROUP_CELL, ROW_GROUPS };
/* Who gives a row its result: what is taken from elsewhere costs nothing. */
enum row_maker { MADE_ITSELF, MADE_BY_EARLIER_ROW, MADE_IN_EARLIER_RUN, ROW_MAKERS };
enum { KIND_ALONE, KIND_SIDE_BY_SIDE }; /* numbers of GROUP_KIND: how rows use the machine */

/* What is known of a row before it runs. */
struct expected_row {
    double seconds;        /* 0: it costs nothing */
    int group[ROW_GROUPS]; /* numbers from 0, over the whole run */
    enum row_maker made;
    int choice; /* not all of the rows with this number are run; -1: it is run */
    int wanted; /* so many of them are, as expected */
};

struct time_left;
/* side_by_side: how many rows run side by side, of those that do. The list is copied. */
struct time_left *time_left_open(const struct expected_row *, int count, int side_by_side);
void time_left_close(struct time_left *);
void time_left_set_side_by_side(struct time_left *, int side_by_side);
/* A row has started; now: of any clock in seconds. */
void time_left_start(struct time_left *, int row, double now);
/* A row is finished, also one of an earlier session. took_s 0: it did not run. */
void time_left_finish(struct time_left *, int row, double took_s);
/* Whether some rows may never run: of a choice not all are wanted. */
bool time_left_may_spare(const struct time_left *);
double time_left_seconds(const struct time_left *, double now);

/* ---- What each row of a plan is expected to take before anything is measured: from declared
 * FLOP and bytes, at rates measured once. `attnlab plan` adds these up; a run corrects them
 * by its own rows (time_left.h). ---- */

/* All rows of a plan, to be freed. predictions: one for each cell; slower: estimate_slower(), or 1.
 */
struct expected_row *estimate_rows(const struct plan *, const struct prediction *, double slower);
/* Marks the rows that an earlier run has made already. */
void estimate_reused(struct expected_row *, const struct plan *, const struct reuse *);
/* How much longer this machine takes, by the peaks of a manifest: the sgemm rate of a core where
 * the rates were measured over the one here; 1 where that is not known. */
double estimate_slower(const json_t *peaks);

#endif
