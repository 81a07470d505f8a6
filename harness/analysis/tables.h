/* SPDX-License-Identifier: MIT
 * CSV tables of an analysis, listed in tables.def. Labels are the same as in reports; unmeasured
 * values are empty. */
#ifndef ATTNLAB_TABLES_H
#define ATTNLAB_TABLES_H

#include "harness/analysis/analysis.h"

/* Writes each table that has lines to the run's folder, and removes old files of the others. On
 * failure returns false with errno set and *file set to the file that failed. */
bool analysis_save(const struct analysis *, const char *directory, const char **file);
/* Prints columns and their meanings in Markdown, for results/columns.md. */
void analysis_columns_print(FILE *);

#endif
