/* SPDX-License-Identifier: MIT
 * Turns the grid of a question into cells. expand.c forms the product. candidates.c applies the
 * tier and the rules, finds baselines, matches FLOPs and merges equal cells. checks.c reports user
 * errors. filter.c applies the filters of the command line. */
#ifndef ATTNLAB_EXPAND_H
#define ATTNLAB_EXPAND_H

#include "harness/plan/spec.h"

#include <jansson.h>

struct plan_options;

/* A candidate is a cell of the grid that rules and filters may still remove. */
struct candidate {
    char *string; /* canonical cell string */
    /* canonical cell string of the baseline; NULL if the question has no baseline */
    char *baseline;
    struct resolved values;
    const struct grid_arm *arm; /* arm of the cell; NULL if the grid has no arms */
    bool kept;                  /* true if the last rule or filter kept the candidate */
    /* assignment from which the cell was resolved; set only for arms with match_flops */
    struct assignment given;
};
struct candidates {
    /* candidates, sorted by grid, then arm, then factors; the last factor varies fastest */
    struct candidate **list;
    int count;
};

enum { MAX_CANDIDATES = 200000 };

struct planning {
    const struct axes *axes;
    struct diags *diags;
    struct plan *plan; /* plan that records the steps; NULL if they are not recorded */
    /* options with predict_flops(); NULL if FLOPs are not matched */
    const struct plan_options *options;
};
/* Records a planning step of the plan's last question, with the number of cells before and after.
 */
void planning_note(const struct planning *, const char *what, int before, int after);
/* Adds an error unless the same error was already added. */
void report_once(const struct planning *, struct yaml_place, const char *format, ...)
    __attribute__((format(printf, 3, 4)));
/* Returns the ID of a string. A new string gets the ID `next`. */
int number_of_text(json_t *numbers, const char *text, int next);

/* Returns the cells of the grid without duplicates, after applying the tier's arms and the rules.
 * Settings that apply to at least one cell are marked as used. */
struct candidates spec_expand(struct spec *, const struct planning *);
void candidates_free(struct candidates *);
/* Removes all candidates whose flag `kept` is false. */
void candidates_compact(struct candidates *);
/* Returns a JSON object that maps cell strings to indices. Release the object with json_decref().
 */
json_t *candidates_by_string(const struct candidates *);
/* Returns the value of an axis, or NULL if the axis does not apply or `axis` is negative. The
 * candidate owns the result. */
const char *candidate_at(const struct candidate *, int axis);
/* Returns a part of a cell string. Axes that cell strings omit at their default values are not
 * included, because a default may depend on other axes. The caller frees the result. */
enum candidate_part {
    PART_CONDITION, /* axes that the question does not compare, without seed and tuned axis */
    PART_SEED,      /* the condition, the seed and the tuned axis */
    PART_FAMILY     /* all axes except the seed and the tuned axis */
};
char *candidate_part(const struct candidate *, const struct spec *, const struct axes *,
                     enum candidate_part);

/* Applies the rules of a grid to the candidates from index `first` on. */
void candidates_apply_rules(struct candidates *, const struct planning *, const struct grid *,
                            int first);
/* Applies the arms of the tier and the rules of the outer grid. Chooses another baseline for each
 * cell that would be its own baseline although it is not in the baseline's arm. Chooses the number
 * of training steps of arms with match_flops, so that arm and baseline need the same number of
 * training FLOPs; axes derived from the steps change accordingly. Merges equal cells. */
void candidates_reduce(struct candidates *, const struct spec *, const struct planning *);

/* Reports errors of a question as written, before the tier and --set change it (checks.c). */
void check_written(const struct spec *, const struct candidates *, const struct planning *);
/* Reports errors of the planned cells. `written` is the question before the tier and --set change
 * it. */
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
    const char *text;        /* text of the filter, as entered by the user */
    struct formula *formula; /* NULL for a filter "axis=v1,v2" or "arm=a,b" */
    struct setting allowed;  /* values of the axis, or names of arms; the axis is -1 for arms */
    /* Counts for error messages, summed over all files: cells tested, cells passed, and distinct
     * values (or arms) of the tested cells. */
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
/* Keeps the cells that pass all filters, and their baselines. */
void filters_apply(struct filters *, struct candidates *, const struct planning *);
/* Keeps simple baselines that pass the filters or have the same data as a remaining cell. */
void filters_apply_to_simple_baselines(struct filters *, struct candidates *simple_baselines,
                                       const struct candidates *left, const struct planning *);
void filters_free(struct filters *);
void filters_check_arms(const struct filters *, const struct spec *, int count, struct diags *);
/* Reports that no cell passes the filters and explains the reason. */
void filters_explain(const struct filters *, struct diags *);

#endif
