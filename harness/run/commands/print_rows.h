/* SPDX-License-Identifier: MIT
 * The rows of a plan on stdout, as `attnlab plan` lists them: in the order of the run. */
#ifndef ATTNLAB_PRINT_ROWS_H
#define ATTNLAB_PRINT_ROWS_H

#include "harness/plan/plan.h"
#include "harness/run/predict.h"

void print_rows_table(const struct plan *);
void print_rows_csv(const struct plan *);
/* One row a line, so that it can be cut and searched by lines. predictions NULL: none are known. */
void print_rows_json(const struct plan *, const struct prediction *);

#endif
