/* SPDX-License-Identifier: MIT
 * Turn candidates into cells, and cells into rows in execution order. */
#ifndef ATTNLAB_PLAN_ROWS_H
#define ATTNLAB_PLAN_ROWS_H

#include "harness/plan/expand.h"
#include "harness/plan/plan.h"

#include <jansson.h>
#include <stdint.h>

/* Adds the candidates of a question as cells with arms, groups and baselines. Takes ownership of
 * their strings and values. */
void plan_add_cells(struct plan *, int spec, struct candidates *);
/* Adds the simple baselines of a question as cells. Takes ownership of their values. */
void plan_add_simple_baselines(struct plan *, int spec, struct candidates *);
void plan_add_rows(struct plan *);
/* Sets `family` and `tuning` of a cell. hidden: see struct resolved; families: numbers of the
 * families of the question. */
void plan_set_family(struct plan *, struct plan_cell *, const bool *hidden, json_t *families);
/* Sets `trained_by` of all cells. */
void plan_find_shared(struct plan *);

/* ---- execution order ----
 *
 * The outer loop is over rounds; groups are shuffled in each round. The order inside a group is a
 * row of a Williams square: over the rounds, every cell has every position equally often and
 * follows every other cell equally often (Williams 1949: balance of first-order carry-over). */

/* Number of rows of a Williams design for `count` cells: count if even, 2 * count if odd. */
int williams_rows(int count);
/* Writes row `row` modulo williams_rows() of a Williams design: a permutation of 0..count-1. */
void williams_row(int count, int row, int *order);
/* Writes the order of a group's cells in a round (counted from 1): a Williams row with cells
 * relabelled at random from (seed, group). The labels prevent a bias if there are fewer rounds than
 * rows. */
void order_group(uint64_t seed, int group, int count, int round, int *order);
/* Writes the order of the groups 0..count-1 in a round. */
void order_groups(uint64_t seed, int count, int round, int *order);

/* ---- simple baselines ----
 *
 * A question gets every simple baseline that can do the task, for each data set and each amount of
 * its data that a training run sees. Each is fitted twice: to the data that the training run sees,
 * and to all training data. The axes of `kind: simple_baseline` determine the data. */

/* Returns the simple baselines for the training runs of a question. The list is empty for a
 * question that times layers or has `simple_baselines: none`. */
struct candidates simple_baselines_of(const struct spec *, const struct candidates *,
                                      const struct planning *);
/* Whether a simple baseline is fitted to the data of a training run: all axes that determine the
 * data are equal. */
bool simple_baseline_shares_data(const struct axes *, char *const *simple_baseline,
                                 char *const *training);

#endif
