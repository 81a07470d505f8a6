/* SPDX-License-Identifier: MIT
 * The tables of a run, made from plan and journal alone, so they can be made again at any time.
 * columns.def is the dictionary of their columns. */
#ifndef ATTNLAB_RESULTS_H
#define ATTNLAB_RESULTS_H

#include "base/csv_read.h"
#include "harness/run/columns.h"
#include "harness/run/run.h"

/* Raised when a column changes its meaning; new columns are appended without raising it. */
enum { RESULTS_SCHEMA = 1 };

/* Writes samples.csv, phases.csv, counters.csv, curves.csv, cells.csv and manifest.json into the
 * run's directory, each atomically: where cells.csv is there, the others before it are. False with
 * *error. */
bool results_write(struct run *, char **error);
/* Those that are analysed, as they would be written now of the journal in a directory, in memory:
 * another process may be at work there, and nothing is changed. Each is to be freed in either case.
 * False with *error. */
struct result_tables {
    struct table cells, phases, curves;
};
bool results_read(struct result_tables *, const struct plan *, const char *directory, char **error);

/* A row of the plan with what the journal has of it. */
struct result {
    const struct run *run;
    const struct plan_row *row;
    const json_t *line, *record; /* journal row; its record or NULL */
    double *times;               /* ns of one pass, ascending, warm-up left out */
    int time_count;
};
/* What the cell asks for in its axis `threads`; 1 when it has none. */
int result_threads(const struct result *);
/* columns.c: the columns of cells.csv that come from the record, TABLE_cells. */
void measured_cells(struct csv *, const struct result *);
/* The value as a field: text, integer, shortest number, true or false; NULL: empty. */
void csv_json(struct csv *, const json_t *);
/* "a.b" of nested objects, or NULL. */
const json_t *json_at(const json_t *, const char *path);
/* A text as it is, anything else as JSON writes it; of NULL "none". To be freed. */
char *json_text(const json_t *);

#endif
