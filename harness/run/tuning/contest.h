/* SPDX-License-Identifier: MIT
 * The trials of one family in one round, as tuning.c follows them, and the reasons that it gives
 * for rows that are left out (tuning_reasons.c). */
#ifndef ATTNLAB_CONTEST_H
#define ATTNLAB_CONTEST_H

#include "base/metric_names.h"
#include "harness/plan/tuning/carried.h"
#include "harness/plan/tuning/race.h"
#include "harness/plan/tuning/tuned_value.h"

struct contest {
    int *rows; /* of the plan, whose seed is a tuning seed */
    int count;
    int done;            /* the first so many of `rows` are known to be done, */
    int looked;          /* when the journal had so many lines */
    const char **values; /* borrowed: of the tuned axis, each once, in the order of the axis */
    int value_count;
    struct race_trial *trials; /* of a race, one a row */
    struct race race;          /* likewise: how it stands */
    /* Where the value is carried from other sizes. */
    bool is_carried, has_neighbours; /* these are run too */
    struct foretold foretold;
    struct choice choice;    /* once it is made; trials 0: not yet */
    const struct metric *by; /* the metric it was chosen by, NULL: the loss */
};
/* Why a row that judges is left out, or a trial; axis: what is tuned. To be freed. */
char *contest_reason(const struct contest *, const char *axis);
char *contest_trial_reason(const struct contest *, const struct race_trial *, const char *axis);

#endif
