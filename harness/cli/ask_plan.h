/* SPDX-License-Identifier: MIT
 * What the worker tells about the cells of a plan. Those that differ in the seed alone are one
 * question: it changes neither work nor data. */
#ifndef ATTNLAB_ASK_PLAN_H
#define ATTNLAB_ASK_PLAN_H

#include "harness/plan/plan.h"
#include "harness/run/estimate.h"
#include "harness/run/predict.h"
#include "harness/run/run.h"

#include <stdbool.h>
#include <stdio.h>

/* One a cell of the plan, to be freed with predictions_free(). NULL with *error (to be freed). */
struct prediction *plan_predict(const struct plan *, const char *worker, char **error);

/* What is wrong with the data that each cell of the plan reads, NULL: nothing; to be freed with
 * texts_free(). NULL with *error (to be freed). */
char **plan_data_faults(const struct plan *, const char *worker, char **error);

/* ---- Data that a plan needs is opened before the first row. What cannot be opened is told on
 * stderr, each reason once, with the count of rows that it concerns. ---- */

/* 0: all is there, or rows without data are to be skipped; else the exit code. */
int plan_open_data(const struct plan *, const struct prediction *cells, const struct reuse *,
                   const char *worker, bool skip_missing);
/* Fills run->faults, to be freed with texts_free(). Rows that are done, or taken from an
 * earlier run, need no data. */
int run_open_data(struct run *);

/* ---- The rows of a plan on stdout, as `attnlab plan` lists them: in the order of the run. ---- */

void print_rows_table(const struct plan *);
void print_rows_csv(const struct plan *);
/* One row a line, so that it can be cut and searched by lines. predictions NULL: none are known. */
void print_rows_json(const struct plan *, const struct prediction *);

/* ---- What `attnlab plan` tells people: of each question its cells, what its rules leave of
 * them, rows and the time that they take. ---- */

/* A plan, what the worker tells of its cells, and what that makes of its rows; NULL: nothing. */
struct outlook {
    const struct plan *plan;
    struct prediction *cells;
    struct expected_row *rows;
};

void plan_summary_print(FILE *, const struct outlook *);
/* Whether the worker refuses every cell but those that only count, so that a run answers nothing.
 */
bool plan_refused_whole(const struct outlook *);
int plan_cores_here(void);

#endif
