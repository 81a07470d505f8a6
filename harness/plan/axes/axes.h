/* SPDX-License-Identifier: MIT
 * The axis table: every factor that a cell can have, as `attnlab-worker describe` lists it
 * (harness/README.md has the JSON). The driver knows no variant by name: type, range, choices,
 * default and applicability of each axis come from here. */
#ifndef ATTNLAB_AXES_H
#define ATTNLAB_AXES_H

#include "base/diag.h"
#include "base/formula/formula.h"
#include "base/interned.h"
#include "base/mem.h"

#include <stdbool.h>

enum axis_type { AXIS_INT, AXIS_REAL, AXIS_CHOICE, AXIS_TEXT };
enum axis_role { ROLE_VARIANT, ROLE_SHAPE, ROLE_PLACEMENT, ROLE_MEASURE };

/* Values that an axis may have while a condition holds. All texts live as long as the axes; a
 * missing text is "". */
struct axis_case {
    int when_axis; /* the condition: when_axis == when_value; -1: always */
    const char *when_value;
    double min, max; /* int and real: inclusive */
    /* Of a choice: choice_count entries each. */
    const char **choices, **titles, **papers, **initials, **published;
    int choice_count;
    /* Labels of values: one per choice; else one text with {} for the value, then texts for single
     * values, "0: no clipping". */
    const char **labels;
    int label_count;
    const char *negative_control;    /* the choice that is a negative control; "": none */
    const char *default_text;        /* a value, or a formula over other axes */
    struct formula *default_formula; /* int and real only; NULL: the text is a value */
    const char *doc;
};
struct axis {
    const char *name;
    enum axis_type type;
    enum axis_role role;
    bool quiet;              /* in the cell string only when it differs from its default */
    struct axis_case *cases; /* the first whose condition holds applies; none: no such axis */
    int case_count;
};
/* The metrics of a task. */
struct task_metrics {
    const char *name;
    struct described_metric {
        const char *name, *axis,
            **values; /* measured where the axis has one of these; "": always */
        int value_count;
    } * metrics;
    int count;
};
/* Sizes at which the engine cuts. */
enum { EDGES_MOST = 16 };
struct edges {
    int at[EDGES_MOST], count;
};
struct axes {
    struct axis *list; /* in the order of cell strings */
    int count;
    const char **slots, **slot_groups; /* group: the table that lists variants of the slot */
    int slot_count;
    struct {
        const char *group, *doc;
    } * events;
    int event_count;
    struct {
        const char *name, *label, *kind, *title, *source, *licence;
        const char *option_label; /* of an option: "smoke: its test part"; "": none */
        bool has_folder;          /* of its name, inside the folder of data sets */
    } * datasets;
    int dataset_count;
    struct {
        const char *name, *label, *title, **tasks; /* tasks that it answers */
        int task_count;
        bool floor; /* it ignores its input */
    } * simple_baselines;
    int simple_baseline_count;
    struct task_metrics *tasks;
    int task_count;
    struct edges row_edges, tile_edges; /* of B*N and B*M; of n and m */
    char *description;                  /* the JSON that all this was read from */
    /* Owned: the parsed description with its texts, arrays, and the values of cells. */
    struct json_t *root;
    void **arrays;
    int array_count;
    struct interned *values;
};

/* Runs `worker describe`; false with *error (the caller frees it). */
bool axes_load(struct axes *, const char *worker, char **error);
bool axes_from_json(struct axes *, const char *text, char **error);
/* From describe.json of a run's folder, or else of the folder above. False with *error (to be
 * freed). To be freed in either case. */
bool axes_of_run(struct axes *, const char *directory, char **error);
void axes_free(struct axes *);
/* Index, or -1. */
int axes_find(const struct axes *, const char *name);
/* Appends "; did you mean X?" if an axis has a similar name. */
void axes_add_nearest(const struct axes *, const char *name, struct text *);
/* "there is no axis X; did you mean Y?"; the caller frees it. */
char *axes_unknown(const struct axes *, const char *name);
extern const char *const axis_type_names[], *const axis_role_names[];

/* Checks text against one case (NULL: any case) and returns the canonical text (the caller frees
 * it): integers plain ("1e3" is 1000, "010" is 10), reals the shortest decimal, names unchanged.
 * NULL with *error: "found ..., expected ...". */
char *axis_canonical(const struct axis *, const struct axis_case *, const char *text, char **error);
/* Order of two values, less than 0: the first comes first. Choices as declared, numbers by size. */
int axis_compare(const struct axis *, const char *a, const char *b);

/* ---- labels (axes_words.c) ---- */

/* "width 64", "ReLU", "Tiny Shakespeare": the label of a value; the caller frees it. values: of its
 * cell (axes.count entries, NULL: does not apply), which decide between several cases. */
char *axes_value_label(const struct axes *, int axis, char *const *values, const char *value);
/* The label of a data set with options, "babi:14": "bAbI 14"; the caller frees it. */
char *axes_data_label(const struct axes *, const char *data);
/* Kind of a data set with options: "language", "images"; "": unknown set. Borrowed. */
const char *axes_data_kind(const struct axes *, const char *data);
/* The name of the axis in words: "learning rate", "width"; the caller frees it. */
char *axes_label(const struct axes *, int axis);
/* The label of a simple baseline, or its name. Borrowed. */
const char *axes_simple_baseline_label(const struct axes *, const char *name);

/* ---- resolving (axes_resolve.c) ---- */

/* Input of resolving: for each axis a value, or a formula, or neither (NULL). */
struct assignment {
    const char **values;             /* axes.count entries, canonical or not */
    const struct formula **formulas; /* axes.count entries; NULL: no formulas */
};
/* A complete cell: the value of every axis that applies. */
struct resolved {
    char **values; /* axes.count entries, which live as long as the axes; NULL: does not apply */
    bool *hidden;  /* axes.count entries: quiet and at its default */
};
/* Completes an assignment: an assigned axis that does not apply is dropped, one that is not
 * assigned takes its default. False with *axis (the one at fault) and *error to be freed. The
 * result is to be freed in either case. */
bool axes_resolve(const struct axes *, const struct assignment *, struct resolved *, int *axis,
                  char **error);
void resolved_free(struct resolved *);
/* The cell string; the caller frees it. */
char *resolved_string(const struct axes *, const struct resolved *);
/* The same with every axis that applies, as workers take it; the caller frees it. */
char *resolved_complete(const struct axes *, const struct resolved *);
/* The value of an axis by name among axes.count values; NULL: it does not apply, or is unknown. */
const char *axes_value(const struct axes *, char *const *values, const char *axis);
/* Value of an axis by name for formulas: number, text, or absent. */
struct formula_value resolved_value(const struct axes *, const struct resolved *, const char *name);
/* For the `known` of formula_parse(); context: a const struct axes. The second accepts `arm` too.
 */
formula_known axes_known, axes_or_arm_known;
/* Parses, checks and completes a cell string that a person wrote. False with *error to be freed.
 * The result is to be freed in either case. */
bool axes_read_cell(const struct axes *, const char *string, struct resolved *, char **error);
/* Its canonical form (the caller frees it); NULL with *error. */
char *axes_canonical_cell(const struct axes *, const char *string, char **error);

/* ---- the worker (ask_worker.c) ---- */

/* Output of `worker VERB`; the caller frees it. NULL with *error (the caller frees it) if it could
 * not be started or did not end with status 0. */
char *ask_worker(const char *worker, const char *verb, char **error);
/* The last source of variants, models or data sets that was changed after the worker next to it was
 * built; the caller frees it. NULL: none, or the worker is not among sources. */
char *newer_source(const char *worker);

#endif
