/* SPDX-License-Identifier: MIT
 * A clock for each part of a step. */
#include "harness/measure/steps/step_clock.h"

#include "harness/measure/clock.h"

void step_clock_enter(struct step_clock *c, enum step_part part)
{
    uint64_t now = clock_now_ns();
    if (c->part >= 0) c->ns[c->part] += (double)(now - c->since);
    c->part = (int)part;
    c->since = now;
}
