/* SPDX-License-Identifier: MIT
 * The trials of one family in one round, as tuning.c follows them, and the reasons that it gives
 * for rows that are left out (tuning_reasons.c). */
#ifndef ATTNLAB_CONTEST_H
#define ATTNLAB_CONTEST_H

#include "base/metric_names.h"
#include "harness/plan/tuning/tuned_value.h"

struct contest {
    int *rows; /* of the plan, whose seed is a tuning seed */
    int count;
    int looked;          /* when the journal had so many lines */
    const char **values; /* borrowed: of the tuned axis, each once, in the axis's order */
    int value_count;
    struct choice_trial *trials; /* one per row */
    bool *called;                /* likewise: whether it is to be run */
    bool decided;
    struct choice choice;    /* then */
    const struct metric *by; /* the metric it was chosen by, NULL: the loss */
};
/* Why a row that judges is left out, or a trial; axis: what is tuned. To be freed. */
char *contest_reason(const struct contest *, const char *axis);
char *contest_trial_reason(const struct contest *, const char *axis);

#endif
