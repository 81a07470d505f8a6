/* SPDX-License-Identifier: MIT
 * The axis table: every factor a cell can have, as `attnlab-worker describe` tells it.
 *
 * The driver knows no variant by name: type, range, choices, default and applicability of each
 * axis come from here. harness/README.md has the JSON. */
#ifndef ATTNLAB_AXES_H
#define ATTNLAB_AXES_H

#include "base/diag.h"
#include "base/formula/formula.h"
#include "base/interned.h"
#include "base/mem.h"

#include <stdbool.h>

enum axis_type { AXIS_INT, AXIS_REAL, AXIS_CHOICE, AXIS_TEXT };
enum axis_role { ROLE_VARIANT, ROLE_SHAPE, ROLE_PLACEMENT, ROLE_MEASURE };

/* What an axis may be while its condition holds. */
struct axis_case {
    int when_axis;    /* index of the axis of the condition; -1: always */
    char *when_value; /* the condition: when_axis == when_value */
    double min, max;  /* int and real: inclusive */
    char *
        *choices; /* choice: choice_count entries, and of each of the following, which may be "" */
    char **titles, **papers, **initials, **published;
    int choice_count;
    /* How labels say a value: of choices one each, else one text with {} for it, and then of single
     * values their own, "0: no clipping". */
    char **said;
    int said_count;
    char *negative_control;          /* the choice that is so on purpose: a control; "": none */
    char *default_text;              /* as declared: a value, or a formula over other axes */
    struct formula *default_formula; /* int and real only; NULL for choice and text */
    char *doc;
};
struct axis {
    char *name;
    enum axis_type type;
    enum axis_role role;
    bool quiet;              /* in the cell string only when it differs from its default */
    struct axis_case *cases; /* the first whose condition holds applies; none: no such axis */
    int case_count;
};
/* The metrics of a task. */
struct task_metrics {
    char *name;
    struct task_metric_of {
        char *name, *axis, **values; /* had where the axis has one of these; axis "": always */
        int value_count;
    } * metrics;
    int count;
};
/* Sizes at which the engine cuts; none: an older worker did not say. */
enum { EDGES_MOST = 16 };
struct edges {
    int at[EDGES_MOST], count;
};
struct axes {
    struct axis *list; /* in the order of cell strings */
    int count;
    char **slots, **slot_groups; /* group: under which tables list variants of the slot */
    int slot_count;
    struct {
        char *group, *doc;
    } * events;
    int event_count;
    struct {
        char *name, *label, *kind, *title, *source, *licence;
        char *said;      /* of an option: "smoke: its test part"; "": none */
        bool has_folder; /* of its name, inside the folder of data sets */
    } * datasets;
    int dataset_count;
    /* Models that only count: the tasks that each answers; floor: it knows nothing of its input. */
    struct {
        char *name, *label, *title, **tasks;
        int task_count;
        bool floor;
    } * simple_baselines;
    int simple_baseline_count;
    /* What cells of each task measure; none: an older worker did not say. */
    struct task_metrics *tasks;
    int task_count;
    struct edges row_edges, tile_edges; /* of B*N and B*M; of n and m */
    char *description;                  /* what all this was read from, as the worker said it */
    struct interned *met; /* values of cells: a plan has many cells of few different values */
};

/* Runs `worker describe`; false with a message to be freed. */
bool axes_load(struct axes *, const char *worker, char **error);
bool axes_from_json(struct axes *, const char *text, char **error);
/* From describe.json of a run's folder, or else of the folder above. False with *error (to be
 * freed). To be freed in either case. */
bool axes_of_run(struct axes *, const char *directory, char **error);
void axes_free(struct axes *);
/* Index, or -1. */
int axes_find(const struct axes *, const char *name);
/* Appends "; did you mean X?" if an axis has a name like this one. */
void axes_add_nearest(const struct axes *, const char *name, struct text *);
extern const char *const axis_type_names[], *const axis_role_names[];

/* Checks text against one case, or, with a case of NULL, against all of them (one must fit), and
 * returns the canonical text to be freed: integers plain ("1e3" is 1000, "010" is 10), reals the
 * shortest decimal, names as they are. NULL with *error: "found ..., expected ...". */
char *axis_canonical(const struct axis *, const struct axis_case *, const char *text, char **error);

/* Order of two values, less than 0: the first comes first. Choices as declared, numbers by size. */
int axis_compare(const struct axis *, const char *a, const char *b);

/* ---- in words (axes_words.c) ---- */

/* "width 64", "ReLU", "Tiny Shakespeare": a value as labels say it, to be freed. values: those of
 * its cell (axes.count entries, NULL: does not apply), which decide between several cases. */
char *axes_said(const struct axes *, int axis, char *const *values, const char *value);
/* Of a data set with options, "babi:14": "bAbI 14"; to be freed. */
char *axes_data_said(const struct axes *, const char *data);
/* Of a data set with options: "language", "images"; "": there is no such set. Borrowed. */
const char *axes_data_kind(const struct axes *, const char *data);
/* The axis itself: "learning rate", "width"; to be freed. */
char *axes_named(const struct axes *, int axis);
/* The label of a simple baseline, or its name. Borrowed. */
const char *axes_simple_baseline_said(const struct axes *, const char *name);
/* The table of an older worker gets the words of a newer one where it has none of its own, and what
 * data sets are called there in any case, so that runs of both call one set alike: words are no
 * data. */
void axes_take_words(struct axes *, const struct axes *newer);

/* ---- resolving ---- */

/* What is known before resolving: for each axis a value, or a formula, or neither (NULL). */
struct assignment {
    const char **values;             /* axes.count entries, canonical or not */
    const struct formula **formulas; /* axes.count entries; NULL: none at all */
    struct axes_memory *memory;      /* of the cell before (axes_memory.h); NULL: none */
};
/* A complete cell: the value of every axis that applies. */
struct resolved {
    char **values; /* axes.count entries, which live as long as the axes; NULL: does not apply */
    bool *hidden;  /* axes.count entries: quiet and at its default */
    int count;
};
/* Completes an assignment: an assigned axis that does not apply is dropped, one that is not
 * assigned takes its default. False with *axis (the culprit) and *error to be freed. The result
 * is to be freed in either case. */
bool axes_resolve(const struct axes *, const struct assignment *, struct resolved *, int *axis,
                  char **error);
void resolved_free(struct resolved *);
/* The cell string, to be freed. */
char *resolved_string(const struct axes *, const struct resolved *);
/* The same with every axis that applies, as a worker is given it; to be freed. */
char *resolved_complete(const struct axes *, const struct resolved *);
/* The value of an axis by name among axes.count values; NULL: it does not apply, or there is none
 * of this name. */
const char *axes_value(const struct axes *, char *const *values, const char *axis);
/* Value of an axis by name for formulas: number, text, or absent. */
struct formula_value resolved_value(const struct axes *, const struct resolved *, const char *name);
/* For the `known` of formula_parse(); context: a const struct axes. The second takes `arm` too. */
formula_known axes_known, axes_or_arm_known;
/* Parses, checks and completes a cell string that a person wrote. False with *error to be freed.
 * The result is to be freed in either case. */
bool axes_read_cell(const struct axes *, const char *string, struct resolved *, char **error);
/* NULL with *error, else its canonical form. */
char *axes_canonical_cell(const struct axes *, const char *string, char **error);

/* ---- What is known of the cell that was resolved before.  The cells of a grid follow each other
 * so that little changes from one to the next: of a hundred thousand cells most differ from
 * their neighbour in the seed alone. While an axis is resolved, it is noted which axes it
 * asked for, and which those asked for. As long as none of them was assigned another value
 * or formula, it has the value that it had: resolving is a function of what it asks. ---- */

struct axes_memory;

/* For assignments whose values stay where they are as long as the memory is used; to be freed. */
struct axes_memory *axes_memory_make(const struct axes *);
void axes_memory_free(struct axes_memory *); /* NULL: nothing */

/* ---- for axes_resolve() ---- */

/* Forgets what hangs on what is assigned otherwise now. */
void axes_memory_begin(struct axes_memory *, const struct assignment *);
/* Whether an axis is as before: then its value (NULL: it does not apply). */
bool axes_memory_holds(const struct axes_memory *, int axis, char **value, bool *hidden);
/* While `axis` is resolved, `other` was asked for, and is resolved. */
void axes_memory_asked(struct axes_memory *, int axis, int other);
/* good: the cell was resolved; else nothing of it is kept. */
void axes_memory_end(struct axes_memory *, const struct resolved *, bool good);

/* ---- Questions to the worker: run `attnlab-worker VERB`, take its answer. Measuring workers are
 * spawned by harness/run/. ---- */

/* What the worker printed, to be freed. NULL with *error (to be freed) if it could not be started
 * or did not end with status 0. */
char *ask_worker(const char *worker, const char *verb, char **error);

/* ---- Whether a worker is older than its sources: after a `make` that failed, or none, what runs
 * is not what was written. ---- */

/* The source of variants, models or data sets that was changed last, if that was after the worker
 * beside it was built; to be freed. NULL: none was, or the worker does not stand among sources.
 * *in_future: by its date it was not changed yet. */
char *newer_source(const char *worker, bool *in_future);

#endif
