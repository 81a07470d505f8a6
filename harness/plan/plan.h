/* SPDX-License-Identifier: MIT
 * The plan: specifications, tier and command line turned into the rows of a run.
 *
 * A *cell* is what is measured (cell string), a *row* is one worker process: a cell and a round.
 * A row is identified by (ablation name, key): two ablations may hold the same cell, and each
 * measures it for itself, so that each one's ratios are paired within its own rounds.
 *
 * Every cell of an ablation with a baseline has a baseline cell, which is in the plan too. Cells
 * with the same baseline cell form a *group* and are run next to each other in each round, in a
 * balanced order: ratios are formed inside a group and a round. Without a baseline, a group is
 * the cells that agree on all but the axes of role `variant`.
 *
 * Beside the trainings of a question stand its *simple baselines* (planned_simple_baselines.h):
 * cells of their own, behind those of all arms, with one round, and run first.
 *
 * A cell is resolved here, once: run, analysis and report read its values and take no cell string
 * apart. The plan is immutable once built; all strings belong to it. */
#ifndef ATTNLAB_PLAN_H
#define ATTNLAB_PLAN_H

#include "base/diag.h"
#include "harness/plan/axes/axes.h"
#include "harness/plan/spec.h"

#include <stdint.h>
#include <stdio.h>

#define PLAN_DEFAULT_TIER "quick"
/* More is a slip of the finger: ten rounds of the most cells that a grid may have. */
enum { PLAN_MOST_ROWS = 10 * 200000 };

/* One cell of one ablation. */
struct plan_cell {
    int spec;      /* index in plan.specs */
    char *string;  /* canonical cell string: key, filter, label */
    char **values; /* one for each of plan.axes; NULL: the axis does not apply */
    /* A model that only counts, of no arm and no group; NULL: a cell of an arm. */
    const char *simple_baseline;
    int arm_index; /* in specs[spec].arms; -1: a simple baseline */
    int group;     /* 0.. over the whole plan, the same whatever the shard; -1: a simple baseline */
    int baseline;  /* index in plan.cells, its own for a baseline; -1: none */
    /* Cells of one arm that differ in nothing but the tuned axis and the seed are a family, 0..
     * over the whole plan; -1: the specification tunes nothing, or an axis that the cell has not
     * (where tuning seeds do not judge it is a family of one value). */
    int family;
    bool tuning; /* its seed is a tuning seed */
    /* Index of the first cell of the plan, over all specifications of quality, with the same
     * cell string; its own for that one, and where rows are timed. */
    int trained_by;
};

/* One worker process. */
struct plan_row {
    int cell_index; /* in plan.cells */
    int round;      /* from 1 */
    int position;   /* from 0: place in its group in this round */
    char *key;      /* "<cell>,round=R": unique within its ablation */
};

/* What one step of planning left: "product", a rule, "merged", "filter", ... */
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
        *cells; /* in the order of specification, arms, then factors; simple baselines last */
    int cell_count;
    struct plan_row *rows; /* in execution order */
    int row_count;
    int group_count, family_count;
    struct plan_step *steps; /* in order, specification by specification */
    int step_count;
    uint64_t order_seed;    /* as asked for, like */
    int shard, shards;      /* these, */
    char *tier;             /* this, */
    char **sets, **filters; /* and these */
    int set_count, filter_count;
    char **absent; /* names of the questions that its tier leaves out (`tiers: {quick: none}`) */
    int absent_count;
    char *text; /* plan.yaml: each file and its setup, with tier and options; NULL: it was loaded */
};

struct plan_options {
    const char **paths; /* specification files; several: one plan in that order */
    const char **texts; /* their contents; NULL: read from disk */
    int path_count;
    const char *tier;  /* NULL: PLAN_DEFAULT_TIER */
    const char **sets; /* "axis=v1,v2" replaces the factor or fixed value in every file; also
                        * rounds=, timeout_s=, memory_mib= */
    int set_count;
    const char **filters; /* "axis=value" or a formula over axes and `arm`; all must hold. The
                           * baselines and simple baselines of what is kept are kept too. */
    int filter_count;
    int shard, shards;   /* I of N, I from 1, whole groups; 0, 0: everything */
    uint64_t order_seed; /* of the shuffle and of the order inside groups; default 0 */
};

/* False with all errors of all files in diags (the caller prints them and exits 2). The plan is
 * to be freed in either case. */
bool plan_build(struct plan *, const struct plan_options *, const struct axes *, struct diags *);
/* Prints a note of the questions that the tier leaves out, if there are any. */
void plan_note_absent(const struct plan *, FILE *);
void plan_free(struct plan *);

/* The value of an axis by name; NULL: it does not apply, or there is no such axis. */
const char *plan_value(const struct plan *, const struct plan_cell *, const char *axis);
/* Whether a cell chooses a value and judges nothing. */
bool plan_only_tunes(const struct plan *, const struct plan_cell *);
const struct plan_cell *plan_row_cell(const struct plan *, const struct plan_row *);
const struct spec *plan_row_spec(const struct plan *, const struct plan_row *);
/* Whether a cell of it, of any shard, is timed. */
bool plan_times(const struct plan *);
/* NULL: a simple baseline. */
const struct spec_arm *plan_row_arm(const struct plan *, const struct plan_row *);
/* The name of its arm or simple baseline. */
const char *plan_row_name(const struct plan *, const struct plan_row *);
/* Names of the arms of its file of which the plan has no cell, ", " between, to be freed; NULL: it
 * has of each. */
char *plan_absent_arms(const struct spec *);
/* How often a cell is measured. */
int plan_rounds(const struct plan *, const struct plan_cell *);
/* Rows of all shards together. */
long plan_all_rows(const struct plan *);
/* The axes that say which simple baseline, and whether it counts what a training sees or all there
 * is. */
#define SIMPLE_BASELINE_AXIS "simple_baseline"
#define COUNTED_AXIS         "counted"
/* Whether an axis of a simple baseline says which data it counts, and how much: not what it is, nor
 * the seed that stands for all (planned_simple_baselines.c). */
bool simple_baseline_axis_is_data(const char *axis);
/* The cell string with every axis that applies, as a worker is given it; to be freed. */
char *plan_complete(const struct plan *, const struct plan_cell *);
/* Cell string of the row's baseline; NULL: none. */
const char *plan_row_baseline(const struct plan *, const struct plan_row *);

#endif
