/* SPDX-License-Identifier: MIT
 * The plan: the rows of a run, built from questions, tier and command line.
 *
 * A *cell* is one measured combination of axis values; its cell string lists the values. A *row* is
 * one worker process, which measures one cell in one round. The name of the question and the key
 * identify a row.
 *
 * Cells with the same baseline form a *group*. Without a baseline, cells that agree on all axes
 * except those of role `variant` form a group. In each round, the cells of a group run one after
 * the other in balanced order.
 *
 * *Simple baselines* are cells without arm, group and baseline. They have one round and run first.
 *
 * Each cell is resolved once; later stages read its values. A plan does not change after it is
 * built, and it owns its strings. */
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
    int group; /* group number, counted from 0 over the whole plan, even in a shard; -1 for a simple
                  baseline */
    int baseline; /* index of the baseline's cell in plan.cells; for a baseline, its own index; -1
                     if there is no baseline */
    /* Cells of one arm that differ only in the tuned axis and the seed form a family. Families are
     * numbered from 0 over the whole plan. The number is -1 if nothing is tuned. */
    int family;
    bool tuning;    /* true if the seed of the cell is a tuning seed */
    int trained_by; /* index of the cell whose training run is used: the first cell with the same
                       cell string; a timed cell has its own index */
};

struct plan_row {
    int cell_index; /* index of the cell in plan.cells */
    int round;      /* round number, counted from 1 */
    int position;   /* position of the row in its group in this round, from 0 */
    char *key;      /* unique key within the question, "<cell>,round=R" */
};

/* Number of cells before and after a planning step, such as a rule or a filter. */
struct plan_step {
    int spec;
    char *what; /* description of the step, such as "exclude n > 4096 (too slow)" */
    int before, after;
};

struct plan {
    const struct axes *axes; /* the axes must outlive the plan */
    struct spec *specs;
    int spec_count;
    /* cells, sorted by question, arm, then factors; simple baselines are last */
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
    char **absent; /* files of questions that the tier skips (`tiers: {quick: none}`) */
    int absent_count;
    char *text; /* content of plan.yaml: each file and its setup, with tier and options; NULL if the
                   plan was loaded */
};

struct plan_options {
    const char **paths; /* question files; the plan has their questions in this order */
    const char **texts; /* contents of the files; NULL to read them from disk */
    int path_count;
    const char *tier;  /* name of the tier; NULL for PLAN_DEFAULT_TIER */
    const char **sets; /* texts "axis=v1,v2" that replace the axis values in every file; also
                          rounds=, timeout_s= and memory_mib= */
    int set_count;
    /* Filters "axis=value", or formulas over axes and `arm`. The plan contains the cells that pass
     * all filters, with their baselines and simple baselines. */
    const char **filters;
    int filter_count;
    int shard, shards;   /* shard number, counted from 1, and number of shards; both are 0 for the
                            whole plan; a group is never split */
    uint64_t order_seed; /* random seed for the order of groups and of cells within groups */
    /* Predicts the FLOPs of whole training runs from complete cell strings; needed for arms with
     * `match: flops`. On failure, returns false and sets *error. If the callback is NULL, such arms
     * are rejected. */
    bool (*predict_flops)(const char *const *cells, int count, double *flops, char **error);
};

char **texts_copy(const char *const *list, int count);

/* Builds a plan. Returns false if there are errors; `diags` then lists the errors of all files.
 * Call plan_free() in either case. */
bool plan_build(struct plan *, const struct plan_options *, const struct axes *, struct diags *);
/* Prints a note that lists the questions that the tier skips. */
void plan_note_absent(const struct plan *, FILE *);
void plan_free(struct plan *);

/* Returns the value of an axis, or NULL if the axis is unknown or does not apply. */
const char *plan_value(const struct plan *, const struct plan_cell *, const char *axis);
/* Returns true if a cell is used only for tuning, not for results. */
bool plan_only_tunes(const struct plan *, const struct plan_cell *);
const struct plan_cell *plan_row_cell(const struct plan *, const struct plan_row *);
const struct spec *plan_row_spec(const struct plan *, const struct plan_row *);
/* Returns true if the plan has timed cells. */
bool plan_times(const struct plan *);
/* Returns the arm of a row, or NULL for a simple baseline. */
const struct spec_arm *plan_row_arm(const struct plan *, const struct plan_row *);
/* Returns the name of the row's arm or simple baseline. */
const char *plan_row_name(const struct plan *, const struct plan_row *);
/* Returns the names of the arms without cells, such as "a, b", or NULL if all arms have cells. The
 * caller frees the result. */
char *plan_absent_arms(const struct spec *);
/* Return the number of rounds of a cell, and the highest number of rounds of any cell. */
int plan_rounds(const struct plan *, const struct plan_cell *);
int plan_most_rounds(const struct plan *);
/* Returns the number of rows of all shards together. */
long plan_all_rows(const struct plan *);
/* Names of two axes of simple baselines: the simple baseline's name, and the amount of training
 * data (all data, or the data of one training run). */
#define SIMPLE_BASELINE_AXIS "simple_baseline"
#define COUNTED_AXIS         "counted"
/* Returns true if an axis of a simple baseline determines its data (planned_simple_baselines.c). */
bool simple_baseline_axis_is_data(const char *axis);
/* Returns the complete cell string, which lists every axis that applies. Workers expect this form.
 * The caller frees the result. */
char *plan_complete(const struct plan *, const struct plan_cell *);
/* Returns the cell string of the row's baseline, or NULL if there is none. */
const char *plan_row_baseline(const struct plan *, const struct plan_row *);

#endif
