/* SPDX-License-Identifier: MIT
 * Builds the matrix of variants by tasks from all questions of several runs. Cells contain gains
 * and costs relative to softmax attention.
 *
 * Row: a variant. Arms are the same variant if they differ from softmax attention in the same
 * settings, even if their labels differ.
 * Column: a data set (without size options), a task and a metric.
 * Cell: one effect at equal steps. Results of different setups are not averaged. If several effects
 * fit a cell, the order of preference is: effects that passed their validity checks, the largest
 * setup (parameters times tokens), the most pairs.
 *
 * A row has costs from three sources:
 *  - training at equal steps, in the largest setup
 *  - timed training steps
 *  - the largest timed layer, with its forward and backward pass
 * Times of slow formulas are used only if no fast kernel was timed. */
#ifndef ATTNLAB_VARIANT_MATRIX_H
#define ATTNLAB_VARIANT_MATRIX_H

#include "harness/analysis/analysis.h"

struct variant {
    /* settings in the order of cell strings, such as "q=residual_bottleneck score_scale=0.5" */
    char *key;
    /* group of the changed slots, such as "Projections"; VARIANT_SEVERAL or VARIANT_CONTROL if
     * there is no such group */
    const char *group;
    int group_rank; /* sort rank: groups of slots, then "several at once", then controls */
};
#define VARIANT_SEVERAL "Several changes at once"
/* group of negative controls and of entries that change no slot */
#define VARIANT_CONTROL "Controls and sizes"

/* Finds the variant of an entry (variant.c). Returns false and allocates nothing if the reference
 * is missing or is not softmax attention. In the key, axes that grow with other axes (`ffn` grows
 * with the width) are multiples of the reference's values. */
bool variant_of(const struct analysis *, int entry, int reference, struct variant *);
void variant_free(struct variant *);

struct matrix_cell {
    const struct analysis *a; /* NULL if the variant was not run */
    int run;
    const struct effect *effect;
    double size; /* size of the setup: parameters times tokens */
};
struct matrix_row {
    struct variant variant;
    const char *name; /* label of the variant, preferably from the setup that determines the
                         column's baseline; not owned */
    struct matrix_cell *cells;
    int filled, judged; /* number of cells with an effect, and number of cells with a verdict */
    bool proposed;
    bool control; /* true if only sizes or settings differ from the baseline, but no slot */
    /* Effects from which the costs are taken: training runs, timed training steps, and timed
     * layers. */
    struct matrix_cell trained, step, layer;
};
struct matrix_column {
    /* data and task in words, without options, such as "WikiText-2" and "masked token"; `task` is
     * "" if the data imply the task, as for "bAbI 14" */
    char *data, *task;
    const struct metric *metric;
    int filled, judged; /* number of cells with an effect, and number of cells with a verdict */
    int index;          /* index in order of appearance */
    struct matrix_cell head; /* cell that determines the baseline of the column */
};
struct variant_matrix {
    struct matrix_row *rows; /* rows, sorted by group of slots, then by name */
    /* Columns, sorted by number of verdicts, then by number of effects. Columns without a verdict
     * are omitted if any column has a verdict. */
    struct matrix_column *columns;
    int row_count, column_count;
};

/* Maximum numbers of rows and columns. Rows and columns with the most verdicts and effects are
 * kept. */
enum { MATRIX_ROWS = 20, MATRIX_COLUMNS = 7 };

/* Builds the matrix. The runs must not be freed before the matrix. */
struct variant_matrix variant_matrix_make(const struct analysis *const *runs, int count);
void variant_matrix_free(struct variant_matrix *);

/* Returns the time of a timed cell relative to softmax attention, or NaN if it was not measured or
 * ran by formula. */
double matrix_time(const struct matrix_cell *);
/* Returns the number of parameters divided by that of softmax attention, or NaN if unknown. Uses
 * the trained model, or the layer if no model was trained. */
double matrix_parameters(const struct matrix_row *);

/* Selects the columns with the most verdicts on proposals, up to MAIN_TASKS columns. Skips columns
 * whose baseline has (almost) the best possible value. Writes the columns to `shown` and returns
 * their number. */
enum { MAIN_TASKS = 3 };
int matrix_main_tasks(const struct variant_matrix *, int *shown);

/* Counts of cells in the matrix, without controls. */
struct matrix_counts {
    int proposals, all, outcomes[OUTCOMES];
    int at_top; /* number of equivalent cells whose baseline has (almost) the best possible value */
    /* Numbers of better and worse cells that are significant after Holm's correction over all cells
     * of the matrix. */
    int stand_better, stand_worse;
    /* cell with the verdict `better` whose gain has the largest lower bound, in units of the
     * question's margin; NULL if no cell is better */
    const struct matrix_cell *best;
    bool best_stands;
};
struct matrix_counts variant_matrix_counts(const struct variant_matrix *);

#endif
