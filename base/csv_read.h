/* SPDX-License-Identifier: MIT
 * Reads CSV (RFC 4180): a header line, quoted fields with doubled quotes and line breaks, LF or
 * CRLF. Columns are found by name, so a program can read files with fewer or more columns. */
#ifndef ATTNLAB_CSV_READ_H
#define ATTNLAB_CSV_READ_H

#include <stdbool.h>
#include <stddef.h>

struct table {
    char *bytes;        /* the file's text, unquoted in place; all pointers below point into it */
    const char **field; /* rows * columns texts, row-major, without the header */
    const char **name;
    int rows, columns;
};

/* Reads `path`, or `path`.gz if `path` does not exist. Returns false and sets *error ("file:line:
 * what", freed by the caller) on failure. An unreadable or empty file, an unclosed quote, and a row
 * with the wrong number of fields are errors. A last line without a line end is an error too,
 * because the file may be truncated. */
bool table_read(struct table *, const char *path, char **error);
/* Reads the column names only. Returns false if there is no readable header. */
bool table_read_head(struct table *, const char *path);
/* Whether `path` or `path`.gz exists. */
bool table_is_there(const char *path);
/* Parses a table from memory, like table_read(). Takes ownership of `bytes` (from malloc, with
 * bytes[size] == 0). */
bool table_parse(struct table *, char *bytes, size_t size, const char *path, char **error);
/* Whether a spreadsheet would run the text as a formula, because it begins with = + - @ and is not
 * a number with a unit. Before such texts csv_text() writes an apostrophe, which table_read()
 * removes. */
bool csv_is_formula(const char *text);
int table_column(const struct table *, const char *name);
/* Returns the text of a field; "" if the field is empty, the column is -1 or the table has no such
 * row. The table owns the text. */
const char *table_at(const struct table *, int row, int column);
const char *table_text(const struct table *, int row, const char *column);
/* Returns a field as a number; NaN if it is empty, absent or not a number. */
double table_number(const struct table *, int row, const char *column);
double table_number_at(const struct table *, int row, int column);
void table_free(struct table *);

#endif
