/* SPDX-License-Identifier: MIT
 * Choice of the best value of a tuned axis. The run loop uses it to skip rows; the analysis uses it
 * to compare each arm at its best value.
 *
 * A trial is a training run of a family (plan.h) with a tuning seed. Each tried value is trained
 * with all tuning seeds:
 *
 *   1  every second value
 *   2  the untried neighbours of the best value, until both have been tried; all other values if
 *      no value has a finite mean
 *
 * The value with the smallest mean loss is best; of equal values, the first. A seed that failed,
 * diverged or ended without a loss counts as infinite, so its value cannot be best. Each step waits
 * for all trials of the previous step, so the order in which they end does not matter. */
#ifndef ATTNLAB_TUNING_RULE_H
#define ATTNLAB_TUNING_RULE_H

#include "harness/plan/plan.h"

#include <stdbool.h>

struct choice_trial {
    int value; /* index of the value in the order of the axis */
    bool done;
    double loss; /* result of tuning_loss(); valid if `done` */
};

/* Marks the trials that are needed, given the finished ones. Returns true if no more will be
 * needed. A single value needs no trials. */
bool choice_call(const struct choice_trial *, int count, bool *called);

struct choice {
    int winner;   /* index of the best value; -1: no value has a finite mean */
    double loss;  /* mean loss of the best value; infinite if there is none */
    bool waiting; /* true if some trials are not done */
    int trials;
};
/* Chooses the best value from finished trials. A value with fewer trials than another cannot be
 * best. */
struct choice choose_value(const struct choice_trial *, int count);
struct choice choose_called(const struct choice_trial *, int count, const bool *called);
/* Mean loss of a value over its finished trials. Infinite if one of them failed, NaN without
 * trials. */
double choice_mean(const struct choice_trial *, int count, int value);

/* Maximum number of training runs that the choice takes, unless all values of the first step fail.
 */
int choice_cost(int values, int seeds);

/* The loss that tuning minimises: the validation loss, or else the validation metric (negated if
 * more is better). Infinite if the training run failed or measured neither. An argument is NaN if
 * it was not measured. */
double tuning_loss(bool ended_well, double valid_loss, double valid_metric, bool higher_is_better);

/* ---- expected number of training runs per family of a plan (plan.h) ---- */

struct tuned_family {
    int spec;
    int trials;   /* number of first-round rows that choose a value */
    int judging;  /* number of first-round rows that measure the chosen value */
    int expected; /* number of trials that are expected to run */
};
/* Returns plan.family_count entries. The caller frees the array. */
struct tuned_family *tuned_families(const struct plan *);
/* Returns "N training runs are expected: ..." for a question that tunes, else NULL. The caller
 * frees the result. */
char *tuning_summary(const struct plan *, int spec);

#endif
