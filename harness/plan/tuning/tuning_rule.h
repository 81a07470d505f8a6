/* SPDX-License-Identifier: MIT
 * The choice of a tuned value: the run loop skips rows by it, and the analysis compares an arm at
 * the chosen value.
 *
 * A trial is a training of a family (plan.h) with a tuning seed. Values are tried with all tuning
 * seeds:
 *
 *   1  every second value
 *   2  the untried neighbours of the best, until both have been tried; where no value ended well,
 *      all others
 *
 * The value of the least mean loss is best, of equals the first. A seed that failed, diverged or
 * ended without a loss counts as infinite, so its value cannot be best. Each step waits for all
 * trials before it, so the order in which trainings end changes nothing. */
#ifndef ATTNLAB_TUNING_RULE_H
#define ATTNLAB_TUNING_RULE_H

#include "harness/plan/plan.h"

#include <stdbool.h>

struct choice_trial {
    int value; /* index of its value in the order of the axis */
    bool done;
    double loss; /* see tuning_loss(); read when it is done */
};

/* Marks the trials that the finished ones call for; true: no further ones will follow. A single
 * value needs no trials. */
bool choice_call(const struct choice_trial *, int count, bool *called);

struct choice {
    int winner;   /* the best value; -1: none has a finite mean */
    double loss;  /* mean of the winner; infinite without one */
    bool waiting; /* not all trials are done */
    int trials;
};
/* The best value of finished trials. A value with fewer trials than another cannot be best. */
struct choice choose_value(const struct choice_trial *, int count);
struct choice choose_called(const struct choice_trial *, int count, const bool *called);
/* Mean loss of one value over its finished trials; infinite as above; NaN: no trials. */
double choice_mean(const struct choice_trial *, int count, int value);

/* How many trainings the choice takes at most, unless all values of the first step fail. */
int choice_cost(int values, int seeds);

/* The loss that tuning minimises: the validation loss; without one, the validation metric, negated
 * if more is better. NaN: not measured. Infinite when the training failed or has neither. */
double tuning_loss(bool ended_well, double valid_loss, double valid_metric, bool higher_is_better);

/* ---- Number of trainings per family of a plan (plan.h), before any is run. ---- */

struct tuned_family {
    int spec;
    int trials;   /* rows of the first round that choose a value */
    int judging;  /* rows that judge it, of one value */
    int expected; /* trials that are expected to run */
};
/* plan.family_count of them; the caller frees it. */
struct tuned_family *tuned_families(const struct plan *);
/* "N trainings are expected, ..." of a question that tunes (the caller frees it); NULL: it does
 * not. */
char *tuning_summary(const struct plan *, int spec);

#endif
