/* SPDX-License-Identifier: MIT
 * Where the time of training steps goes: a clock read at every change of part (step_probe of
 * models/trainer.h). It is read some thousands of times a step, which costs about 1 % of it. */
#ifndef ATTNLAB_STEP_CLOCK_H
#define ATTNLAB_STEP_CLOCK_H

#include "models/trainer.h"

#include <stdint.h>

struct step_clock {
    uint64_t since;
    int part; /* -1: none yet */
    double ns[STEP_PARTS];
};

/* From now on time is spent on this part; until now, on the one before. */
void step_clock_enter(struct step_clock *, enum step_part);

#endif
