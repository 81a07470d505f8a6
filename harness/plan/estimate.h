/* SPDX-License-Identifier: MIT
 * How long a plan will take, roughly: declared FLOP at an assumed rate, and a start-up cost. */
#ifndef ATTNLAB_ESTIMATE_H
#define ATTNLAB_ESTIMATE_H

#include "harness/run/predict.h"
#include "harness/plan/plan.h"

/* Assumptions, measured on 2-core cloud machines with AVX-512; a real run replaces them by its
 * own times. A worker starts, fills its inputs and checks; then it warms up, takes its samples,
 * and passes once more for each counter group. Before a backward pass it checks gradients too. */
enum { ESTIMATE_WARM_UP = 5, ESTIMATE_COUNTER_PASSES = 4, ESTIMATE_SAMPLES = 5 };
extern const double estimate_start_s;    /* of a worker */
extern const double estimate_gradient_s; /* more where the phase is not forward */
extern const double estimate_gflops;     /* of a thread; 100 and more for large matrix products,
                                          * less for whole score matrices in memory */

/* Seconds of one row of a cell by itself; 0 for one that is refused. */
double estimate_row_s(const struct plan *, const struct plan_cell *, const struct prediction *);
/* How many values the cells of a specification give to its tuned axis; 0: it tunes nothing. */
int estimate_tuned_values(const struct plan *, int spec);
/* The share of such rows that is run: beyond the tuning seeds, the winner's alone. */
double estimate_share(const struct plan_cell *, int tuned_values);

#endif
