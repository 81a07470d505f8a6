/* SPDX-License-Identifier: MIT
 * Lines: the families of one arm that differ in nothing but their size, along which a question
 * carries the values of its tuned axis (carried.h). What goes with the size (layers, heads, steps)
 * tells no lines apart; what varies at one size (the data) does. */
#ifndef ATTNLAB_CARRY_LINES_H
#define ATTNLAB_CARRY_LINES_H

#include "harness/plan/plan.h"

/* Fills `line` and `carry` of the cells of the last specification, from `first`, whose families are
 * known. An error for each line that has too few raced sizes to foretell from. */
void plan_set_lines(struct plan *, int first, struct diags *);
/* The size of a cell on its line. */
double carry_size(const struct plan *, const struct plan_cell *);

#endif
