/* SPDX-License-Identifier: MIT
 * Axes of cells: how an axis is described, and the axes of models.
 *
 * An axis has a name, a type, a range or choices, a default, and a place in the struct that its
 * value is written to. An entry of a table is {name, default, doc, KIND(field, ...), ROLE, ...}; a
 * file with a table defines AXES_OF, the name of that struct. */
#ifndef ATTNLAB_MODEL_AXES_H
#define ATTNLAB_MODEL_AXES_H

#include "models/trainer.h"

#include <stddef.h>

enum factor_type { FACTOR_INT, FACTOR_REAL, FACTOR_CHOICE, FACTOR_TEXT };
/* The C type of the place, taken from the field. */
enum store { STORE_INT, STORE_BOOL, STORE_INT64, STORE_DOUBLE, STORE_TEXT, STORE_NAME };

struct factor {
    const char *name;
    const char *def; /* default, applied by the driver; int, real: a formula over other axes */
    const char *doc;
    enum factor_type type;
    enum store store;
    size_t offset;              /* of the value in the struct */
    double min, max;            /* int, real */
    const char *const *choices; /* NULL-ended; a choice is stored as its index, ... */
    const int *values;          /* ... as the number at that index here, or as its name */
    const char *const *said;    /* labels, as in struct param; NULL: the value itself */
    const char *role;           /* "variant", "shape", "placement", "measure" */
    bool quiet;                 /* in a cell string only if it differs from its default */
    const struct slot *slot;    /* the axis is this slot's choice; else NULL */
    bool data;                  /* simple baselines have it too */
    const struct factor *when;  /* applies only if this axis applies and ... */
    unsigned when_choices;      /* ... has one of these choices (bits); NULL: always */
};
struct factor_list {
    const struct factor *list;
    int count;
};

#define PLACE(field)                                                                               \
    .offset = offsetof(struct AXES_OF, field),                                                     \
    .store = _Generic(((struct AXES_OF *)0)->field, bool: STORE_BOOL, int64_t: STORE_INT64,        \
        double: STORE_DOUBLE, char *: STORE_TEXT, const char *: STORE_NAME, default: STORE_INT)
#define INTEGER(field, lo, hi) .type = FACTOR_INT, PLACE(field), .min = (lo), .max = (hi)
#define REAL(field, lo, hi)    .type = FACTOR_REAL, PLACE(field), .min = (lo), .max = (hi)
#define CHOICE(field, names)   .type = FACTOR_CHOICE, PLACE(field), .choices = (names)
#define TEXT(field)            .type = FACTOR_TEXT, PLACE(field)
#define VARIANT                .role = "variant"
#define SHAPE                  .role = "shape"
#define PLACEMENT              .role = "placement"
#define MEASURE                .role = "measure"
#define QUIET                  .quiet = true
#define DATA                   .data = true
#define FACTOR_LIST(table)                                                                         \
    {                                                                                              \
        table, sizeof table / sizeof *table                                                        \
    }

/* ---- models ---- */

/* Training data of a simple baseline: the records that a training of `steps` sees, or all. */
enum counted_kind { COUNTED_SEEN, COUNTED_ALL, COUNTED_KINDS };

/* What the axes of models set. Members of a struct of their own and of the worker's cell. */
#define MODEL_CELL_MEMBERS                                                                         \
    int task_kind; /* of task_kinds[] */                                                           \
    struct model_config model;                                                                     \
    struct task_options task;                                                                      \
    struct train_options training;                                                                 \
    struct data_options source;                                                                    \
    char *data, *variant_layers, *swap_slots;                                                      \
    int simple_baseline, counted; /* of simple_baselines[], enum counted_kind */
struct model_cell {
    MODEL_CELL_MEMBERS
};
/* In the order of cell strings, with other axes between them. */
extern const struct factor_list simple_baseline_axes, model_shape_axes, model_head_axes,
    model_training_axes;

/* Axes that layers and models have, each in its own field. */
#define D_HEAD(field)                                                                              \
    {                                                                                              \
        "d_head", "d_model / heads", "width of a head", INTEGER(field, 1, 4096), SHAPE,            \
            .said = SAID("head width {}")                                                          \
    }
#define KV_HEADS(field)                                                                            \
    {                                                                                              \
        "kv_heads", "heads",                                                                       \
            "heads of keys and values, each read by heads / kv_heads query heads",                 \
            INTEGER(field, 1, 256), VARIANT, QUIET,                                                \
            .said = SAID("{} heads of keys and values", "1: multi-query attention")                \
    }

#endif
