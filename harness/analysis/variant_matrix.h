/* SPDX-License-Identifier: MIT
 * Builds the matrix of variants by tasks from all questions of several runs. Cells contain gains
 * and costs relative to softmax attention.
 *
 * Row: a variant (variant.h), regardless of its labels.
 * Column: a data set (without size options), a task and a metric. Columns of one data set are
 * adjacent.
 * Cell: one effect at equal steps. Results of different setups are not averaged. If several effects
 * fit a cell, effects that passed their validity checks are preferred, then the run with the most
 * verdicts in the column, the largest setup (parameters times tokens), and the most pairs.
 *
 * Costs are relative to softmax attention: the cost of training at equal steps in the largest
 * setup, and the cost of one timed layer. The layer's time includes the forward and backward pass
 * at the largest timed shape, or only the forward pass if nothing else was timed. Times of slow
 * formulas are used only if no fast kernel was timed.
 *
 * Rows are grouped by slots. If there are too many rows, rows with the most verdicts are kept, then
 * rows with a published claim, then rows with the most cells. Columns without a verdict are shown
 * only if no column has a verdict. */
#ifndef ATTNLAB_VARIANT_MATRIX_H
#define ATTNLAB_VARIANT_MATRIX_H

#include "harness/analysis/variant.h"

struct matrix_cell {
    /* analysis that contains the effect; NULL if the variant was not run */
    const struct analysis *a;
    int run;
    const struct effect *effect;
    double size;    /* size of the setup: parameters times tokens */
    bool elsewhere; /* true if the cell's baseline differs from the baseline in the column's head */
};
struct matrix_row {
    struct variant variant;
    /* Label of the variant, taken from its first judged cell in the setup of the column's head. If
     * there is no such cell, the label comes from the timed training steps or from the settings. */
    char *name;
    struct matrix_cell *cells;
    int filled, judged; /* number of cells with an effect, and number of cells with a verdict */
    bool claimed;
    bool proposed;
    bool control; /* true if only a size or a setting, but no slot, differs from the baseline */
    /* The costs of training runs, timed training steps and timed layers come from these effects. */
    struct matrix_cell trained, step, layer;
};
struct matrix_time {
    double ratio;
    /* true if the arm or the reference ran the slow formula; tables mark this ratio */
    bool by_formula;
};
/* These functions return costs relative to softmax attention, or NaN if not measured. Times come
 * from timed questions. Parameters are counted in the model, or in the layer if no model was
 * trained. */
struct matrix_time matrix_step_time(const struct matrix_row *);
struct matrix_time matrix_layer_time(const struct matrix_row *);
double matrix_parameters(const struct matrix_row *);
struct matrix_column {
    /* data and task in words, without options, such as "WikiText-2" and "masked token"; `task` is
     * "" if the data imply the task, as for "bAbI 14" */
    char *data, *task;
    const struct metric *metric;
    int filled, judged; /* number of cells with an effect, and number of cells with a verdict */
    int set_filled, set_judged; /* maxima over all columns of the data set */
    int home; /* index of the main run, which has most verdicts and then most variants in the
                 column; -1 if there is none */
    double home_worth;       /* score that made this run the main run */
    struct matrix_cell head; /* cell with the baseline that the column's head shows */
    char *said;
    struct standing standing;
};
struct variant_matrix {
    struct matrix_row *rows;
    /* columns with the most verdicts come first, then columns with the most effects */
    struct matrix_column *columns;
    int row_count, column_count;
};

/* Largest number of rows and columns shown in a figure, table or text. */
enum { MATRIX_ROWS = 20, MATRIX_COLUMNS = 7 };

/* Builds the matrix. The runs must not be freed before the matrix. most_rows, most_columns: maximum
 * sizes, 0 for no limit. */
struct variant_matrix variant_matrix_make(const struct analysis *const *runs, int count,
                                          int most_rows, int most_columns);
void variant_matrix_free(struct variant_matrix *);
/* Removes rows and columns that are not shown, and sorts the others (variant_matrix_order.c).
 * Called by variant_matrix_make(). */
void variant_matrix_order(struct variant_matrix *, int most_rows, int most_columns);

/* Selects the columns with the most verdicts on proposals, up to MAIN_TASKS columns. Skips columns
 * whose baseline has (almost) the best possible value. Writes the columns to `shown` and returns
 * their number. */
enum { MAIN_TASKS = 3 };
int matrix_main_tasks(const struct variant_matrix *, int *shown);

/* Counts of cells in the matrix, without controls. */
struct matrix_counts {
    int proposals, all, outcomes[OUTCOMES];
    int at_top; /* number of equivalent cells whose baseline has (almost) the best possible value */
    int leaning; /* number of suggestive cells with a positive gain */
    /* Numbers of better and worse cells that are significant after Holm's correction over all cells
     * of the matrix. */
    int stand_better, stand_worse;
    /* the better cell whose gain has the largest lower bound, in units of the question's margin;
     * NULL if no cell is better */
    const struct matrix_cell *best;
    bool best_stands;
};
struct matrix_counts variant_matrix_counts(const struct variant_matrix *);
bool matrix_row_is_control(const struct matrix_row *);

#endif
