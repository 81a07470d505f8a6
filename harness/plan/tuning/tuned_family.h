/* SPDX-License-Identifier: MIT
 * How many trainings the tuning of each family of a plan takes (plan.h), known before any is run.
 */
#ifndef ATTNLAB_TUNED_FAMILY_H
#define ATTNLAB_TUNED_FAMILY_H

#include "harness/plan/plan.h"

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
