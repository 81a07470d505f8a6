/* SPDX-License-Identifier: MIT
 * The plan: the rows of a run, built from questions, a tier and command-line options.
 *
 *  - A *cell* is a combination of axis values to measure. The cell string lists these values.
 *  - A *row* is one worker process that measures one cell in one round. Question and key identify a
 *    row.
 *  - A *group* consists of cells with the same baseline. Without a baseline, the cells of a group
 *    agree on all axes except variant axes. In each round, the cells of a group run one after the
 *    other in balanced order.
 *  - A *simple baseline* is a cell without arm, group and baseline. Simple baselines run first, in
 *    one round.
 *
 * A plan does not change after it is built. It owns its strings. */
#ifndef ATTNLAB_PLAN_H
#define ATTNLAB_PLAN_H

#include "base/diag.h"
#include "harness/plan/axes/axes.h"
#include "harness/plan/spec.h"

#include <stdint.h>
#include <stdio.h>

#define PLAN_DEFAULT_TIER "quick"
enum { PLAN_MOST_ROWS = 10 * 200000 };

struct plan_cell {
    int spec;
    char *string;
    char **values; /* one value per axis; NULL if the axis does not apply */
    /* name of the simple baseline; NULL if the cell belongs to an arm */
    const char *simple_baseline;
    int arm_index; /* index in specs[spec].arms; -1 for a simple baseline */
    int group;     /* group number, counted from 0 over all shards; -1 for a simple baseline */
    int baseline; /* index of the baseline in plan.cells; the cell's own index for a baseline; -1 if
                     there is no baseline */
    /* Family number of the cell, counted from 0 over all shards; -1 if the question tunes nothing.
     * The cells of a family belong to one arm and differ only in the tuned axis and the seed. */
    int family;
    bool tuning;    /* true if the seed of the cell is a tuning seed */
    int trained_by; /* index of the first cell with the same cell string; a timed cell has its own
                       index. Cells with equal index share a training run. */
};

struct plan_row {
    int cell_index; /* index of the cell in plan.cells */
    int round;      /* round number, counted from 1 */
    int position;   /* position of the row within its group and round, from 0 */
    char *key;      /* "<cell>,round=R", unique within the question */
};

/* A planning step, such as a rule or a filter, with the number of cells before and after. */
struct plan_step {
    int spec;
    char *what; /* description, such as "exclude n > 4096 (too slow)" */
    int before, after;
};

struct plan {
    const struct axes *axes; /* axis table; must outlive the plan */
    struct spec *specs;
    int spec_count;
    /* sorted by question, arm, then factors; simple baselines are last */
    struct plan_cell *cells;
    int cell_count;
    struct plan_row *rows; /* rows in execution order */
    int row_count;
    int group_count, family_count;
    struct plan_step *steps; /* planning steps of all questions, in order */
    int step_count;
    /* Command-line options from which the plan was built. */
    uint64_t order_seed;
    int shard, shards;
    char *tier, **sets, **filters;
    int set_count, filter_count;
    char **absent; /* files of questions that this tier skips (`tiers: {quick: none}`) */
    int absent_count;
    char *text; /* content of plan.yaml: the tier and options, then each question file and its
                   setup; NULL for a loaded plan */
};

struct plan_options {
    const char **paths; /* question files, in the order of the plan */
    const char **texts; /* contents of the files, or NULL to read the files from disk */
    int path_count;
    const char *tier;  /* name of the tier; NULL for PLAN_DEFAULT_TIER */
    const char **sets; /* strings "axis=v1,v2" of --set, which replace values in every file; also
                          rounds=, timeout_s=, memory_mib= */
    int set_count;
    /* Filters "axis=value", or formulas over axes and `arm`. Cells that pass all filters are
     * planned, with their baselines and simple baselines. */
    const char **filters;
    int filter_count;
    int shard, shards;   /* shard number, from 1, and number of shards; both are 0 if there are no
                            shards. Groups are never split. */
    uint64_t order_seed; /* random seed for the order of groups and cells */
    /* Callback that predicts the FLOPs of whole training runs from complete cell strings. Arms with
     * `match: flops` need it. On failure, returns false and sets *error. */
    bool (*predict_flops)(const char *const *cells, int count, double *flops, char **error);
};

char **texts_copy(const char *const *list, int count);

/* Builds a plan. After errors, returns false and adds the errors of all files to `diags`. Call
 * plan_free() in either case. */
bool plan_build(struct plan *, const struct plan_options *, const struct axes *, struct diags *);
/* Prints a note with the questions that the tier skips. */
void plan_note_absent(const struct plan *, FILE *);
void plan_free(struct plan *);

/* Returns the value of an axis, or NULL if the axis is unknown or does not apply. */
const char *plan_value(const struct plan *, const struct plan_cell *, const char *axis);
/* Returns true if a cell is a tuning trial, which is not used for results. */
bool plan_only_tunes(const struct plan *, const struct plan_cell *);
/* Returns true if the arm of a cell is a negative control of a question that trains. */
bool plan_is_negative_control(const struct plan *, const struct plan_cell *);
const struct plan_cell *plan_row_cell(const struct plan *, const struct plan_row *);
const struct spec *plan_row_spec(const struct plan *, const struct plan_row *);
/* Returns true if the plan has timed cells. */
bool plan_times(const struct plan *);
/* Returns the arm of a row, or NULL for a simple baseline. */
const struct spec_arm *plan_row_arm(const struct plan *, const struct plan_row *);
/* Returns the name of the row's arm or simple baseline. */
const char *plan_row_name(const struct plan *, const struct plan_row *);
/* Returns the names of arms without cells, such as "a, b", or NULL if every arm has cells. The
 * caller frees the result. */
char *plan_absent_arms(const struct spec *);
/* Return the number of rounds of a cell, and the maximum over all cells. */
int plan_rounds(const struct plan *, const struct plan_cell *);
int plan_most_rounds(const struct plan *);
/* Returns the number of rows of the whole plan, including all shards. */
long plan_all_rows(const struct plan *);
/* Axes of simple baselines: the name of the simple baseline, and whether it is fitted to all
 * training data or to the data of one training run. */
#define SIMPLE_BASELINE_AXIS "simple_baseline"
#define COUNTED_AXIS         "counted"
/* Returns true if the data of a simple baseline depend on this axis (planned_simple_baselines.c).
 */
bool simple_baseline_axis_is_data(const char *axis);
/* Returns the complete cell string, which lists every axis that applies. Workers expect this form.
 * The caller frees the string. */
char *plan_complete(const struct plan *, const struct plan_cell *);
/* Returns the cell string of the baseline of a row, or NULL if there is none. */
const char *plan_row_baseline(const struct plan *, const struct plan_row *);

#endif
