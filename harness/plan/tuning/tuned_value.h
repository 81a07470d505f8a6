/* SPDX-License-Identifier: MIT
 * The choice of a tuned value: the one rule by which the run loop decides which rows are left out
 * and the analysis with which value an arm is compared.
 *
 * A family (plan.h) is run at all values of the tuned axis with the tuning seeds. The value of the
 * least mean loss over them wins; a seed that failed, diverged or ended without a loss counts as
 * infinite, so a value that it was tried with cannot win. Of equals the first wins. */
#ifndef ATTNLAB_TUNED_VALUE_H
#define ATTNLAB_TUNED_VALUE_H

#include <stdbool.h>

/* One training with a tuning seed. */
struct choice_trial {
    int value; /* number of its value of the tuned axis, from 0 in the order of the axis */
    bool done;
    double loss; /* see tuning_loss(); read when it is done */
};
struct choice {
    int winner;   /* value; -1: none has a finite mean */
    double loss;  /* mean of the winner; infinite without one */
    bool waiting; /* not all trials are done: there is no winner yet */
    int trials;
};
struct choice choose_value(const struct choice_trial *, int count);
/* Mean loss of one value over its trials that are done; infinite as said above, NaN: none. */
double choice_mean(const struct choice_trial *, int count, int value);

/* What tuning makes less: the validation loss; where the task has none, the validation metric,
 * turned so that less is better. NaN is what was not measured. Infinite when the training did not
 * end well or has neither. */
double tuning_loss(bool ended_well, double valid_loss, double valid_metric, bool higher_is_better);

#endif
