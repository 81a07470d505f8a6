/* SPDX-License-Identifier: MIT
 * Writing CSV after RFC 4180: comma, CRLF-free lines, quotes doubled, header always, '.' decimal.
 *
 * A table is a list of columns; a line is as many cells. What was not measured is an empty field,
 * never 0; so the functions for numbers have a way to say "absent". The text grows in memory and
 * is written atomically, since half a table is worse than none. */
#ifndef ATTNLAB_CSV_H
#define ATTNLAB_CSV_H

#include <stdbool.h>
#include "base/mem.h"

struct csv {
    struct text text;
    bool started; /* the current line has a cell already */
};

void csv_text(struct csv *, const char *text); /* NULL: empty */
void csv_integer(struct csv *, long long value);
void csv_number(struct csv *, double value); /* not finite: empty; reads back as the same */
void csv_empty(struct csv *);
void csv_end_line(struct csv *);
/* Texts of a list that ends with NULL: the names of columns. */
void csv_header(struct csv *, const char *const *names);
void csv_numbers(struct csv *, const double *values, int count);
/* Leaves out the columns that are empty in every line, but for the first `kept`; the head is the
 * first line. */
void csv_drop_empty(struct csv *, int kept);
/* False with errno set; frees the text in either case. */
bool csv_save(struct csv *, const char *path);

#endif
