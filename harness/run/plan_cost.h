/* SPDX-License-Identifier: MIT
 * What a specification of a plan will take: rows, those among them that are the training of an
 * earlier row, and seconds (harness/run/estimate.h). */
#ifndef ATTNLAB_PLAN_COST_H
#define ATTNLAB_PLAN_COST_H

#include "harness/plan/plan.h"
#include "harness/run/predict.h"

struct plan_cost {
    int cells, rows, refused;
    int saved;             /* rows that take the training of an earlier one */
    double seconds, spare; /* of the others, and of these */
};
/* predictions: of the cells of the plan; NULL: without seconds. */
struct plan_cost plan_cost_of(const struct plan *, int spec, const struct prediction *);
void plan_cost_add(struct plan_cost *sum, const struct plan_cost *);

#endif
