/* SPDX-License-Identifier: MIT
 * One question of a saved plan, planned again: its cells, resolved by the axes of today. */
#ifndef ATTNLAB_REPLAN_H
#define ATTNLAB_REPLAN_H

#include "harness/plan/plan.h"

/* directory: of the run that has plan.json. Of the options, filters, shard and order are used; the
 * filters come on top of those of the run. False with the errors in diags. The plan is to be freed
 * in either case. */
bool plan_again(struct plan *, const char *directory, const char *question,
                const struct plan_options *, const struct axes *, struct diags *);

#endif
