/* SPDX-License-Identifier: MIT
 * Builds the tables of a run from plan and journal. columns.def documents the columns. */
#ifndef ATTNLAB_RESULTS_H
#define ATTNLAB_RESULTS_H

#include "base/csv_read.h"
#include "harness/run/columns.h"
#include "harness/run/run.h"

/* Version of the tables. Increase this number when the meaning of a column changes, but not when a
 * column is added. */
enum { RESULTS_SCHEMA = 1 };

/* Writes samples.csv, phases.csv, counters.csv, curves.csv, cells.csv and manifest.json, in this
 * order, into the run's folder. Each file is replaced atomically. On failure, returns false and
 * sets *error. */
bool results_write(struct run *, char **error);
/* The tables that the analysis reads. results_read() builds them in memory from the journal, even
 * during the run. On failure, returns false and sets *error. Free the tables in either case. */
struct result_tables {
    struct table cells, phases, curves;
};
bool results_read(struct result_tables *, const struct plan *, const char *directory, char **error);

/* A row of the plan and its journal line. */
struct result {
    const struct run *run;
    const struct plan_row *row;
    const json_t *line, *record; /* journal line and its record, which may be NULL */
    double *times;               /* times of a pass in ns, sorted, without the warm-up */
    int time_count;
};
/* Returns the number of threads of a row: the axis `threads`, or 1 if the axis does not apply. */
int result_threads(const struct result *);
/* Writes the columns TABLE_cells of one row (columns.c). */
void measured_cells(struct csv *, const struct result *);
/* Writes a JSON value as a CSV field: a string, an integer, the shortest decimal, or true or false.
 * NULL gives an empty field. */
void csv_json(struct csv *, const json_t *);
/* Returns the value at a path such as "a.b" in nested objects, or NULL if missing. */
const json_t *json_at(const json_t *, const char *path);
/* Returns a string unchanged, any other value as JSON, and "none" for NULL. The caller frees the
 * result. */
char *json_text(const json_t *);

#endif
