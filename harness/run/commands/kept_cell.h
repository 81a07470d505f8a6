/* SPDX-License-Identifier: MIT
 * `attnlab cell "..." -o DIR`: the cell as a run of one row. So its folder holds what that of a run
 * holds (the row, its curve, a checkpoint while it trains), and is reported, compared and gone on
 * with like one. */
#ifndef ATTNLAB_KEPT_CELL_H
#define ATTNLAB_KEPT_CELL_H

#include "harness/plan/axes/axes.h"
#include "harness/run/run.h"

/* The exit code of the run. *line: what its journal has of the row, to be released; NULL: nothing.
 * argv: the arguments of `attnlab cell`. */
int kept_cell_run(const struct axes *, const struct resolved *, const struct run_options *,
                  int argc, char **argv, json_t **line);

#endif
