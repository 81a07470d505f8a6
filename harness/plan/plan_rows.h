/* SPDX-License-Identifier: MIT
 * From candidates to cells, and from cells to rows in execution order. */
#ifndef ATTNLAB_PLAN_ROWS_H
#define ATTNLAB_PLAN_ROWS_H

#include "harness/plan/expand.h"
#include "harness/plan/plan.h"

#include <jansson.h>
#include <stdint.h>

/* Adds the candidates of specs[spec] as cells with arms, groups and baselines; takes their strings
 * and values. */
void plan_add_cells(struct plan *, int spec, struct candidates *);
/* Adds its simple baselines, likewise. */
void plan_add_simple_baselines(struct plan *, int spec, struct candidates *);
/* Fills plan->rows. */
void plan_add_rows(struct plan *);
/* Fills `family` and `tuning` of a cell; hidden: as in struct resolved, families: numbers of the
 * families of its question. */
void plan_set_family(struct plan *, struct plan_cell *, const bool *hidden, json_t *families);
/* Fills `trained_by` of all cells. */
void plan_find_shared(struct plan *);
/* ---- Execution order: rounds outermost, groups shuffled in each round, and inside a group a row
 * of a Williams square: over the rounds every cell has every position, and follows every other
 * cell, equally often (Williams 1949; first-order carry-over balance). ---- */

/* Rows of the balanced design for `count` cells: count if even, 2 * count if odd, 1 for 1. */
int williams_rows(int count);
/* Writes row `row` (taken modulo williams_rows) as a permutation of 0..count-1. */
void williams_row(int count, int row, int *order);
/* The order of a group's cells in a round (from 1): a Williams row under a relabelling drawn
 * from (seed, group), so that a run of fewer rounds than rows favours no cell. */
void order_group(uint64_t seed, int group, int count, int round, int *order);
/* The order of the groups 0..count-1 in a round. */
void order_groups(uint64_t seed, int count, int round, int *order);

/* ---- Simple baselines: for each data set and each amount of it that a training sees, every simple
 * baseline that answers the task, fitted to what the training sees and to all training data. The
 * axes of `kind: simple_baseline` say which data that is. ---- */

/* Simple baselines of the candidates of a question; none where it times layers or wants none. */
struct candidates simple_baselines_of(const struct spec *, const struct candidates *,
                                      const struct planning *);
/* Whether a simple baseline is fitted to the data of a training: all such axes are equal. */
bool simple_baseline_shares_data(const struct axes *, char *const *simple_baseline,
                                 char *const *training);

#endif
