/* SPDX-License-Identifier: MIT
 * How many trainings a question with looks takes, told before any is made: at least, if all of its
 * comparisons stop at the first look; at most; and as expected.
 *
 * Expected is what a simulation of the question says (its comparisons, their shared baselines, the
 * boundary, Holm's correction) if of every two comparisons one is of a true gain of twice the
 * margin and one of none, and differences scatter over the seeds by the margin. So they did: the
 * spread of 305 comparisons of results/reference (November 2026) is 1.1 margins in the median,
 * quartiles 0.7 and 2.0, their gains 2 margins; where it is twice the margin, few null comparisons
 * stop. What `interactions` may ask for beyond that is not counted. */
#ifndef ATTNLAB_LOOK_COSTS_H
#define ATTNLAB_LOOK_COSTS_H

#include "harness/plan/plan.h"

/* Of the trainings that judge, and choose no value, in the rows of a plan (of a shard its own). */
struct look_cost {
    int most;
    double expected;
};
/* Of each look of a specification, to be freed; NULL: it has none. */
struct look_cost *look_costs(const struct plan *, int spec);
/* Races and looks together in one sentence, to be freed; NULL likewise. */
char *look_words(const struct plan *, int spec);

#endif
