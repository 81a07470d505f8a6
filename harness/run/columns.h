/* SPDX-License-Identifier: MIT
 * The columns of the tables that `attnlab run` writes, from columns.def. CSV files, `attnlab list
 * columns`, the dictionary in results/columns.md and the analysis use this list. */
#ifndef ATTNLAB_COLUMNS_H
#define ATTNLAB_COLUMNS_H

#include "base/csv_write.h"

#include <stdio.h>

/* In the order of columns.def. cells.csv has the columns of `row`, one per axis, then `cells`. */
enum column_table {
    TABLE_cells,
    TABLE_row,
    TABLE_samples,
    TABLE_phases,
    TABLE_counters,
    TABLE_curves,
    COLUMN_TABLES
};

/* COLUMN_cells_flop, ...: places in columns[]; TABLE_cells begins at 0. */
enum column_id {
#define COLUMN(table, name, ...) COLUMN_##table##_##name,
#include "harness/run/columns.def"
#undef COLUMN
    COLUMN_COUNT
};

struct column {
    enum column_table table;
    const char *name;
    const char *path; /* in the record; NULL: computed */
    const char *unit, *meaning;
};
extern const struct column columns[COLUMN_COUNT];

struct column_range {
    int first, end; /* end is excluded */
};
struct column_range columns_of(enum column_table);
/* Writes the header cells of a table. */
void columns_header(struct csv *, enum column_table);

/* The file that has a table's columns, "cells.csv". */
const char *column_file(enum column_table);
/* The tables of results/columns.md. */
void columns_print_markdown(FILE *);

#endif
