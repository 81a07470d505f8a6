/* SPDX-License-Identifier: MIT
 * From the grid of a question to its cells: expand.c forms the product, candidates.c applies tier
 * and rules, merges equal cells and finds baselines, checks.c reports user errors. */
#ifndef ATTNLAB_EXPAND_H
#define ATTNLAB_EXPAND_H

#include "harness/plan/spec.h"

#include <jansson.h>

struct plan_options;

/* One cell that the grid asks for. */
struct candidate {
    char *string;   /* canonical */
    char *baseline; /* canonical string of the baseline cell; NULL: the file has none */
    struct resolved values;
    const struct grid_arm *arm; /* NULL: a grid without arms */
    bool kept;                  /* by the last rule or filter */
    struct assignment given;    /* of an arm with match_flops: what it was resolved from */
};
struct candidates {
    struct candidate **list; /* in the order of grids, arms, then factors, the last one fastest */
    int count;
};

enum { MAX_CANDIDATES = 200000 };

/* Where errors and counts go. */
struct planning {
    const struct axes *axes;
    struct diags *diags;
    /* Called after each step with the number of cells before and after it; NULL: not needed. */
    void (*note)(void *context, const char *what, int before, int after);
    void *context;
    const struct plan_options *options; /* to match FLOPs; NULL: arms keep their steps */
};
void planning_note(const struct planning *, const char *what, int before, int after);
/* Adds an error unless the same one is there. */
void report_once(const struct planning *, struct yaml_place, const char *format, ...)
    __attribute__((format(printf, 3, 4)));
/* The number of a text, `next` if it is new. */
int number_of_text(json_t *numbers, const char *text, int next);

/* The cells of the grid after the arms of the tier and the rules; of equal cells the first. Marks
 * settings as used. */
struct candidates spec_expand(struct spec *, const struct planning *);
void candidates_free(struct candidates *);
/* Keeps those that are marked as kept, in order. */
void candidates_compact(struct candidates *);
/* {cell string: index}, to be released with json_decref(). */
json_t *candidates_by_string(const struct candidates *);
/* The value of an axis, borrowed; NULL: the cell has none, or axis < 0. */
const char *candidate_at(const struct candidate *, int axis);
/* The axes that separate conditions, as a cell string to be freed; with_seed: also seed and tuned
 * axis. */
char *candidate_condition(const struct candidate *, const struct spec *, const struct axes *,
                          bool with_seed);

/* Steps of spec_expand(). Rules look at the candidates from `first` on. */
void candidates_keep_arms(struct candidates *, const struct planning *, const struct spec *);
void candidates_apply_rules(struct candidates *, const struct planning *, const struct grid *,
                            int first);
void candidates_merge(struct candidates *, const struct planning *);
/* Replaces the baseline of an arm that is its own baseline (candidates.c). */
void candidates_find_baselines(struct candidates *, const struct spec *, const struct axes *);
/* Sets the steps of arms with match_flops (match_flops.c). */
void candidates_match_flops(struct candidates *, const struct planning *);

/* Errors of the file as written, whatever a tier and --set change (checks.c). */
void check_written(const struct spec *, const struct candidates *, const struct planning *);
/* Errors of the cells that are planned. written: the question without tier and --set. */
void check_planned(const struct spec *, const struct spec *written, const struct candidates *,
                   const struct planning *);

/* An axis for formulas, and `arm`. context: const struct candidate_values. */
struct candidate_values {
    const struct axes *axes;
    const struct candidate *candidate;
};
struct formula_value candidate_value(void *context, const char *name);

#endif
