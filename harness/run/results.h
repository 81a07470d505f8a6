/* SPDX-License-Identifier: MIT
 * Makes the tables of a run from its plan and journal only. columns.def documents the columns. */
#ifndef ATTNLAB_RESULTS_H
#define ATTNLAB_RESULTS_H

#include "base/csv_read.h"
#include "harness/run/columns.h"
#include "harness/run/run.h"

/* Version of the tables. It increases when the meaning of a column changes, but not when a column
 * is added. */
enum { RESULTS_SCHEMA = 1 };

/* Writes samples.csv, phases.csv, counters.csv, curves.csv, cells.csv and manifest.json into the
 * run's folder, in this order. Each file is written atomically. On failure, returns false and sets
 * *error. */
bool results_write(struct run *, char **error);
/* The tables that the analysis reads. results_read() makes them in memory from the journal, even
 * while another process writes to it. On failure, returns false and sets *error. Free the tables in
 * either case. */
struct result_tables {
    struct table cells, phases, curves;
};
bool results_read(struct result_tables *, const struct plan *, const char *directory, char **error);

/* A row of the plan with its journal line. */
struct result {
    const struct run *run;
    const struct plan_row *row;
    const json_t *line, *record; /* journal line and its record, which may be NULL */
    double *times;               /* times of one pass in ns, sorted, without the warm-up */
    int time_count;
};
/* Returns the number of threads of the row's cell, or 1 if the axis `threads` does not apply. */
int result_threads(const struct result *);
/* Writes the columns TABLE_cells of cells.csv (columns.c). */
void measured_cells(struct csv *, const struct result *);
/* Writes a JSON value as a CSV field: a text, an integer, the shortest decimal, true or false. NULL
 * gives an empty field. */
void csv_json(struct csv *, const json_t *);
/* Returns the member at a path such as "a.b" in nested objects, or NULL if it is missing. */
const json_t *json_at(const json_t *, const char *path);
/* Returns a string unchanged, any other value as JSON, and "none" for NULL. The caller frees the
 * result. */
char *json_text(const json_t *);

#endif
