/* SPDX-License-Identifier: MIT
 * Reads CSV files (RFC 4180): a header line, quoted fields with doubled quotes and line breaks, LF
 * or CRLF line ends. Programs find columns by name, so files may have additional or missing
 * columns. */
#ifndef ATTNLAB_CSV_READ_H
#define ATTNLAB_CSV_READ_H

#include <stdbool.h>
#include <stddef.h>

struct table {
    char *bytes;        /* the file's text, unquoted in place; all pointers below point into it */
    const char **field; /* values in row-major order (rows, columns), without the header line */
    const char **name;
    int rows, columns;
};

/* Reads `path`, or `path`.gz if `path` does not exist. On failure, returns false and sets *error to
 * "file:line: what", which the caller frees.
 *
 * Errors: an empty file, an unclosed quote, a row with the wrong number of fields, or a last line
 * without a line end (the file may be truncated). */
bool table_read(struct table *, const char *path, char **error);
/* Returns true if `path` or `path`.gz exists. */
bool table_is_there(const char *path);
/* Parses a table from memory, like table_read(). Takes ownership of `bytes`, which malloc()
 * allocated and which must end with a NUL byte. */
bool table_parse(struct table *, char *bytes, size_t size, const char *path, char **error);
/* Returns true if a spreadsheet would evaluate the text as a formula: the text begins with = + - or
 * @ and is not a number with a unit. csv_text() writes an apostrophe before such texts;
 * table_read() removes the apostrophe. */
bool csv_is_formula(const char *text);
int table_column(const struct table *, const char *name);
/* Returns the text of a field. Returns "" if the field is empty, the column is -1, or the row does
 * not exist. The table owns the text. */
const char *table_at(const struct table *, int row, int column);
const char *table_text(const struct table *, int row, const char *column);
/* Returns a field as a number. Returns NaN if the field is empty, missing or not a number. */
double table_number(const struct table *, int row, const char *column);
double table_number_at(const struct table *, int row, int column);
void table_free(struct table *);

#endif
