/* SPDX-License-Identifier: MIT
 * What rows say that tuning leaves out (contest.h). */
#include "harness/run/tuning/contest.h"
#include "base/mem.h"

#include <math.h>

static const char *measure_of(const struct contest *c) { return c->by ? c->by->name : "loss"; }

/* Of a size without losses of its own. */
static char *carried_reason(const struct contest *c, const char *axis)
{
    const struct foretold *f = &c->foretold;
    if (f->place < 0)
        return xformat("no %s can be carried here: fewer than %d of the sizes it is carried from "
                       "have a winner",
                       axis, CARRY_LEAST_SIZES);
    if (c->choice.winner < 0)
        return xformat("neither the carried %s=%s nor one next to it could be trained", axis,
                       c->values[f->place]);
    return xformat("%s=%s is carried here from smaller races, by a fitted power of the size with "
                   "exponent %.2g",
                   axis, c->values[f->place], f->exponent);
}

char *contest_reason(const struct contest *c, const char *axis)
{
    if (c->is_carried && !isfinite(c->choice.loss)) return carried_reason(c, axis);
    double told = c->by && c->by->higher_is_better ? -c->choice.loss : c->choice.loss;
    if (c->choice.winner < 0) return xformat("no value of %s could be trained", axis);
    const char *winner = c->values[c->choice.winner];
    return xformat("%s=%s won the tuning of this arm, with a validation %s of %.4g", axis, winner,
                   measure_of(c), told);
}

/* Of one that the race did not call for: its value was tried with the first seed, or not. */
static char *trial_reason_of_race(const struct contest *c, const struct race_trial *trial,
                                  const char *axis)
{
    const char *value = c->values[trial->value];
    const struct race_trial *tried = NULL, *led = NULL;
    for (const struct race_trial *o = c->trials; o < c->trials + c->count; o++) {
        if (o->called && o->value == trial->value && (!tried || o->seed < tried->seed)) tried = o;
        if (o->called && o->value == c->race.leader && (!led || o->seed < led->seed)) led = o;
    }
    if (c->value_count == 1) return xformat("the race did not need it: there is one %s", axis);
    if (!tried)
        return xformat("the race did not need it: %s=%s led after one seed, which %s is not next "
                       "to",
                       axis, c->values[c->race.leader], value);
    if (!isfinite(tried->loss))
        return xformat("the race did not need it: %s=%s did not end well with the first seed", axis,
                       value);
    return xformat("the race did not need it: %s=%s was behind %s by a validation %s of %.2g after "
                   "one seed",
                   axis, value, c->values[c->race.leader], measure_of(c), tried->loss - led->loss);
}

char *contest_trial_reason(const struct contest *c, const struct race_trial *trial,
                           const char *axis)
{
    if (!c->is_carried) return trial_reason_of_race(c, trial, axis);
    if (c->foretold.place < 0) return carried_reason(c, axis);
    return xformat("not needed: %s=%s is carried here%s", axis, c->values[c->foretold.place],
                   c->has_neighbours ? ", and this is not next to it" : "");
}
