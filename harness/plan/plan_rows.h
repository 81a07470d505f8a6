/* SPDX-License-Identifier: MIT
 * The second half of planning: cells to arms, groups and rows in execution order. */
#ifndef ATTNLAB_PLAN_ROWS_H
#define ATTNLAB_PLAN_ROWS_H

#include "harness/plan/expand.h"
#include "harness/plan/plan.h"

#include <jansson.h>
#include <stdint.h>

/* Adds the candidates of specs[spec] as cells with arms, groups and baselines; takes over their
 * values. */
void plan_add_cells(struct plan *, int spec, struct candidates *);
/* Adds its simple baselines, likewise. */
void plan_add_simple_baselines(struct plan *, int spec, struct candidates *);
/* Fills plan->rows. */
void plan_add_rows(struct plan *);
/* Fills `family` and `tuning` of a cell that has all else; hidden as in struct resolved, met: the
 * families of its specification so far. */
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

/* ---- Execution order: rounds outermost, groups shuffled in each round, and inside a group a row
 * of a Williams square, so that over the rounds every cell stands in every position equally
 * often and follows every other one equally often (Williams 1949; first-order carry-over
 * balance). ---- */

/* Rows of the balanced design for `count` cells: count if even, 2 * count if odd, 1 for 1. */
int williams_rows(int count);
/* Writes row `row` (taken modulo williams_rows) as a permutation of 0..count-1. */
void williams_row(int count, int row, int *order);
/* The order of a group's cells in a round (from 1): a Williams row under a relabelling drawn
 * from (seed, group), so that a run of fewer rounds than rows favours no cell. */
void order_group(uint64_t seed, int group, int count, int round, int *order);
/* The order of the groups 0..count-1 in a round. */
void order_groups(uint64_t seed, int count, int round, int *order);

/* ---- Which models that only count are set beside the trainings of a question: of each data, in
 * each amount that a training sees, every simple baseline that answers its task, counted on what
 * the training sees and on the whole training part. The driver learns what a simple baseline
 * counts from the axes that go with it, and which tasks it answers from `describe`. ---- */

/* Of the candidates of a specification; none where it times layers or wants none. */
struct candidates simple_baselines_of(const struct spec *, const struct candidates *,
                                      const struct planning *);
/* Whether a simple baseline counts what a training sees: all such axes are equal. */
bool simple_baseline_is_beside(const struct axes *, char *const *simple_baseline,
                               char *const *training);

#endif
