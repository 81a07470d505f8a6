/* SPDX-License-Identifier: MIT
 * CSV tables of an analysis, listed in tables.def. Labels are as in reports; unmeasured values are
 * empty. */
#ifndef ATTNLAB_TABLES_H
#define ATTNLAB_TABLES_H

#include "harness/analysis/analysis.h"

/* Writes the tables that have lines into the run's folder and removes old files of the others.
 * False with errno set and *file the one that failed. */
bool analysis_save(const struct analysis *, const char *directory, const char **file);
/* Columns and their meanings in Markdown, for results/columns.md. */
void analysis_columns_print(FILE *);

#endif
