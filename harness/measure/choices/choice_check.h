/* SPDX-License-Identifier: MIT
 * What can be said of a choice by itself, before it stands in a layer: its formula against values
 * by hand, its derivative against differences of the formula, a normaliser at extreme scores. A
 * layer is held against these formulas, so they must be right first. */
#ifndef ATTNLAB_CHOICE_CHECK_H
#define ATTNLAB_CHOICE_CHECK_H

#include "harness/measure/choices/choice_trial.h"

struct choice_result {
    char *reason; /* NULL: ok; owned */
    int by_hand;  /* values by hand that it states */
    bool fast_forward, fast_backward;
};

/* The choice of that slot's list. Its default arguments and each value of each argument are tried;
 * of numbers the least, the default and one between. */
struct choice_result choice_check(enum slot_id, int index);

#endif
