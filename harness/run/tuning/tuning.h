/* SPDX-License-Identifier: MIT
 * Tuning inside a run: a specification may say `tune: {axis: lr, seeds: [101, 102, 103]}`. Then
 * values of that axis are run with these seeds as tuning_rule.h calls for them, and with the other
 * seeds only the value that did best there.
 *
 * The plan holds all rows, so that it is known beforehand and never changes; rows of values that
 * lost, and trials that were not called for, are put down as `not_needed`, with the reason. */
#ifndef ATTNLAB_TUNING_H
#define ATTNLAB_TUNING_H

#include "base/metric_names.h"
#include "harness/plan/tuning/tuning_rule.h"
#include "harness/run/run.h"

struct tuning;
/* Of the rows of a run's plan. */
struct tuning *tuning_open(const struct run *);
void tuning_close(struct tuning *);

enum tuning_answer {
    TUNING_RUN,
    TUNING_WAIT,
    TUNING_LOST,     /* another value won, or the choice can do without it */
    TUNING_NO_WINNER /* no value could be trained */
};
/* Whether a row is to be run now, or later since its arm is still being tuned, or never: then
 * *reason is set, to be freed. */
enum tuning_answer tuning_ask(const struct tuning *, int row, char **reason);

/* ---- The trials of one family in one round, as tuning.c follows them, and the reasons that it
 * gives for rows that are left out. ---- */

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
