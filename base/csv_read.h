/* SPDX-License-Identifier: MIT
 * Reading CSV (RFC 4180): a header line, quoted fields with doubled quotes and line breaks inside,
 * LF or CRLF. Columns are found by name, so files may gain columns and old ones stay readable. */
#ifndef ATTNLAB_CSV_READ_H
#define ATTNLAB_CSV_READ_H

#include <stdbool.h>
#include <stddef.h>

struct table {
    char *bytes;        /* the file, unquoted in place; owns every text below */
    const char **field; /* rows * columns texts, row-major; the header apart */
    const char **name;  /* columns texts */
    int rows, columns;
};

/* Where there is no such file, its text is that of path.gz: runs are kept packed where they would
 * be large, `gzip cells.csv curves.csv`, and are read as before. False with *error ("file:line:
 * what", to be freed): not readable, empty, a last line without its end (so a file that was cut
 * anywhere is noticed), a quote that never closes, a row with another number of fields than the
 * header. */
bool table_read(struct table *, const char *path, char **error);
/* The names alone, without rows; false where there is no header to be read. */
bool table_read_head(struct table *, const char *path);
/* Whether there is such a file, plain or packed. */
bool table_is_there(const char *path);
/* The same from memory; takes ownership of bytes (malloc, bytes[size] == 0). */
bool table_parse(struct table *, char *bytes, size_t size, const char *path, char **error);
/* Whether a spreadsheet would take the text for a formula and run it: it begins with = + - @ and is
 * no number with a unit. csv_text() writes an apostrophe before one, and reading drops that. */
bool csv_is_formula(const char *text);
/* Index of a column, -1 when the file has none of that name. */
int table_column(const struct table *, const char *name);
/* "" when the field is empty, the column is -1 or the file has none. Borrowed. */
const char *table_at(const struct table *, int row, int column);
const char *table_text(const struct table *, int row, const char *column);
/* NaN when empty, absent or not a number. */
double table_number(const struct table *, int row, const char *column);
double table_number_at(const struct table *, int row, int column);
void table_free(struct table *);

#endif
