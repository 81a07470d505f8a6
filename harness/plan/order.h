/* SPDX-License-Identifier: MIT
 * Execution order: rounds outermost, groups shuffled in each round, and inside a group a row of
 * a Williams square, so that over the rounds every cell stands in every position equally often
 * and follows every other one equally often (Williams 1949; first-order carry-over balance). */
#ifndef ATTNLAB_ORDER_H
#define ATTNLAB_ORDER_H

#include <stdint.h>

/* Rows of the balanced design for `count` cells: count if even, 2 * count if odd, 1 for 1. */
int williams_rows(int count);
/* Writes row `row` (taken modulo williams_rows) as a permutation of 0..count-1. */
void williams_row(int count, int row, int *order);
/* The order of a group's cells in a round (from 1): a Williams row under a relabelling drawn
 * from (seed, group), so that a run of fewer rounds than rows favours no cell. */
void order_group(uint64_t seed, int group, int count, int round, int *order);
/* The order of the groups 0..count-1 in a round. */
void order_groups(uint64_t seed, int count, int round, int *order);

#endif
