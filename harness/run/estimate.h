/* SPDX-License-Identifier: MIT
 * What each row of a plan is expected to take before anything is measured: from declared FLOP and
 * bytes, at rates measured once. `attnlab plan` adds these up; a run corrects them by its own rows
 * (time_left.h). */
#ifndef ATTNLAB_ESTIMATE_H
#define ATTNLAB_ESTIMATE_H

#include "harness/plan/plan.h"
#include "harness/run/predict.h"
#include "harness/run/reuse.h"
#include "harness/run/time_left.h"

#include <jansson.h>

/* All rows of a plan, to be freed. predictions: one for each cell; slower: estimate_slower(), or 1.
 */
struct expected_row *estimate_rows(const struct plan *, const struct prediction *, double slower);
/* Marks the rows that an earlier run has made already. */
void estimate_reused(struct expected_row *, const struct plan *, const struct reuse *);
/* How much longer this machine takes, by the peaks of a manifest: the sgemm rate of a core where
 * the rates were measured over the one here; 1 where that is not known. */
double estimate_slower(const json_t *peaks);
/* The same of a core of this machine, measured now; with a note where it cannot be. */
double estimate_slower_here(const char *worker);
/* How it is estimated, for people. */
extern const char estimate_basis[];

#endif
