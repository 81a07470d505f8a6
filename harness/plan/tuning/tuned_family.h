/* SPDX-License-Identifier: MIT
 * How many trainings the tuning of each family of a plan takes (plan.h), known before any is run.
 */
#ifndef ATTNLAB_TUNED_FAMILY_H
#define ATTNLAB_TUNED_FAMILY_H

#include "harness/plan/plan.h"
#include "harness/plan/tuning/race.h"

struct tuned_family {
    int spec;
    enum carry_role carry;
    int trials;            /* rows of the first round that choose a value */
    int judging;           /* and those that judge it, of one value */
    struct race_cost race; /* of the trials, so many are run; without a race all */
};
/* plan.family_count of them, to be freed. */
struct tuned_family *tuned_families(const struct plan *);
/* How many trainings a specification with races takes: expected, at most, and without them; NULL:
 * it has none. To be freed. */
char *race_words(const struct plan *, int spec);

#endif
