/* SPDX-License-Identifier: MIT
 * Whether two plans are the same: what a manifest keeps of its own, in 16 hexadecimal digits. */
#ifndef ATTNLAB_PLAN_HASH_H
#define ATTNLAB_PLAN_HASH_H

#include "harness/plan/plan.h"

/* Of all cells, their rounds and order: which rows there are. To be freed. It is the same
 * for each shard of a plan. */
char *plan_hash(const struct plan *);
/* Of what chooses among them and judges them: arms, baselines, tuning, metric, split, margin and
 * damaged controls. To be freed; the same for each shard. Words alone (titles, labels, claims) are
 * in neither, so that they may be mended while a run is under way. */
char *plan_rules_hash(const struct plan *);

#endif
