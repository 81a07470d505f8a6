/* SPDX-License-Identifier: MIT
 * What the tables of a study share: the columns that say which contender a line is about. */
#ifndef ATTNLAB_STUDY_CSV_H
#define ATTNLAB_STUDY_CSV_H

#include "harness/analysis/study.h"
#include "base/csv_write.h"

/* ablation arm legend arm_index label row_index shape shape_index, then all axes; legend, label
 * and shape escaped as in labels.h. row: of cells.csv, whose axes are told; -1: none has any. */
void contender_header(struct csv *, const struct study *);
void contender_cells(struct csv *, const struct study *, int contender, int row);
/* A field that is escaped like a label. */
void label_cell(struct csv *, const char *label);
/* A row of the winner, else of the first candidate. */
int contender_row(const struct study *, int contender);

/* One table each. */
void summary_table(struct csv *, const struct study *);     /* study_csv.c */
void effects_table(struct csv *, const struct study *);     /* study_csv_effects.c */
void factorial_table(struct csv *, const struct study *);   /* study_csv_effects.c */
void judged_table(struct csv *, const struct study *);      /* study_csv_effects.c */
void sensitivity_table(struct csv *, const struct study *); /* study_csv_effects.c */
void curves_table(struct csv *, const struct study *);      /* study_csv_curves.c */

#endif
