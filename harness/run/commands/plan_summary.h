/* SPDX-License-Identifier: MIT
 * What `attnlab plan` tells people: of each question its cells, what its rules leave of them, rows
 * and the time that they take. */
#ifndef ATTNLAB_PLAN_SUMMARY_H
#define ATTNLAB_PLAN_SUMMARY_H

#include "harness/run/estimate.h"

#include <stdbool.h>
#include <stdio.h>

/* A plan, what the worker tells of its cells, and what that makes of its rows; NULL: nothing. */
struct outlook {
    const struct plan *plan;
    struct prediction *cells;
    struct expected_row *rows;
};

void plan_summary_print(FILE *, const struct outlook *);
/* Whether the worker refuses every cell but those that only count, so that a run answers nothing.
 */
bool plan_refused_whole(const struct outlook *);
int plan_cores_here(void);

#endif
