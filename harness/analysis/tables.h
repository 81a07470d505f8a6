/* SPDX-License-Identifier: MIT
 * Writes the CSV tables of an analysis, which tables.def lists. Labels are the same as in reports.
 * Unmeasured values are empty. */
#ifndef ATTNLAB_TABLES_H
#define ATTNLAB_TABLES_H

#include "harness/analysis/analysis.h"

/* Writes all tables that have lines to the run's folder. Removes old files of tables without lines.
 * On failure, returns false, sets errno, and sets *file to the file that could not be written. */
bool analysis_save(const struct analysis *, const char *directory, const char **file);
/* Prints columns and their meanings in Markdown, for results/columns.md. */
void analysis_columns_print(FILE *);

#endif
