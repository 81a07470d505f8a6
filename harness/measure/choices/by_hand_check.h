/* SPDX-License-Identifier: MIT
 * A choice's formula against the values that its own file works out by hand (kernels/by_hand.h). */
#ifndef ATTNLAB_BY_HAND_CHECK_H
#define ATTNLAB_BY_HAND_CHECK_H

#include "harness/measure/choices/choice_trial.h"

/* How many results the choice states. */
int by_hand_count(const struct choice *);
/* NULL: all agree (or there are none); else what is wrong, with its place, to be freed. */
char *by_hand_check(enum slot_id, const struct choice *);

#endif
