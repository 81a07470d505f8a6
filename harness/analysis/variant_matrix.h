/* SPDX-License-Identifier: MIT
 * The matrix of variants by tasks, from all questions of several runs: gains over softmax
 * attention, and costs.
 *
 *   row     a variant (variant.h), whatever its labels
 *   column  a data set (without size options), task and metric; columns of one set are adjacent
 *   cell    the effect at equal steps: first one that passed its validity checks, then of the run
 *           with most verdicts in the column, then of the largest setup (parameters times tokens),
 *           then with most pairs; nothing is averaged over setups
 *
 * Costs are ratios to softmax attention: of a training at equal steps in the largest setup, and of
 * the time of one layer, forward and backward at the largest timed shape (forward alone if nothing
 * else was timed); times by formula only if there is no other.
 *
 * Rows are grouped as slots are. If there are too many, those with most verdicts are shown, then
 * those with a published claim, then those with most cells. Columns without a verdict are shown
 * only if none has one. */
#ifndef ATTNLAB_VARIANT_MATRIX_H
#define ATTNLAB_VARIANT_MATRIX_H

#include "harness/analysis/variant.h"

struct matrix_cell {
    const struct analysis *a; /* NULL: not tried */
    int run;                  /* its place in the list of runs */
    const struct effect *effect;
    double size;    /* of the setup: parameters times tokens */
    bool elsewhere; /* its baseline is not that of the column's head */
};
struct matrix_row {
    struct variant variant;
    char *name; /* label of its first judged cell in the setup of the column's head; else of its
                 * training steps; else its settings */
    struct matrix_cell *cells; /* one per column */
    int filled, judged;        /* cells; cells with a verdict */
    bool claimed;              /* a paper has a claim about it */
    bool proposed;             /* a question proposes it */
    bool control;              /* its slots are the baseline's: only a size or a setting differs */
    /* Sources of the costs: trainings; training steps and layers, timed alone in rounds. */
    struct matrix_cell trained, step, layer;
};
struct matrix_time {
    double ratio;
    bool by_formula; /* of either side: shown with a mark only */
};
/* Ratios to softmax attention; NaN: not measured. Times are those of timed questions; parameters
 * are the model's, or the layer's if no model was trained. */
struct matrix_time matrix_step_time(const struct matrix_row *);
struct matrix_time matrix_layer_time(const struct matrix_row *);
double matrix_parameters(const struct matrix_row *);
struct matrix_column {
    char *data, *task; /* in words, without options: "WikiText-2", "masked token"; task "" if it
                        * follows from the data, as of "bAbI 14" */
    const struct metric *metric;
    int filled, judged;         /* cells; cells with a verdict */
    int set_filled, set_judged; /* the most of any column of the same data */
    int home;                   /* the run with most verdicts, then most variants in it; -1 */
    double home_worth;          /* both counts */
    struct matrix_cell head;    /* the cell whose baseline is in the head */
    char *said;                 /* its data in words */
    struct standing standing;   /* of that baseline */
};
struct variant_matrix {
    struct matrix_row *rows;       /* by group, then by name */
    struct matrix_column *columns; /* those with most verdicts first, then the most filled */
    int row_count, column_count;
};

/* The limits of figure, table and text. */
enum { MATRIX_ROWS = 20, MATRIX_COLUMNS = 7 };

/* most_rows, most_columns: 0: all. The runs must outlive it. */
struct variant_matrix variant_matrix_make(const struct analysis *const *runs, int count,
                                          int most_rows, int most_columns);
void variant_matrix_free(struct variant_matrix *);
/* A step of it (variant_matrix_order.c): leaves out what is not shown, and orders the rest. */
void variant_matrix_order(struct variant_matrix *, int most_rows, int most_columns);

/* The columns with most verdicts on proposals, without those where the baseline is at the top of
 * its metric. shown: (MAIN_TASKS). Returns their count. */
enum { MAIN_TASKS = 3 };
int matrix_main_tasks(const struct variant_matrix *, int *shown);

/* Counts over its cells, without controls. */
struct matrix_counts {
    int proposals, all, outcomes[OUTCOMES];
    int at_top;  /* equivalent ones whose baseline is at the top of its metric */
    int leaning; /* suggestive ones towards better */
    /* Those significant after Holm's correction over all cells of the matrix. */
    int stand_better, stand_worse;
    const struct matrix_cell *best; /* the better one with the greatest lower bound, in margins of
                                     * its question; NULL: none */
    bool best_stands;
};
struct matrix_counts variant_matrix_counts(const struct variant_matrix *);
bool matrix_row_is_control(const struct matrix_row *);

#endif
