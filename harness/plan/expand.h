/* SPDX-License-Identifier: MIT
 * From the grid of a specification to its cells. */
#ifndef ATTNLAB_EXPAND_H
#define ATTNLAB_EXPAND_H

#include "harness/plan/spec.h"

#include <jansson.h>

/* One cell that the grid asks for. */
struct candidate {
    char *string;   /* canonical; first member: what candidates are looked up by */
    char *baseline; /* canonical string of the baseline cell; NULL: the file has none */
    struct resolved values;
    const struct grid_arm *arm; /* NULL: a grid without arms */
    bool kept;                  /* by the rules and filters so far */
};
struct candidates {
    struct candidate **list; /* in the order of grids, arms, then factors, the last one fastest */
    int count;
};

enum { MAX_CANDIDATES = 200000 }; /* a larger product is a slip of the finger */

/* Where errors and counts go. */
struct planning {
    const struct axes *axes;
    struct diags *diags;
    /* Called after each step with the number of cells before and after it; NULL: nobody asks. */
    void (*note)(void *context, const char *what, int before, int after);
    void *context;
};

/* The cells of the grid after the arms of the tier and the rules, those that coincide merged
 * (the first stays). Marks settings as used. */
struct candidates spec_expand(struct spec *, const struct planning *);
void candidates_free(struct candidates *);

/* Its steps. Rules look at the candidates from `first` on. */
void candidates_keep_arms(struct candidates *, const struct planning *, const struct spec *);
void candidates_apply_rules(struct candidates *, const struct planning *, const struct grid *,
                            int first);
void candidates_merge(struct candidates *, const struct planning *);
/* Gives an arm that would be its own baseline that of its condition. */
void candidates_find_baselines(struct candidates *, const struct spec *, const struct axes *);
/* An error for each arm of which nothing is kept, since its cells are those of another
 * (checks.c). kept_as: of each candidate the one that is kept in its place. */
void candidates_check_same(const struct candidates *, struct candidate *const *kept_as,
                           const struct planning *);
/* Errors of the file as written, whatever a tier and --set make of it (checks.c); the specification
 * knows what it varies. */
void check_written(const struct spec *, const struct candidates *, const struct planning *);
/* Its second half: what figures, claims and designs ask of the cells (check_asked.c). */
void check_asked(const struct spec *, const struct candidates *, const struct planning *);
/* Errors of the cells that are planned. written: the specification without tier and --set. */
void check_planned(const struct spec *, const struct spec *written, const struct candidates *,
                   const struct planning *);
void planning_note(const struct planning *, const char *what, int before, int after);
/* Adds an error unless the same one is there; takes ownership of message. */
void report_once(const struct planning *, struct yaml_place, char *message);

/* All that tells the conditions of a specification apart, as text to be freed. */
char *candidate_condition(const struct candidate *, const struct spec *, const struct axes *);
/* Keeps, in order, those that are marked as kept. */
void candidates_compact(struct candidates *);
/* The value of an axis, borrowed; NULL: the cell has none, or axis < 0. */
const char *candidate_at(const struct candidate *, int axis);
/* The name of an axis, borrowed. */
const char *planning_axis(const struct planning *, int axis);
/* Sets of texts are JSON objects, whose keys are the members. */
void set_add(json_t *set, const char *member);
/* The object under a key, borrowed; made where it is missing. */
json_t *member_set(json_t *object, const char *key);

/* An axis for formulas, and `arm`. context: const struct candidate_values. */
struct candidate_values {
    const struct axes *axes;
    const struct candidate *candidate;
};
struct formula_value candidate_value(void *context, const char *name);

#endif
