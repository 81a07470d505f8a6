/* SPDX-License-Identifier: MIT
 * The second half of planning: cells to arms, groups and rows in execution order. */
#ifndef ATTNLAB_PLAN_ROWS_H
#define ATTNLAB_PLAN_ROWS_H

#include "harness/plan/expand.h"
#include "harness/plan/plan.h"

/* Adds the candidates of specs[spec] as cells with arms, groups and baselines. */
void plan_add_cells(struct plan *, int spec, const struct candidates *, const struct axes *);
/* Fills plan->rows. */
void plan_add_rows(struct plan *, const struct plan_options *);
/* Candidates by cell string. */
struct lookup {
    struct candidate **sorted;
    int *index; /* of sorted[i] in the candidates */
    int count;
};
struct lookup lookup_make(const struct candidates *);
/* Index in the candidates, or -1. */
int lookup_find(const struct lookup *, const char *string);
void lookup_free(struct lookup *);

#endif
