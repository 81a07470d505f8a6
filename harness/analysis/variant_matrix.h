/* SPDX-License-Identifier: MIT
 * The matrix of variants by tasks over all questions of several runs: gains over softmax attention,
 * and costs.
 *
 *   row     a variant (variant.h), whatever its labels
 *   column  a data set (without size options), task and metric; columns of one data set are
 *   adjacent
 *   cell    one effect at equal steps; nothing is averaged over setups
 *
 * If several effects fit a cell, the first of these rules that distinguishes them decides: passed
 * its validity checks; belongs to the run with most verdicts in the column; largest setup
 * (parameters times tokens); most pairs.
 *
 * Costs are ratios to softmax attention, of training at equal steps in the largest setup and of one
 * timed layer. The layer's time is that of forward and backward at the largest timed shape, or of
 * forward alone if nothing else was timed. Times by formula are used only if there are no others.
 *
 * Rows are grouped by slots. If there are too many, those with most verdicts are shown, then those
 * with a published claim, then those with most cells. Columns without a verdict are shown only if
 * no column has one. */
#ifndef ATTNLAB_VARIANT_MATRIX_H
#define ATTNLAB_VARIANT_MATRIX_H

#include "harness/analysis/variant.h"

struct matrix_cell {
    const struct analysis *a; /* analysis of the effect; NULL if the variant was not tried */
    int run;
    const struct effect *effect;
    double size;    /* size of the setup: parameters times tokens */
    bool elsewhere; /* whether the baseline differs from that in the column's head */
};
struct matrix_row {
    struct variant variant;
    /* label from the first judged cell in the setup of the column's head, else from its timed
     * training steps, else its settings */
    char *name;
    struct matrix_cell *cells;
    int filled, judged; /* number of cells; number of cells with a verdict */
    bool claimed;
    bool proposed;
    bool control; /* whether the slots equal the baseline's; only a size or a setting differs */
    /* Sources of the costs: training runs, timed training steps, timed layers. */
    struct matrix_cell trained, step, layer;
};
struct matrix_time {
    double ratio;
    /* whether either side is timed by formula; such a ratio is shown with a mark */
    bool by_formula;
};
/* Cost ratios to softmax attention; NaN if not measured. Times come from timed questions.
 * Parameters are those of the model, or of the layer if no model was trained. */
struct matrix_time matrix_step_time(const struct matrix_row *);
struct matrix_time matrix_layer_time(const struct matrix_row *);
double matrix_parameters(const struct matrix_row *);
struct matrix_column {
    /* in words, without options: "WikiText-2", "masked token"; task is "" if the data imply it,
     * as for "bAbI 14" */
    char *data, *task;
    const struct metric *metric;
    int filled, judged;         /* number of cells; number of cells with a verdict */
    int set_filled, set_judged; /* largest counts among the columns of the same data set */
    int home; /* the run with most verdicts, then most variants in the column; -1 if none */
    double home_worth;       /* sort value of the main run, from both counts */
    struct matrix_cell head; /* the cell whose baseline is shown in the column's head */
    char *said;
    struct standing standing;
};
struct variant_matrix {
    struct matrix_row *rows;
    /* columns with most verdicts first, then with most filled cells */
    struct matrix_column *columns;
    int row_count, column_count;
};

/* Maximum sizes in figure, table and text. */
enum { MATRIX_ROWS = 20, MATRIX_COLUMNS = 7 };

/* Builds the matrix. The runs must outlive it. most_rows, most_columns: 0 for all. */
struct variant_matrix variant_matrix_make(const struct analysis *const *runs, int count,
                                          int most_rows, int most_columns);
void variant_matrix_free(struct variant_matrix *);
/* Removes rows and columns that are not shown and sorts the others; a step of variant_matrix_make()
 * (variant_matrix_order.c). */
void variant_matrix_order(struct variant_matrix *, int most_rows, int most_columns);

/* Selects the columns with most verdicts on proposals, except those whose baseline is at the top of
 * its metric. Writes them to shown (MAIN_TASKS) and returns their number. */
enum { MAIN_TASKS = 3 };
int matrix_main_tasks(const struct variant_matrix *, int *shown);

/* Counts over the cells of a matrix, without controls. */
struct matrix_counts {
    int proposals, all, outcomes[OUTCOMES];
    int at_top;  /* equivalent cells whose baseline is at the top of its metric */
    int leaning; /* suggestive cells with a positive gain */
    /* Cells significant after Holm's correction over all cells of the matrix. */
    int stand_better, stand_worse;
    /* the better cell with the greatest lower bound, in margins of its question; NULL if none */
    const struct matrix_cell *best;
    bool best_stands;
};
struct matrix_counts variant_matrix_counts(const struct variant_matrix *);
bool matrix_row_is_control(const struct matrix_row *);

#endif
