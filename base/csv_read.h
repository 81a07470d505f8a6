/* SPDX-License-Identifier: MIT
 * Reads CSV (RFC 4180): a header line, quoted fields with doubled quotes and line breaks, LF or
 * CRLF. Columns are found by name, so files may gain columns and old files stay readable. */
#ifndef ATTNLAB_CSV_READ_H
#define ATTNLAB_CSV_READ_H

#include <stdbool.h>
#include <stddef.h>

struct table {
    char *bytes;        /* the file, unquoted in place; owns every text below */
    const char **field; /* rows * columns texts, row-major, without the header */
    const char **name;  /* columns texts */
    int rows, columns;
};

/* Reads path, or path.gz if path does not exist. False with *error ("file:line: what", to be
 * freed): unreadable, empty, a last line without line end (so truncated files are detected), an
 * unclosed quote, a row with another number of fields than the header. */
bool table_read(struct table *, const char *path, char **error);
/* Column names only; false if there is no readable header. */
bool table_read_head(struct table *, const char *path);
/* Whether path or path.gz exists. */
bool table_is_there(const char *path);
/* As table_read, from memory; takes ownership of bytes (malloc, bytes[size] == 0). */
bool table_parse(struct table *, char *bytes, size_t size, const char *path, char **error);
/* Whether a spreadsheet would run the text as a formula: it begins with = + - @ and is not a number
 * with a unit. csv_text() writes an apostrophe before it; reading removes that. */
bool csv_is_formula(const char *text);
/* Index of a column, -1 if there is none. */
int table_column(const struct table *, const char *name);
/* "" if the field is empty, the column is -1 or the file has none. Borrowed. */
const char *table_at(const struct table *, int row, int column);
const char *table_text(const struct table *, int row, const char *column);
/* NaN if empty, absent or not a number. */
double table_number(const struct table *, int row, const char *column);
double table_number_at(const struct table *, int row, int column);
void table_free(struct table *);

#endif
