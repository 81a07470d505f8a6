/* SPDX-License-Identifier: MIT
 * What each question of a plan takes of a budget of core-hours, told before anything is run: rows
 * and core time at least, as expected and at most, in the order in which a run does them, and
 * which question does not fit any more.
 *
 * Least and most are those of races and looks: every race ends at its first chance and every
 * comparison at its first look, or none does. How long a row takes is the same estimate in all
 * three (estimate.h). A row that trains takes one core; a row that times keeps all of them. */
#ifndef ATTNLAB_BUDGET_H
#define ATTNLAB_BUDGET_H

#include "harness/plan/plan.h"
#include "harness/run/time_left.h"

#include <stdio.h>

struct amount {
    double least, expected, most;
};
struct question_cost {
    struct amount rows, core_s;
    /* Of the expected core time what each look adds; what chooses values stands with the first, and
     * so does all of a question without looks. */
    double look_s[MOST_LOOKS];
};
/* Of each specification, to be freed. A row that takes another's training costs nothing. */
struct question_cost *budget_costs(const struct plan *, const struct expected_row *, int cores);

/* Whether a question fits behind those before it, by what is expected. */
struct budget_fit {
    bool fits;
    double running_s; /* with all before it */
    double missing_s; /* beyond the budget; 0: it fits */
    int looks;        /* so many of its looks are reached */
};
struct budget_fit budget_fit(const struct question_cost *, int looks, double before_s,
                             double budget_s);

/* All questions, those that time before those that train, as format says: "table" for people,
 * "csv", or "json", a question a line. */
void budget_print(FILE *, const char *format, const struct plan *, const struct expected_row *,
                  int cores, double budget_s);

#endif
