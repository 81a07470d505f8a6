/* SPDX-License-Identifier: MIT
 * columns.csv: what the columns of a run's tables mean, for programs; of those tables and columns
 * that the run has. */
#ifndef ATTNLAB_DICTIONARY_H
#define ATTNLAB_DICTIONARY_H

#include "base/csv_read.h"
#include "base/csv_write.h"
#include "harness/plan/axes/axes.h"

#define DICTIONARY_NAME "columns.csv"

struct dictionary {
    struct csv out;
    const char *directory;
    const char *file;  /* the table that was asked for last, */
    struct table head; /* and its names; none: the run has no such table */
};
/* Begins with the columns of the tables that `attnlab run` wrote. */
void dictionary_begin(struct dictionary *, const char *directory, const struct axes *);
/* A line, where the table is there and has the column. file: must outlive it. */
void dictionary_add(struct dictionary *, const char *file, const char *column, const char *unit,
                    const char *meaning);
/* Writes the file and frees all; false with errno set. */
bool dictionary_save(struct dictionary *);

#endif
