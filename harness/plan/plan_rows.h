/* SPDX-License-Identifier: MIT
 * Turns candidates into cells, and cells into rows in execution order. */
#ifndef ATTNLAB_PLAN_ROWS_H
#define ATTNLAB_PLAN_ROWS_H

#include "harness/plan/expand.h"
#include "harness/plan/plan.h"

#include <jansson.h>
#include <stdint.h>

/* Adds the candidates of a question to the plan as cells with arms, groups and baselines. Takes
 * ownership of the candidates' strings and values. */
void plan_add_cells(struct plan *, int spec, struct candidates *);
/* Adds the simple baselines of a question to the plan as cells. Takes ownership of the candidates'
 * values. */
void plan_add_simple_baselines(struct plan *, int spec, struct candidates *);
void plan_add_rows(struct plan *);
/* Sets the member `trained_by` of all cells. */
void plan_find_shared(struct plan *);

/* ---- execution order ----
 *
 * Rounds run one after the other. In each round, groups are shuffled, and the cells of a group have
 * the order of one row of a Williams design. Over all rounds, each cell has every position equally
 * often, and each cell follows every other cell equally often (Williams 1949: balance of
 * first-order carry-over). */

/* Returns the number of rows of a Williams design for `count` cells: `count` if even, `2 * count`
 * if odd. */
int williams_rows(int count);
/* Writes one row of a Williams design, a permutation of 0..count-1. `row` is taken modulo
 * williams_rows(). */
void williams_row(int count, int row, int *order);
/* Writes the order in which the cells of a group run in one round: a row of a Williams design with
 * randomly relabelled cells. Relabelling avoids a bias if there are fewer rounds than rows. Rounds
 * are counted from 1. `seed` and `group` determine the labels. */
void order_group(uint64_t seed, int group, int count, int round, int *order);
/* Writes the order in which the groups 0..count-1 run in one round. */
void order_groups(uint64_t seed, int count, int round, int *order);

/* ---- simple baselines ----
 *
 * Every simple baseline that supports the task is planned for each data set of a question. Each
 * simple baseline is fitted twice: to the data of one training run, and to all training data. The
 * axes of `kind: simple_baseline` determine the data. */

/* Returns the simple baselines for the training runs of a question. The list is empty if the
 * question times layers or sets `simple_baselines: none`. */
struct candidates simple_baselines_of(const struct spec *, const struct candidates *,
                                      const struct planning *);
/* Returns true if a simple baseline and a training run use the same data: they agree in all axes
 * that determine the data. */
bool simple_baseline_shares_data(const struct axes *, char *const *simple_baseline,
                                 char *const *training);

#endif
