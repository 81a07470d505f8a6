/* SPDX-License-Identifier: MIT
 * A choice's derivative against differences of its formula, both in double.
 *
 * A layer runs the derivative only where the choice has no fast backward function; the oracle, the
 * sizes of its tolerances and whoever adds that function later rely on it all the same. */
#ifndef ATTNLAB_DERIVATIVE_CHECK_H
#define ATTNLAB_DERIVATIVE_CHECK_H

#include "harness/measure/choices/choice_trial.h"

/* NULL: every gradient is met and added to, over `draws` of parameters and inputs from each reach;
 * else what is wrong with the first that is not, to be freed.
 * The trial's values are drawn anew. */
char *derivative_check(struct choice_trial *, int draws);

#endif
