/* SPDX-License-Identifier: MIT
 * The tables of a run, made from plan and journal alone, so they can be made again at any time.
 * columns.def is the dictionary of their columns. */
#ifndef ATTNLAB_RESULTS_H
#define ATTNLAB_RESULTS_H

#include "harness/run/columns.h"
#include "harness/run/run.h"

/* Raised when a column changes its meaning; new columns are appended without raising it. */
enum { RESULTS_SCHEMA = 1 };

/* Writes cells.csv, samples.csv, phases.csv, counters.csv, curves.csv and manifest.json into the
 * run's directory, each atomically. False with *error. */
bool results_write(struct run *, char **error);

/* A row of the plan with what the journal has of it. */
struct result {
    const struct run *run;
    const struct plan_row *row;
    const json_t *line, *record; /* journal row; its record or NULL */
    double *times;               /* ns of one forward pass, ascending, warm-up left out */
    int time_count;
};
/* What the cell asks for in its axis `threads`; 1 when it has none. */
int result_threads(const struct result *);
/* measured_columns.c: the columns of cells.csv that come from the record, TABLE_cells. */
void measured_cells(struct csv *, const struct result *);
/* The value as a field: text, integer, shortest number, true or false; NULL: empty. */
void csv_json(struct csv *, const json_t *);
/* "a.b" of nested objects, or NULL. */
const json_t *json_at(const json_t *, const char *path);

#endif
