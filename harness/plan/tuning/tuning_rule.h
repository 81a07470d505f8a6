/* SPDX-License-Identifier: MIT
 * Chooses the best value of a tuned axis. The run loop skips rows that the choice makes
 * unnecessary. The analysis compares arms at their best values.
 *
 * A trial is a training run of a family (plan.h) with a tuning seed. Each tried value is trained
 * with all tuning seeds, in two steps:
 *  1. Every second value is tried.
 *  2. The neighbours of the best value are tried until both have been tried. If no value has a
 *     finite mean, all other values are tried.
 * The value with the smallest mean loss is best; ties go to the first value. A trial that failed,
 * diverged or has no loss counts as infinite.
 *
 * Each step waits for all trials of the previous step, so the order in which trials end does not
 * matter. */
#ifndef ATTNLAB_TUNING_RULE_H
#define ATTNLAB_TUNING_RULE_H

#include "harness/plan/plan.h"

#include <stdbool.h>

struct choice_trial {
    int value; /* index of the value in the order of the axis */
    bool done;
    double loss; /* result of tuning_loss(); valid if `done` is true */
};

struct choice {
    int winner;   /* index of the best value; -1 if no value has a finite mean */
    double loss;  /* mean loss of the best value; infinite if there is no best value */
    bool waiting; /* true if some trials are not finished */
    int trials;
};
/* Chooses the best value from finished trials. A value with fewer trials than other values cannot
 * be best. */
struct choice choose_value(const struct choice_trial *, int count);
/* Marks the trials to run next and chooses the best value of the finished trials. Returns true if
 * no more trials are needed. A single value needs no trials. */
bool choice_call(const struct choice_trial *, int count, bool *called, struct choice *best);
/* Returns the mean loss of a value's finished trials. The mean is infinite if a trial failed, and
 * NaN if there are no trials. */
double choice_mean(const struct choice_trial *, int count, int value);

/* Returns the maximum number of training runs needed to choose a value. If all values of step 1
 * fail, more may be needed. */
int choice_cost(int values, int seeds);

/* Returns the loss that tuning minimises: the validation loss, or the validation metric if there is
 * no loss (negated if higher is better). Values that were not measured are NaN. The result is
 * infinite if the training run failed or has neither value. */
double tuning_loss(bool ended_well, double valid_loss, double valid_metric, bool higher_is_better);

/* ---- expected number of training runs per family of a plan (plan.h) ---- */

struct tuned_family {
    int spec;
    int trials;   /* number of trials in the first round */
    int judging;  /* number of rows in the first round that measure the chosen value */
    int expected; /* number of trials that are expected to run */
};
/* Returns one entry per family of the plan. The caller frees the array. */
struct tuned_family *tuned_families(const struct plan *);
/* Returns "N training runs are expected: ...", or NULL if no question tunes an axis. The caller
 * frees the result. */
char *tuning_summary(const struct plan *, int spec);

#endif
