/* SPDX-License-Identifier: MIT
 * Of a journal the rows that count: those of its run's plan. */
#ifndef ATTNLAB_PLANNED_ROWS_H
#define ATTNLAB_PLANNED_ROWS_H

#include "harness/run/journal/journal.h"

/* journal_keep_planned() by plan.json of a run's folder. Without a readable plan all rows stay.
 * Returns whether the plan times something; true without a readable plan. */
bool planned_rows_keep(struct journal *, const char *directory);

#endif
