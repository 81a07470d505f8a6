/* SPDX-License-Identifier: MIT
 * Turn the grid of a question into cells. expand.c forms the product; candidates.c applies tier and
 * rules, merges equal cells and finds baselines; checks.c reports user errors. */
#ifndef ATTNLAB_EXPAND_H
#define ATTNLAB_EXPAND_H

#include "harness/plan/spec.h"

#include <jansson.h>

struct plan_options;

/* A candidate: a cell of the grid that rules and filters may still remove. */
struct candidate {
    char *string;   /* canonical cell string */
    char *baseline; /* canonical cell string of the baseline; NULL: the file has no baseline */
    struct resolved values;
    const struct grid_arm *arm; /* NULL: the grid has no arms */
    bool kept;                  /* true if the last rule or filter kept the candidate */
    struct assignment given;    /* assignment from which the cell was resolved; filled only for arms
                                 * with match_flops */
};
struct candidates {
    struct candidate **list; /* sorted by grid, arm, then factors; the last factor varies fastest */
    int count;
};

enum { MAX_CANDIDATES = 200000 };

struct planning {
    const struct axes *axes;
    struct diags *diags;
    /* Called after each step with the number of cells before and after; may be NULL. */
    void (*note)(void *context, const char *what, int before, int after);
    void *context;
    const struct plan_options *options; /* used to match FLOPs; NULL: steps are not matched */
};
void planning_note(const struct planning *, const char *what, int before, int after);
/* Adds an error unless the same error was already reported. */
void report_once(const struct planning *, struct yaml_place, const char *format, ...)
    __attribute__((format(printf, 3, 4)));
/* Returns the number of a text. A new text gets the number `next`. */
int number_of_text(json_t *numbers, const char *text, int next);

/* Returns the cells of the grid that the tier's arms and the rules keep, without duplicates. Marks
 * the settings that apply to a cell as used. */
struct candidates spec_expand(struct spec *, const struct planning *);
void candidates_free(struct candidates *);
/* Removes the candidates whose `kept` is false. */
void candidates_compact(struct candidates *);
/* Returns {cell string: index}. Release it with json_decref(). */
json_t *candidates_by_string(const struct candidates *);
/* Returns the value of an axis, which the candidate owns; NULL if the axis does not apply or its
 * index is negative. */
const char *candidate_at(const struct candidate *, int axis);
/* Returns the values of the axes that define the condition, as a cell string; with_seed adds seed
 * and tuned axis. The caller frees the result. */
char *candidate_condition(const struct candidate *, const struct spec *, const struct axes *,
                          bool with_seed);

/* Steps of spec_expand(). Rules apply to the candidates from index `first`. */
void candidates_keep_arms(struct candidates *, const struct planning *, const struct spec *);
void candidates_apply_rules(struct candidates *, const struct planning *, const struct grid *,
                            int first);
void candidates_merge(struct candidates *, const struct planning *);
/* Finds another baseline for each cell that would be its own baseline although its arm is not the
 * baseline (candidates.c). */
void candidates_find_baselines(struct candidates *, const struct spec *, const struct axes *);
/* Sets the number of steps of arms with match_flops (match_flops.c). */
void candidates_match_flops(struct candidates *, const struct planning *);

/* Reports errors of the file as written, without tier and --set (checks.c). */
void check_written(const struct spec *, const struct candidates *, const struct planning *);
/* Reports errors of the planned cells. written: the question without tier and --set. */
void check_planned(const struct spec *, const struct spec *written, const struct candidates *,
                   const struct planning *);

/* Lookup function for formulas over axes and `arm`; `context` points to a struct candidate_values.
 */
struct candidate_values {
    const struct axes *axes;
    const struct candidate *candidate;
};
struct formula_value candidate_value(void *context, const char *name);

#endif
