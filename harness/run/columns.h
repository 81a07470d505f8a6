/* SPDX-License-Identifier: MIT
 * The columns of the tables that `attnlab run` writes (columns.def). The CSV files, `attnlab list
 * columns`, results/columns.md and the analysis use this list. */
#ifndef ATTNLAB_COLUMNS_H
#define ATTNLAB_COLUMNS_H

#include "base/csv_write.h"

#include <stdio.h>

/* Tables in the order of columns.def. cells.csv has the columns TABLE_row, one column per axis, and
 * the columns TABLE_cells. */
enum column_table {
    TABLE_cells,
    TABLE_row,
    TABLE_samples,
    TABLE_phases,
    TABLE_counters,
    TABLE_curves,
    COLUMN_TABLES
};

/* Indices into columns[], such as COLUMN_cells_flop. The columns of TABLE_cells start at index 0.
 */
enum column_id {
#define COLUMN(table, name, ...) COLUMN_##table##_##name,
#include "harness/run/columns.def"
#undef COLUMN
    COLUMN_COUNT
};

struct column {
    enum column_table table;
    const char *name;
    const char *path; /* path in the worker's record; NULL for a computed value */
    const char *unit, *meaning;
};
extern const struct column columns[COLUMN_COUNT];

struct column_range {
    int first, end; /* indices from `first` to end - 1 */
};
struct column_range columns_of(enum column_table);
void columns_header(struct csv *, enum column_table);

/* Returns the file name of a table, such as "cells.csv". */
const char *column_file(enum column_table);
/* Prints the tables of columns in results/columns.md. */
void columns_print_markdown(FILE *);

#endif
