/* SPDX-License-Identifier: MIT
 * What rows say that tuning leaves out (contest.h). */
#include "harness/run/tuning/contest.h"
#include "base/mem.h"

char *contest_reason(const struct contest *c, const char *axis)
{
    double told = c->by && c->by->higher_is_better ? -c->choice.loss : c->choice.loss;
    if (c->choice.winner < 0) return xformat("no value of %s could be trained", axis);
    return xformat("%s=%s won the tuning of this arm, with a validation %s of %.4g", axis,
                   c->values[c->choice.winner], c->by ? c->by->name : "loss", told);
}

char *contest_trial_reason(const struct contest *c, const char *axis)
{
    if (c->value_count == 1) return xformat("not needed to choose %s: there is one value", axis);
    return xformat("not needed to choose %s: %s is best, and the values next to it were tried",
                   axis, c->values[c->choice.winner]);
}
