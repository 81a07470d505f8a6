/* SPDX-License-Identifier: MIT
 * The choice of a tuned value. The run loop decides by it which rows are left out, and the analysis
 * with which value an arm is compared.
 *
 * A trial is a training of a family (plan.h) with a tuning seed. Values are tried with all tuning
 * seeds:
 *
 *   1  every second value
 *   2  the untried neighbours of the best, until both have been tried; where no value ended well,
 *      all others
 *
 * The value of the least mean loss wins, of equals the first. A seed that failed, diverged or ended
 * without a loss counts as infinite, so its value cannot win. Each step waits for all trials before
 * it, so the order in which trainings end changes nothing. */
#ifndef ATTNLAB_TUNING_RULE_H
#define ATTNLAB_TUNING_RULE_H

#include "harness/plan/plan.h"

#include <stdbool.h>

struct choice_trial {
    int value; /* number of its value of the tuned axis, from 0 in the order of the axis */
    bool done;
    double loss; /* see tuning_loss(); read when it is done */
};

/* Marks the trials that are called for by what is known, and returns whether no further ones will
 * be. Of one value alone none are. */
bool choice_call(const struct choice_trial *, int count, bool *called);

struct choice {
    int winner;   /* value; -1: none has a finite mean */
    double loss;  /* mean of the winner; infinite without one */
    bool waiting; /* not all trials are done: there is no winner yet */
    int trials;
};
/* Of trials that were run. A value with fewer trials than another cannot win. */
struct choice choose_value(const struct choice_trial *, int count);
struct choice choose_called(const struct choice_trial *, int count, const bool *called);
/* Mean loss of one value over its trials that are done; infinite as said above, NaN: none. */
double choice_mean(const struct choice_trial *, int count, int value);

/* How many trainings the choice takes at most, unless all values of the first step fail. */
int choice_cost(int values, int seeds);

/* What tuning makes less: the validation loss; where the task has none, the validation metric,
 * turned so that less is better. NaN is what was not measured. Infinite when the training did not
 * end well or has neither. */
double tuning_loss(bool ended_well, double valid_loss, double valid_metric, bool higher_is_better);

/* ---- How many trainings the tuning of each family of a plan takes (plan.h), known before any is
 * run. ---- */

struct tuned_family {
    int spec;
    int trials;   /* rows of the first round that choose a value */
    int judging;  /* and those that judge it, of one value */
    int expected; /* of the trials, how many are run */
};
/* plan.family_count of them, to be freed. */
struct tuned_family *tuned_families(const struct plan *);
/* How many trainings a specification takes that tunes; NULL: it does not. To be freed. */
char *tuning_words(const struct plan *, int spec);

#endif
