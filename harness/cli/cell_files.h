/* SPDX-License-Identifier: MIT
 * What `attnlab cell` says of the row that it ran, on stdout. */
#ifndef ATTNLAB_CELL_FILES_H
#define ATTNLAB_CELL_FILES_H

#include "harness/plan/axes/axes.h"
#include "harness/run/outcome.h"
#include "harness/run/run.h"

/* "text": a few lines for people; "json": how the row ended, and the worker's record
 * in it. */
bool cell_format_known(const char *format);
void cell_print(const char *format, const char *cell, int round, const struct outcome *);

/* ---- `attnlab cell "..." --export DIR`: a layer's parameters, input, output and gradients as
 * .npy files that the worker writes. ---- */

struct worker;
/* Writes cell.json of a worker that ended. The exit code; with *error unless it is 0. */
int cell_export_finish(const char *folder, const char *cell, const struct worker *, double limit_s,
                       char **error);

/* ---- `attnlab cell "..." -o DIR`: the cell as a run of one row. So its folder holds what that
 * of a run holds (the row, its curve, a checkpoint while it trains), and is reported,
 * compared and gone on with like one. ---- */

/* The exit code of the run. *line: what its journal has of the row, to be released; NULL: nothing.
 * argv: the arguments of `attnlab cell`. */
int kept_cell_run(const struct axes *, const struct resolved *, const struct run_options *,
                  int argc, char **argv, json_t **line);

#endif
