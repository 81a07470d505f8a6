/* SPDX-License-Identifier: MIT
 * The plan: the rows of a run, built from questions, tier and command line.
 *
 * A *cell* is what is measured; its cell string lists the axis values. A *row* is one worker
 * process: one cell in one round, identified by (ablation name, key). Cells with the same baseline
 * cell form a *group*; without a baseline, cells that agree on all axes except those of role
 * `variant`. The cells of a group run one after the other in each round, in balanced order. *Simple
 * baselines* are cells without arm, group and baseline; they have one round and run first.
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
    char **values;               /* one value per axis; NULL: the axis does not apply */
    const char *simple_baseline; /* name of the simple baseline; NULL: this is a cell of an arm */
    int arm_index;               /* index in specs[spec].arms; -1 for a simple baseline */
    int group; /* group number from 0 over the whole plan, also in a shard; -1 for a simple baseline
                */
    int baseline; /* index in plan.cells; a baseline cell has its own index; -1: no baseline */
    /* Cells of one arm that differ only in the tuned axis and the seed form a family. Families are
     * numbered from 0 over the whole plan; -1: nothing is tuned. */
    int family;
    bool tuning;    /* true if the seed of the cell is a tuning seed */
    int trained_by; /* index of the first cell with the same training (same cell string); a timed
                     * cell has its own index */
};

struct plan_row {
    int cell_index; /* index in plan.cells */
    int round;      /* round number, from 1 */
    int position;   /* place in its group in this round, from 0 */
    char *key;      /* "<cell>,round=R", unique within its ablation */
};

/* Number of cells before and after a step of planning: "product", a rule, "merged", "filter". */
struct plan_step {
    int spec;
    char *what; /* description of the step, such as "exclude n > 4096 (too slow)" */
    int before, after;
};

struct plan {
    const struct axes *axes; /* the axes must outlive the plan */
    struct spec *specs;
    int spec_count;
    struct plan_cell
        *cells; /* cells sorted by question, arm, then factors; simple baselines are last */
    int cell_count;
    struct plan_row *rows; /* rows in execution order */
    int row_count;
    int group_count, family_count;
    struct plan_step *steps; /* steps of all questions, in order */
    int step_count;
    /* Options of the command line. */
    uint64_t order_seed;
    int shard, shards;
    char *tier, **sets, **filters;
    int set_count, filter_count;
    char **absent; /* files of questions that the tier leaves out (`tiers: {quick: none}`) */
    int absent_count;
    char *text; /* plan.yaml: text of each file and its setup, with tier and options; NULL if the
                 * plan was loaded */
};

struct plan_options {
    const char **paths; /* files of questions; they form one plan in this order */
    const char **texts; /* contents of the files; NULL: read them from disk */
    int path_count;
    const char *tier;  /* tier; NULL: PLAN_DEFAULT_TIER */
    const char **sets; /* "axis=v1,v2" replaces the values in every file; also rounds=, timeout_s=,
                        * memory_mib= */
    int set_count;
    const char **filters; /* "axis=value" or a formula over axes and `arm`. Cells must pass all
                           * filters. Baselines and simple baselines of these cells are kept. */
    int filter_count;
    int shard, shards;   /* shard I of N, I from 1; a group is never split; 0, 0: the whole plan */
    uint64_t order_seed; /* random seed of the order of groups and of the order within groups */
    /* Predicts the FLOPs of whole training runs from complete cell strings; needed for arms with
     * `match: flops`. Returns false with *error. NULL: arms with `match: flops` are errors. */
    bool (*predict_flops)(const char *const *cells, int count, double *flops, char **error);
};

char **texts_copy(const char *const *list, int count);

/* Builds a plan. Returns false if there are errors; diags gets the errors of all files. Call
 * plan_free() in either case. */
bool plan_build(struct plan *, const struct plan_options *, const struct axes *, struct diags *);
/* Prints a note that lists the questions that the tier leaves out. */
void plan_note_absent(const struct plan *, FILE *);
void plan_free(struct plan *);

/* Returns the value of an axis; NULL if the axis is unknown or does not apply. */
const char *plan_value(const struct plan *, const struct plan_cell *, const char *axis);
/* Whether a cell is used for tuning only, not for results. */
bool plan_only_tunes(const struct plan *, const struct plan_cell *);
const struct plan_cell *plan_row_cell(const struct plan *, const struct plan_row *);
const struct spec *plan_row_spec(const struct plan *, const struct plan_row *);
/* Whether the plan has timed cells. */
bool plan_times(const struct plan *);
/* Returns the arm of a row, or NULL for a simple baseline. */
const struct spec_arm *plan_row_arm(const struct plan *, const struct plan_row *);
/* Returns the name of the row's arm or simple baseline. */
const char *plan_row_name(const struct plan *, const struct plan_row *);
/* Returns the names of the arms without cells, "a, b", or NULL if all arms have cells. The caller
 * frees the result. */
char *plan_absent_arms(const struct spec *);
/* Number of rounds in which a cell is run. */
int plan_rounds(const struct plan *, const struct plan_cell *);
/* Number of rows in all shards together. */
long plan_all_rows(const struct plan *);
/* Axes of simple baselines: the name, and the amount of training data (all of it, or what a
 * training run sees). */
#define SIMPLE_BASELINE_AXIS "simple_baseline"
#define COUNTED_AXIS         "counted"
/* Whether an axis of a simple baseline determines its data (planned_simple_baselines.c). */
bool simple_baseline_axis_is_data(const char *axis);
/* Returns the complete cell string, with every axis that applies, as workers expect it. The caller
 * frees the result. */
char *plan_complete(const struct plan *, const struct plan_cell *);
/* Returns the cell string of the row's baseline, or NULL if there is none. */
const char *plan_row_baseline(const struct plan *, const struct plan_row *);

#endif
