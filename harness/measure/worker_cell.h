/* SPDX-License-Identifier: MIT
 * Reading a cell string into what the worker measures: the fields that its axes stand for. */
#ifndef ATTNLAB_WORKER_CELL_H
#define ATTNLAB_WORKER_CELL_H

#include "harness/measure/factors/factors.h"

/* Axes may come in any order. False with *error (to be freed): bad syntax, an unknown axis or one
 * that does not apply, a value out of range, an axis that applies and is missing: the driver
 * completes cells, with what `describe` told it. The cell must be freed in either case. Whether the
 * combination has a meaning is for kernels->refuse(). */
bool worker_cell_read(const char *string, struct worker_cell *, char **error);
/* To a cell that is of no layer, where one is wanted. */
#define NOT_OVERHEAD "expected a cell of kind overhead"
void worker_cell_free(struct worker_cell *);

#endif
