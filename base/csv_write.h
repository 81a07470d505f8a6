/* SPDX-License-Identifier: MIT
 * Writes CSV (RFC 4180) with LF line ends, doubled quotes, a header, and '.' as decimal point.
 *
 * Values not measured are empty fields, never 0. The text grows in memory and is written
 * atomically. */
#ifndef ATTNLAB_CSV_H
#define ATTNLAB_CSV_H

#include <stdbool.h>
#include "base/mem.h"

struct csv {
    struct text text;
    bool started; /* the current line has a field already */
};

void csv_text(struct csv *, const char *text); /* NULL: empty */
void csv_integer(struct csv *, long long value);
void csv_number(struct csv *, double value); /* not finite: empty; exact when read back */
void csv_empty(struct csv *);
void csv_end_line(struct csv *);
/* A NULL-terminated list of column names. */
void csv_header(struct csv *, const char *const *names);
void csv_numbers(struct csv *, const double *values, int count);
/* Removes columns that are empty in every line, except the first `kept`; the first line is the
 * header. */
void csv_drop_empty(struct csv *, int kept);
/* False with errno set; frees the text in either case. */
bool csv_save(struct csv *, const char *path);

#endif
