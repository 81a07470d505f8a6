/* SPDX-License-Identifier: MIT
 * What the analysis found, as tables for people and other programs, which tables.def lists. Labels
 * are as in reports; what was not measured is empty. */
#ifndef ATTNLAB_TABLES_H
#define ATTNLAB_TABLES_H

#include "harness/analysis/analysis.h"

/* Writes those into the run's folder that have a line; of the others an old file is removed, so
 * that no folder tells of two analyses. False with errno set and *file the one. */
bool analysis_save(const struct analysis *, const char *directory, const char **file);
/* Their columns and what each says, in Markdown: the dictionary in results/columns.md. */
void analysis_columns_print(FILE *);

#endif
