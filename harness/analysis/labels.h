/* SPDX-License-Identifier: MIT
 * Names for people: what a cell of an ablation is called in a table, a legend, a panel.
 *
 * Of the axes that vary in an ablation, some are the arm's (they follow from it), some the shape's
 * (constant in each group), the rest tell apart cells of one arm and one group. So a cell is found
 * by a label ("neural, d_prime = 4") and a shape ("n = 1024"): the row and the column of a table.
 * Passes that stand apart (passes.h) have a table each and occur in neither. */
#ifndef ATTNLAB_LABELS_H
#define ATTNLAB_LABELS_H

#include "harness/analysis/summary.h"
#include "base/csv_write.h"

struct label {
    char *label, *shape; /* shape "" when the ablation has only one */
    int row, column;     /* among the labels and shapes of the ablation, from 0, in their order */
};
/* One for each cell of the summary. */
struct label *labels_make(const struct summary *);
void labels_free(struct label *, int count);
/* A label as it stands in summary.csv and phase_summary.csv, columns `legend`, `label`, `shape`:
 * with comma, double quote and percent sign as %2C, %22 and %25 (the escapes of cell strings),
 * because gnuplot 5.4 ends a text at a comma even when it is quoted. To be freed. */
char *legend_text(const char *label);
/* The arm's label if it has one, else its name. Borrowed. */
const char *arm_label(const struct summary *, const struct summary_cell *);
/* Columns of one cell: which it is, by name, label, shape and pass; and all axes. */
void cell_columns_header(struct csv *);
void cell_columns(struct csv *, const struct summary *, int cell, const struct label *);
void axis_columns_header(struct csv *, const struct summary *);
void axis_columns(struct csv *, const struct summary *, int cell);
/* Writes summary.csv; false with errno set. */
bool summary_save(const struct summary *, const struct label *, const char *path);

#endif
