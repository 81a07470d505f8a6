/* SPDX-License-Identifier: MIT
 * The tables of a run, made only from its plan and journal. columns.def documents the columns. */
#ifndef ATTNLAB_RESULTS_H
#define ATTNLAB_RESULTS_H

#include "base/csv_read.h"
#include "harness/run/columns.h"
#include "harness/run/run.h"

/* Version of the tables. Increased when the meaning of a column changes, but not when a column is
 * added. */
enum { RESULTS_SCHEMA = 1 };

/* Writes samples.csv, phases.csv, counters.csv, curves.csv, cells.csv and manifest.json into the
 * run's directory, in this order and each atomically. Returns false with *error. */
bool results_write(struct run *, char **error);
/* The tables that the analysis reads. results_read() makes them in memory from the journal, to
 * which another process may be writing. Returns false with *error. Free the tables in either case.
 */
struct result_tables {
    struct table cells, phases, curves;
};
bool results_read(struct result_tables *, const struct plan *, const char *directory, char **error);

/* A row of the plan with its journal line. */
struct result {
    const struct run *run;
    const struct plan_row *row;
    const json_t *line, *record; /* record may be NULL */
    double *times;               /* nanoseconds of one pass, sorted, without the warm-up */
    int time_count;
};
/* Returns the axis `threads` of the cell, or 1 if it does not apply. */
int result_threads(const struct result *);
/* Writes the columns TABLE_cells of cells.csv (columns.c). */
void measured_cells(struct csv *, const struct result *);
/* Writes a JSON value as a CSV field: text, integer, shortest decimal, true or false; NULL: empty.
 */
void csv_json(struct csv *, const json_t *);
/* Returns the member at a path "a.b" of nested objects, or NULL. */
const json_t *json_at(const json_t *, const char *path);
/* Returns a string unchanged and any other value as JSON; "none" for NULL. The caller frees the
 * result. */
char *json_text(const json_t *);

#endif
