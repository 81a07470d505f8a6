/* SPDX-License-Identifier: MIT
 * The plan: questions, tier and command line turned into the rows of a run.
 *
 * A *cell* is what is measured (cell string), a *row* is one worker process: a cell and a round,
 * identified by (ablation name, key). Cells with the same baseline cell form a *group*; without a
 * baseline, cells that agree on all axes but those of role `variant`. A group is run together in
 * each round, in balanced order. *Simple baselines* are cells without arm, group and baseline, with
 * one round; they run first.
 *
 * Cells are resolved here, once; later stages read their values. A plan is immutable once built,
 * and owns its strings. */
#ifndef ATTNLAB_PLAN_H
#define ATTNLAB_PLAN_H

#include "base/diag.h"
#include "harness/plan/axes/axes.h"
#include "harness/plan/spec.h"

#include <stdint.h>
#include <stdio.h>

#define PLAN_DEFAULT_TIER "quick"
enum { PLAN_MOST_ROWS = 10 * 200000 };

/* One cell of one question. */
struct plan_cell {
    int spec;                    /* index in plan.specs */
    char *string;                /* canonical cell string */
    char **values;               /* per axis; NULL: the axis does not apply */
    const char *simple_baseline; /* its name; NULL: a cell of an arm */
    int arm_index;               /* in specs[spec].arms; -1: a simple baseline */
    int group;    /* 0.. over the whole plan, also of a shard; -1: a simple baseline */
    int baseline; /* index in plan.cells, its own for a baseline; -1: none */
    /* Cells of one arm that differ only in the tuned axis and the seed are a family, 0.. over the
     * whole plan; -1: nothing is tuned. */
    int family;
    bool tuning;    /* its seed is a tuning seed */
    int trained_by; /* index of the first training with the same cell string; its own if timed */
};

/* One worker process. */
struct plan_row {
    int cell_index; /* in plan.cells */
    int round;      /* from 1 */
    int position;   /* from 0: place in its group in this round */
    char *key;      /* "<cell>,round=R": unique within its ablation */
};

/* Number of cells before and after one step of planning: "product", a rule, "merged", "filter" */
struct plan_step {
    int spec;
    char *what; /* e.g. "exclude n > 4096 (too slow)" */
    int before, after;
};

struct plan {
    const struct axes *axes; /* outlives the plan */
    struct spec *specs;
    int spec_count;
    struct plan_cell
        *cells; /* in the order of question, arms, then factors; simple baselines last */
    int cell_count;
    struct plan_row *rows; /* in execution order */
    int row_count;
    int group_count, family_count;
    struct plan_step *steps; /* in order, question by question */
    int step_count;
    /* Options of the command line. */
    uint64_t order_seed;
    int shard, shards;
    char *tier, **sets, **filters;
    int set_count, filter_count;
    char **absent; /* files of questions that its tier leaves out (`tiers: {quick: none}`) */
    int absent_count;
    char *text; /* plan.yaml: each file and its setup, with tier and options; NULL: loaded */
};

struct plan_options {
    const char **paths; /* files of questions; several: one plan in that order */
    const char **texts; /* their contents; NULL: read from disk */
    int path_count;
    const char *tier;  /* NULL: PLAN_DEFAULT_TIER */
    const char **sets; /* "axis=v1,v2" replaces the values in every file; also rounds=, timeout_s=,
                        * memory_mib= */
    int set_count;
    const char **filters; /* "axis=value" or a formula over axes and `arm`; all must hold.
                           * Baselines and simple baselines of the cells that pass are kept. */
    int filter_count;
    int shard, shards;   /* I of N, I from 1, whole groups; 0, 0: everything */
    uint64_t order_seed; /* of the shuffle and of the order inside groups */
    /* FLOPs of whole trainings of complete cells, for arms with `match: flops`; false with *error.
     * NULL: such arms are refused. */
    bool (*predict_flops)(const char *const *cells, int count, double *flops, char **error);
};

char **texts_copy(const char *const *list, int count);

/* False with all errors of all files in diags (the caller prints them and exits 2). The plan is
 * to be freed in either case. */
bool plan_build(struct plan *, const struct plan_options *, const struct axes *, struct diags *);
/* Prints a note of the questions that the tier leaves out. */
void plan_note_absent(const struct plan *, FILE *);
void plan_free(struct plan *);

/* The value of an axis by name; NULL: it does not apply, or there is no such axis. */
const char *plan_value(const struct plan *, const struct plan_cell *, const char *axis);
/* Whether a cell only tunes: it judges nothing. */
bool plan_only_tunes(const struct plan *, const struct plan_cell *);
const struct plan_cell *plan_row_cell(const struct plan *, const struct plan_row *);
const struct spec *plan_row_spec(const struct plan *, const struct plan_row *);
/* Whether any cell is timed. */
bool plan_times(const struct plan *);
/* NULL: a simple baseline. */
const struct spec_arm *plan_row_arm(const struct plan *, const struct plan_row *);
/* The name of its arm or simple baseline. */
const char *plan_row_name(const struct plan *, const struct plan_row *);
/* Names of the arms of its file that have no cell, "a, b" (the caller frees it); NULL: none. */
char *plan_absent_arms(const struct spec *);
/* Rounds of a cell. */
int plan_rounds(const struct plan *, const struct plan_cell *);
/* Rows of all shards together. */
long plan_all_rows(const struct plan *);
/* The axes of a simple baseline: its name, and whether it is fitted to what a training sees or to
 * all training data. */
#define SIMPLE_BASELINE_AXIS "simple_baseline"
#define COUNTED_AXIS         "counted"
/* Whether an axis of a simple baseline determines its data (planned_simple_baselines.c). */
bool simple_baseline_axis_is_data(const char *axis);
/* The cell string with every axis that applies, as workers take it; the caller frees it. */
char *plan_complete(const struct plan *, const struct plan_cell *);
/* Cell string of the row's baseline; NULL: none. */
const char *plan_row_baseline(const struct plan *, const struct plan_row *);

#endif
