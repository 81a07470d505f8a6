/* SPDX-License-Identifier: MIT
 * Of a journal the rows that count: those of its run's plan. */
#ifndef ATTNLAB_PLANNED_ROWS_H
#define ATTNLAB_PLANNED_ROWS_H

#include "harness/run/journal/journal.h"

/* journal_keep_planned() by the plan of a run's folder, made again. Where it cannot be, or another
 * program planned something else from the same files, nobody knows better than the journal: all
 * rows stay. Returns whether the plan times something; of one that cannot be made that is to be
 * feared. */
bool planned_rows_keep(struct journal *, const char *directory);

#endif
