/* SPDX-License-Identifier: MIT
 * The matrix: variants by tasks, from all questions of some runs; what each gains over the plain
 * layer there, and at the side what it costs.
 *
 *   row     a variant (variant.h), whatever its questions call it
 *   column  a data set, whatever its options of size, the task and the metric that it is judged by;
 *           those of one set stand beside each other
 *   cell    the effect at equal steps in a setup that can tell, its validity checks passed, where
 * there is one; of several first in the run that has most of the column's variants of which a
 *           verdict is said, then in the largest (parameters times tokens; of equals the one of
 *           more pairs); nothing is averaged over setups
 *
 * Costs are ratios to the plain layer: of a training at equal steps (time per token, parameters,
 * memory) in the largest setup, and of the time of one layer, forward and backward at the largest
 * shape that was timed (forward alone where nothing else was); first of what did not run by
 * formula.
 *
 * Rows stand in groups, as slots are grouped; which are shown when there are too many: those with
 * most verdicts, of these first what a paper claims something of, then those with most cells.
 * Columns without any verdict are shown only where none has one. */
#ifndef ATTNLAB_VARIANT_MATRIX_H
#define ATTNLAB_VARIANT_MATRIX_H

#include "harness/analysis/variant.h"

struct matrix_cell {
    const struct analysis *a; /* NULL: not tried */
    int run;                  /* its place in the list of runs */
    const struct effect *effect;
    double size;    /* of the setup: parameters times tokens */
    bool elsewhere; /* its plain layer is not the one whose numbers stand in the column's head */
};
struct matrix_row {
    struct variant variant;
    char *name; /* as the question of its first cell calls it that tells, in the setup of the
                 * column's head; else that of its steps of training; else by its settings */
    struct matrix_cell *cells; /* one a column */
    int filled, told;          /* of them; with a verdict */
    bool claimed;              /* some paper says something of it */
    bool proposed;             /* some question proposes it */
    bool control; /* no slot differs, where in other rows some does; else not proposed */
    /* Whence the costs are taken: trainings, beside whatever else ran; steps of training and
     * layers, timed alone in rounds. */
    struct matrix_cell trained, step, layer;
};
struct matrix_time {
    double ratio;
    bool by_formula; /* of either side: it is no time of the variant, and told with a mark alone */
};
/* As times the plain layer's; NaN: not measured. Training time is that of steps, if they were
 * timed; memory and parameters are of the model, else of the layer. */
struct matrix_time matrix_training_time(const struct matrix_row *);
struct matrix_time matrix_step_time(const struct matrix_row *); /* of steps timed alone; or NaN */
struct matrix_time matrix_layer_time(const struct matrix_row *);
double matrix_memory(const struct matrix_row *);
double matrix_parameters(const struct matrix_row *);
struct matrix_column {
    char *data, *task; /* in words, without options: "WikiText-2", "masked token"; a task that
                        * follows from its data, as of "bAbI 14", is "" when all is done */
    const struct metric *metric;
    int filled, told;         /* cells; of them those of which a verdict is said */
    int set_filled, set_told; /* the most of them that a column of the same data has */
    int home;                 /* the run that has most variants in it of which a verdict is said,
                               * then most of all; -1: not known yet */
    double home_worth;        /* how many of both */
    struct matrix_cell head;  /* the one of its cells whose baseline stands in the head */
    char *said;               /* the data of that one in words */
    struct standing standing; /* of that baseline */
};
struct variant_matrix {
    struct matrix_row *rows;       /* as shown: by group, claimed first, then by name */
    struct matrix_column *columns; /* those that can tell first, then the most filled */
    int row_count, column_count;
    int rows_left_out, columns_left_out;
};

/* What fits on a screen and can be read: picture, table and the sentences about them show and count
 * the same. */
enum { MATRIX_ROWS = 20, MATRIX_COLUMNS = 7 };

/* most_rows, most_columns: 0: all. The runs must outlive it. */
struct variant_matrix variant_matrix_make(const struct analysis *const *runs, int count,
                                          int most_rows, int most_columns);
void variant_matrix_free(struct variant_matrix *);
/* A step of it (variant_matrix_order.c): leaves out what is not shown, and orders the rest. */
void variant_matrix_order(struct variant_matrix *, int most_rows, int most_columns);

/* The tasks with most verdicts on proposals, without those where the baseline is at the top of its
 * metric; shown has room for MAIN_TASKS. */
enum { MAIN_TASKS = 3 };
int matrix_main_tasks(const struct variant_matrix *, int *shown);

/* What its cells come to, controls apart. */
struct matrix_counts {
    int proposals, all, outcomes[OUTCOMES];
    int at_top;  /* of the equivalent ones, with a plain layer that makes hardly any mistake */
    int leaning; /* of the suggestive ones, towards better */
    /* Of the better and the worse ones, those that stand Holm's correction over all cells at once
     * of which anything is said: their own is that of their question. */
    int stand_better, stand_worse;
    const struct matrix_cell *best; /* of the better ones, the one that for sure gains most
                                     * margins of its question; NULL: none */
    bool best_stands;               /* likewise */
};
struct matrix_counts variant_matrix_counts(const struct variant_matrix *);
bool matrix_row_is_control(const struct matrix_row *);

#endif
