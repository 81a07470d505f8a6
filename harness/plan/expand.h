/* SPDX-License-Identifier: MIT
 * Turns the grid of a question into cells. expand.c forms the product. candidates.c applies the
 * tier and the rules, merges equal cells and finds baselines. checks.c reports user errors. */
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
    /* Callback that is called after each planning step with the number of cells before and after
     * the step; may be NULL. */
    void (*note)(void *context, const char *what, int before, int after);
    void *context;
    /* options with predict_flops(); NULL if FLOPs are not matched */
    const struct plan_options *options;
};
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
/* Returns the condition of a cell: the axes that the question does not compare, as a cell string.
 * with_seed adds the seed and the tuned axis. The caller frees the result. */
char *candidate_condition(const struct candidate *, const struct spec *, const struct axes *,
                          bool with_seed);

/* Steps of spec_expand(). Rules apply to the candidates from index `first` on. */
void candidates_keep_arms(struct candidates *, const struct planning *, const struct spec *);
void candidates_apply_rules(struct candidates *, const struct planning *, const struct grid *,
                            int first);
void candidates_merge(struct candidates *, const struct planning *);
/* Chooses a different baseline for each cell that would be its own baseline although it is not in
 * the baseline's arm (candidates.c). */
void candidates_find_baselines(struct candidates *, const struct spec *, const struct axes *);
/* Chooses the number of training steps of arms with match_flops, so that arm and baseline need the
 * same number of training FLOPs (match_flops.c). */
void candidates_match_flops(struct candidates *, const struct planning *);

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

#endif
