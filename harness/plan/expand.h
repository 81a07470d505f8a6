/* SPDX-License-Identifier: MIT
 * Expands the grid of a question into cells:
 *  - expand.c forms the product of factors and arms.
 *  - candidates.c applies tier and rules, finds baselines, matches FLOPs and merges equal cells.
 *  - checks.c reports user errors.
 *  - filter.c applies the filters of the command line. */
#ifndef ATTNLAB_EXPAND_H
#define ATTNLAB_EXPAND_H

#include "harness/plan/spec.h"

#include <jansson.h>

struct plan_options;

/* A cell of the grid. Rules and filters may still remove it. */
struct candidate {
    char *string; /* canonical cell string */
    /* canonical cell string of the baseline; NULL if the question has no baseline */
    char *baseline;
    struct resolved values;
    const struct grid_arm *arm; /* arm of the cell; NULL if the grid has no arms */
    bool kept;                  /* false if the candidate was excluded by the last rule or filter */
    /* assignment before axes_resolve(); set only for arms with match_flops */
    struct assignment given;
};
struct candidates {
    /* sorted by grid, then arm, then factors; the last factor varies fastest */
    struct candidate **list;
    int count;
};

enum { MAX_CANDIDATES = 200000 };

struct planning {
    const struct axes *axes;
    struct diags *diags;
    struct plan *plan; /* plan that records the planning steps; NULL if steps are not recorded */
    /* options with the callback predict_flops(); NULL if FLOPs are not matched */
    const struct plan_options *options;
};
/* Records a planning step of the last question: its description, and the number of cells before and
 * after. */
void planning_note(const struct planning *, const char *what, int before, int after);
/* Adds an error unless the same error was already added. */
void report_once(const struct planning *, struct yaml_place, const char *format, ...)
    __attribute__((format(printf, 3, 4)));
/* Returns the number that is stored for a string. If the string is new, stores and returns `next`.
 */
int number_of_text(json_t *numbers, const char *text, int next);

/* Returns the cells of the grid without duplicates, after applying the tier's list of arms and the
 * rules. Sets the flag `used` of settings that apply to a cell. */
struct candidates spec_expand(struct spec *, const struct planning *);
void candidates_free(struct candidates *);
/* Removes all candidates whose flag `kept` is false. */
void candidates_compact(struct candidates *);
/* Returns a JSON object that maps cell strings to indices. The caller releases the object. */
json_t *candidates_by_string(const struct candidates *);
/* Returns the value of an axis, or NULL if the axis does not apply or `axis` is negative. The
 * candidate owns the result. */
const char *candidate_at(const struct candidate *, int axis);
/* Returns the cell string restricted to some axes, which the caller frees. Omits quiet axes with
 * default values, because a default may depend on other axes. */
enum candidate_part {
    PART_CONDITION, /* all axes except compared axes, the seed and the tuned axis */
    PART_SEED,      /* the axes of PART_CONDITION, plus the seed and the tuned axis */
    PART_FAMILY     /* all axes except the seed and the tuned axis */
};
char *candidate_part(const struct candidate *, const struct spec *, const struct axes *,
                     enum candidate_part);

/* Applies the rules of a grid to all candidates from index `first`. */
void candidates_apply_rules(struct candidates *, const struct planning *, const struct grid *,
                            int first);
/* Reduces candidates to the planned cells, in this order:
 *  1. Applies the arms of the tier and the rules of the outer grid.
 *  2. Finds another baseline for each cell that equals its baseline but is in a different arm.
 *  3. Sets the number of steps of arms with match_flops. Arm and baseline then need equal training
 *     FLOPs.
 *  4. Merges equal cells. */
void candidates_reduce(struct candidates *, const struct spec *, const struct planning *);

/* Checks the question as written, before the tier and --set are applied (checks.c). */
void check_written(const struct spec *, const struct candidates *, const struct planning *);
/* Checks the planned cells. `written` is the question before the tier and --set are applied. */
void check_planned(const struct spec *, const struct spec *written, const struct candidates *,
                   const struct planning *);

/* Context of candidate_value(), which looks up axes and `arm` for formulas. */
struct candidate_values {
    const struct axes *axes;
    const struct candidate *candidate;
};
struct formula_value candidate_value(void *context, const char *name);

/* ---- filters of the command line: "axis=v1,v2", "arm=name", or a formula over axes and `arm`
 * (filter.c) ---- */

struct filter {
    const char *text;        /* filter as the user entered the text */
    struct formula *formula; /* parsed formula; NULL for a filter "axis=v1,v2" or "arm=a,b" */
    struct setting allowed;  /* allowed values of an axis, or allowed arms if allowed.axis is -1 */
    /* Counts for error messages, summed over all files: tested cells, passed cells, and the
     * distinct values (or arms) of the tested cells. */
    int met, passed;
    struct listing found;
};
struct filters {
    struct filter *list;
    int count;
};
/* Parses filters. Returns false if there are errors, which are added to planning->diags. Call
 * filters_free() in either case. */
bool filters_parse(struct filters *, const char *const *texts, int count, const struct planning *);
/* Keeps the cells that pass all filters and the baselines of these cells. */
void filters_apply(struct filters *, struct candidates *, const struct planning *);
/* Keeps simple baselines that pass the filters or use the same data as a kept cell. */
void filters_apply_to_simple_baselines(struct filters *, struct candidates *simple_baselines,
                                       const struct candidates *left, const struct planning *);
void filters_free(struct filters *);
void filters_check_arms(const struct filters *, const struct spec *, int count, struct diags *);
/* Reports that no cell passes the filters, and why. */
void filters_explain(const struct filters *, struct diags *);

#endif
