/* SPDX-License-Identifier: MIT
 * The columns of the tables that `attnlab run` writes, from the one list columns.def: what each is
 * called, where the worker's record has it, its unit and its meaning. The CSV, `attnlab list
 * columns`, the dictionary in results/columns.md and the analysis all come from here. */
#ifndef ATTNLAB_COLUMNS_H
#define ATTNLAB_COLUMNS_H

#include "base/csv_write.h"

#include <stdio.h>

/* In the order of columns.def. cells: what was measured; row: which row it is; both stand in
 * cells.csv, between them a column for every axis. */
enum column_table {
    TABLE_cells,
    TABLE_row,
    TABLE_samples,
    TABLE_phases,
    TABLE_counters,
    TABLE_curves,
    COLUMN_TABLES
};

/* COLUMN_cells_flop and the like: places in columns[]; those of TABLE_cells begin at 0. */
enum column_id {
#define COLUMN(table, name, ...) COLUMN_##table##_##name,
#include "harness/run/columns.def"
#undef COLUMN
    COLUMN_COUNT
};

struct column {
    enum column_table table;
    const char *name;
    const char *path; /* in the record; NULL: worked out */
    const char *unit, *meaning;
};
extern const struct column columns[COLUMN_COUNT];

/* Columns of a table: from first up to, not including, end. */
struct column_range {
    int first, end;
};
struct column_range columns_of(enum column_table);
/* Place of a measured column of cells.csv, or -1. */
int column_find(const char *name);
/* The names of a table's columns as cells of a header. */
void columns_header(struct csv *, enum column_table);

/* The file that has a table's columns, "cells.csv". */
const char *column_file(enum column_table);
/* The tables of results/columns.md. */
void columns_print_markdown(FILE *);

#endif
