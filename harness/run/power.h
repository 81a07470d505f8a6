/* SPDX-License-Identifier: MIT
 * What a plan can resolve at all: how many comparisons a question makes, and how many rounds or
 * seeds the correction for so many asks for. Said before anything is measured. */
#ifndef ATTNLAB_POWER_H
#define ATTNLAB_POWER_H

#include "harness/plan/plan.h"

#define POWER_LEVEL 0.95 /* at which verdicts are drawn unless a report is asked for another */

/* Entries that are compared with a baseline: arms and settings in each condition. */
int power_comparisons(const struct plan *, int spec);
/* What tells apart the entries that are compared, as text to be freed: of trainings neither the
 * seed nor the tuned axis. */
char *power_entry_key(const struct plan *, const struct plan_cell *);
/* One sentence, to be freed; NULL: nothing is compared. */
char *power_words(const struct plan *, int spec);

#endif
