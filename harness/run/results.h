/* SPDX-License-Identifier: MIT
 * The tables of a run, made from plan and journal alone. columns.def documents their columns. */
#ifndef ATTNLAB_RESULTS_H
#define ATTNLAB_RESULTS_H

#include "base/csv_read.h"
#include "harness/run/columns.h"
#include "harness/run/run.h"

/* Raised when a column changes its meaning; new columns are appended without raising it. */
enum { RESULTS_SCHEMA = 1 };

/* Writes samples.csv, phases.csv, counters.csv, curves.csv, cells.csv and manifest.json into the
 * run's directory, each atomically and in this order. False with *error. */
bool results_write(struct run *, char **error);
/* The tables that the analysis reads, from the journal in a directory, in memory; another process
 * may be writing to it. To be freed in either case. False with *error. */
struct result_tables {
    struct table cells, phases, curves;
};
bool results_read(struct result_tables *, const struct plan *, const char *directory, char **error);

/* A row of the plan with its line of the journal. */
struct result {
    const struct run *run;
    const struct plan_row *row;
    const json_t *line, *record; /* record may be NULL */
    double *times;               /* ns of one pass, ascending, without the warm-up */
    int time_count;
};
/* The cell's axis `threads`; 1 without it. */
int result_threads(const struct result *);
/* The columns TABLE_cells of cells.csv (columns.c). */
void measured_cells(struct csv *, const struct result *);
/* A field: text, integer, shortest number, true or false; NULL: empty. */
void csv_json(struct csv *, const json_t *);
/* "a.b" of nested objects, or NULL. */
const json_t *json_at(const json_t *, const char *path);
/* A text as it is, anything else as JSON; NULL: "none". The caller frees it. */
char *json_text(const json_t *);

#endif
