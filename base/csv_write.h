/* SPDX-License-Identifier: MIT
 * Writes CSV files (RFC 4180) with a header line, LF line ends, doubled quotes and '.' as decimal
 * point. Missing values are empty fields, never 0. The text is built in memory and written
 * atomically. */
#ifndef ATTNLAB_CSV_H
#define ATTNLAB_CSV_H

#include <stdbool.h>
#include "base/mem.h"

struct csv {
    struct text text;
    bool started; /* true if the current line already has a field */
};

void csv_text(struct csv *, const char *text); /* writes an empty field for NULL */
void csv_integer(struct csv *, long long value);
/* writes the shortest text that reads back as the same number, or an empty field for infinity and
 * NaN */
void csv_number(struct csv *, double value);
void csv_empty(struct csv *);
void csv_end_line(struct csv *);
/* Writes the header line from a NULL-terminated list of column names. */
void csv_header(struct csv *, const char *const *names);
void csv_numbers(struct csv *, const double *values, int count);
/* Removes columns without values, except the first `kept` columns. */
void csv_drop_empty(struct csv *, int kept);
/* Writes the file and frees the text. Returns false and sets errno on failure. */
bool csv_save(struct csv *, const char *path);

#endif
