/* SPDX-License-Identifier: MIT
 * What the analysis found, as tables for people and other programs: effects.csv, summary.csv,
 * factors.csv, sensitivity.csv, claims_judged.csv. Labels are as in reports; what was not measured
 * is empty. */
#ifndef ATTNLAB_TABLES_H
#define ATTNLAB_TABLES_H

#include "harness/analysis/analysis.h"

/* A column and what it says; the dictionary of results/README.md is made of these. */
struct table_column {
    const char *name, *meaning;
};
struct analysis_table {
    const char *file, *line;            /* "effects.csv", what a line of it is */
    const struct table_column *columns; /* ends with a NULL name */
};
extern const struct analysis_table analysis_tables[]; /* ends with a NULL file */

/* Writes those into the run's folder that have a line; of the others an old file is removed, so
 * that no folder tells of two analyses. False with errno set and *file the one. */
bool analysis_save(const struct analysis *, const char *directory, const char **file);

#endif
