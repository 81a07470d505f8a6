/* SPDX-License-Identifier: MIT
 * The axis table: all axes of cells, as printed by `attnlab-worker describe` (harness/README.md
 * describes the JSON). The driver reads all types, ranges, choices, defaults and conditions from
 * this table. */
#ifndef ATTNLAB_AXES_H
#define ATTNLAB_AXES_H

#include "base/diag.h"
#include "base/formula/formula.h"
#include "base/interned.h"
#include "base/mem.h"

#include <stdbool.h>

enum axis_type { AXIS_INT, AXIS_REAL, AXIS_CHOICE, AXIS_TEXT };
enum axis_role { ROLE_VARIANT, ROLE_SHAPE, ROLE_PLACEMENT, ROLE_MEASURE };

/* The values that an axis may have under one condition. struct axes owns all strings. An
 * unspecified string is stored as "". */
struct axis_case {
    int when_axis; /* index of the axis that must have the value when_value; -1 if there is no
                      condition */
    const char *when_value; /* interned, so the pointer can be compared with resolved values */
    double min, max;        /* inclusive limits of an int or real axis */
    /* one entry per choice, for an axis with choices */
    const char **choices, **titles, **papers, **initials, **published;
    int choice_count;
    /* Labels of values. An axis with choices has one label per choice. Any other axis has a pattern
     * such as "{} heads", followed by labels of single values, such as "0: no clipping". */
    const char **labels;
    int label_count;
    const char *negative_control; /* choice used as negative control; "" if there is none */
    const char *default_text;     /* default value, or a formula over other axes */
    char *default_value; /* canonical, interned default value; NULL if the default is a formula */
    /* parsed formula of the default; NULL if the default is a value */
    struct formula *default_formula;
    const char *doc;
};
struct axis {
    char *name;
    enum axis_type type;
    enum axis_role role;
    bool quiet;              /* true if cell strings omit the axis at its default value */
    struct axis_case *cases; /* cases in order; the first case with a true condition applies. If no
                                condition is true, the axis does not apply. */
    int case_count;
};
/* A metric of a task. The metric is measured only if `axis` has one of `values`, or always if
 * `axis` is "". */
struct described_metric {
    const char *name, *axis, **values;
    int value_count;
};
struct described_task {
    const char *name;
    struct described_metric *metrics;
    int count;
};
struct described_dataset {
    const char *name, *label, *kind, *title, *source, *licence;
    const char *option_label; /* label of one option, such as "smoke: test split only"; "" if there
                                 is none */
    bool has_folder;          /* true if the data folder has a subfolder named after the data set */
};
struct described_simple_baseline {
    /* tasks: names of the tasks that this simple baseline supports */
    const char *name, *label, *title, **tasks;
    int task_count;
    bool floor; /* true if this simple baseline ignores the input */
};
struct described_event {
    const char *group, *doc;
};
/* Block sizes of the engine. Tests use problem sizes near multiples of the block sizes. */
enum { EDGES_MOST = 16 };
struct edges {
    int at[EDGES_MOST], count;
};
struct axes {
    struct axis *list; /* axes in the order of cell strings */
    int count;
    /* slot_groups: name of the table that lists the variants of each slot */
    const char **slots, **slot_groups;
    int slot_count;
    struct described_event *events;
    int event_count;
    struct described_dataset *datasets;
    int dataset_count;
    struct described_simple_baseline *simple_baselines;
    int simple_baseline_count;
    struct described_task *tasks;
    int task_count;
    /* row_edges: block boundaries of B*N and B*M; tile_edges: block boundaries of n and m */
    struct edges row_edges, tile_edges;
    char *description;       /* the JSON text from which the axes were read */
    struct interned *values; /* pool of interned axis values */
};

/* Reads the worker's JSON description of the axes. On failure, returns false and sets *error, which
 * the caller frees. */
bool axes_from_json(struct axes *, const char *text, char **error);
/* Reads describe.json from a run's folder, or from the parent folder if the run has no such file.
 * On failure, returns false and sets *error, which the caller frees. Call axes_free() in either
 * case. */
bool axes_of_run(struct axes *, const char *directory, char **error);
void axes_free(struct axes *);
/* Returns the index of the named axis, or -1 if there is no such axis. */
int axes_find(const struct axes *, const char *name);
/* Appends "; did you mean X?" if an axis has a similar name. */
void axes_add_nearest(const struct axes *, const char *name, struct text *);
/* Returns "there is no axis X; did you mean Y?". The caller frees the result. */
char *axes_unknown(const struct axes *, const char *name);
extern const char *const axis_type_names[], *const axis_role_names[];

/* Returns the canonical form of a value: "1e3" becomes 1000, "010" becomes 10, and real numbers get
 * the shortest decimal. The value must be valid for the given case or, if the case is NULL, for any
 * case. On failure, returns NULL and sets *error to "found ..., expected ...". The caller frees the
 * result or the error. */
char *axis_canonical(const struct axis *, const struct axis_case *, const char *text, char **error);
/* Compares two values of an axis. The result is negative if `a` comes first. Choices keep the order
 * of the table; numbers are ordered by size. */
int axis_compare(const struct axis *, const char *a, const char *b);

/* ---- labels (axes_words.c) ---- */

/* Returns the label of a value, such as "width 64" or "ReLU". `values` has one value per axis,
 * because the label may depend on other axes. The caller frees the result. */
char *axes_value_label(const struct axes *, int axis, char *const *values, const char *value);
/* Returns the label of a data set with options, such as "bAbI 14" for "babi:14". The caller frees
 * the result. */
char *axes_data_label(const struct axes *, const char *data);
/* Returns the kind of a data set, such as "language", or "" if the data set is unknown. `axes` owns
 * the result. */
const char *axes_data_kind(const struct axes *, const char *data);
/* Returns the label of an axis, such as "learning rate". The caller frees the result. */
char *axes_label(const struct axes *, int axis);
/* Returns the label of a simple baseline, or the name if there is no label. The caller must not
 * free the result. */
const char *axes_simple_baseline_label(const struct axes *, const char *name);

/* ---- resolving (axes_resolve.c) ---- */

/* Input of axes_resolve(): each axis has a value, a formula, or neither. */
struct assignment {
    const char **values;             /* one value per axis, not necessarily canonical */
    const struct formula **formulas; /* one formula per axis; NULL if no axis has a formula */
};
/* A complete cell: the values of all axes that apply. */
struct resolved {
    /* one value per axis, owned by struct axes; NULL if the axis does not apply */
    char **values;
    bool *hidden; /* one flag per axis: true if the cell string omits the axis, because the axis is
                     quiet and has the default value */
};
/* Completes an assignment: drops axes that do not apply and adds defaults. On failure, returns
 * false, sets *axis to the invalid axis, and sets *error, which the caller frees. Call
 * resolved_free() in either case. */
bool axes_resolve(const struct axes *, const struct assignment *, struct resolved *, int *axis,
                  char **error);
void resolved_free(struct resolved *);
/* Returns the cell string of a complete cell. The caller frees the result. */
char *resolved_string(const struct axes *, const struct resolved *);
/* Returns the complete cell string, which lists every axis that applies. Workers expect this form.
 * The caller frees the string. */
char *resolved_complete(const struct axes *, const struct resolved *);
/* Returns the value of the named axis. `values` has one value per axis. Returns NULL if the axis is
 * unknown or does not apply. */
const char *axes_value(const struct axes *, char *const *values, const char *axis);
/* Returns the value of the named axis as a formula value: a number, a string, or FORMULA_ABSENT. */
struct formula_value resolved_value(const struct axes *, const struct resolved *, const char *name);
/* Callbacks for formula_parse(): return true if the name is valid. `context` points to the axes.
 * axes_or_arm_known() also accepts `arm`. */
formula_known axes_known, axes_or_arm_known;
/* Parses, checks and completes a cell string that the user entered. On failure, returns false and
 * sets *error, which the caller frees. Call resolved_free() in either case. */
bool axes_read_cell(const struct axes *, const char *string, struct resolved *, char **error);
/* Returns the canonical form of a cell string, which the caller frees. On failure, returns NULL and
 * sets *error. */
char *axes_canonical_cell(const struct axes *, const char *string, char **error);

/* ---- the values of the axis `kind` and their traits; no other file lists these values ---- */

/* Properties of a kind of cell. KIND_OF_QUESTION: this kind is a valid value of a question's key
 * `kind`. */
enum kind_trait {
    KIND_OF_QUESTION = 1,
    KIND_TIMES_LAYER = 2,
    KIND_TIMES_STEPS = 4,
    KIND_TRAINS = 8,
    KIND_SIMPLE_BASELINE = 16
};

struct kind_entry {
    const char *name;
    unsigned traits;
};
/* All kinds. The first entry is the default; the last entry has the name NULL. */
extern const struct kind_entry cell_kinds[];

/* Returns true if a kind has this trait. NULL and "" mean the default kind. */
bool kind_has(const char *name, enum kind_trait);
/* Returns true if the kind of a cell has this trait. `values` has one value per axis. */
bool cell_has(const struct axes *, char *const *values, enum kind_trait);
/* Checks that a cell measures a single layer. Returns NULL if so, otherwise an error message, which
 * the caller frees. */
char *layer_fault(const struct axes *, char *const *values);
/* Returns the name of the first kind with this trait. */
const char *kind_that(enum kind_trait);
/* Returns the valid values of the key `kind` as a list for messages: "overhead, quality or step".
 * The caller frees the result. */
char *question_kinds(void);

#endif
