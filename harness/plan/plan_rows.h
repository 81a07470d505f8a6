/* SPDX-License-Identifier: MIT
 * The second half of planning: cells to arms, groups and rows in execution order. */
#ifndef ATTNLAB_PLAN_ROWS_H
#define ATTNLAB_PLAN_ROWS_H

#include "harness/plan/expand.h"
#include "harness/plan/plan.h"

#include <jansson.h>

/* Adds the candidates of specs[spec] as cells with arms, groups and baselines; takes over their
 * values. */
void plan_add_cells(struct plan *, int spec, struct candidates *);
/* Adds its yardsticks, likewise. */
void plan_add_yardsticks(struct plan *, int spec, struct candidates *);
/* Fills plan->rows. */
void plan_add_rows(struct plan *);
/* Fills `family` and `tuning` of a cell that has all else; hidden as in struct resolved, met: the
 * families of its specification so far (families.c). */
void plan_set_family(struct plan *, struct plan_cell *, const bool *hidden, json_t *met);
/* Fills `trained_by` of all cells. */
void plan_find_shared(struct plan *);
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
