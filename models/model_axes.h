/* SPDX-License-Identifier: MIT
 * Declares the description of an axis (struct factor), and the axes of models. An axis has a name,
 * a type, a range or choices, a default, and a struct member that receives its value.
 *
 * A table entry is {name, default, doc, KIND(field, ...), ROLE, ...}. Before the table, a file
 * defines AXES_OF as the name of the struct with these members. */
#ifndef ATTNLAB_MODEL_AXES_H
#define ATTNLAB_MODEL_AXES_H

#include "models/trainer.h"

#include <stddef.h>

enum factor_type { FACTOR_INT, FACTOR_REAL, FACTOR_CHOICE, FACTOR_TEXT };
/* C type of the member, derived by the macro PLACE */
enum store { STORE_INT, STORE_BOOL, STORE_INT64, STORE_DOUBLE, STORE_TEXT, STORE_NAME };

struct factor {
    const char *name;
    const char
        *def; /* default value as text; for int and real it may be a formula over other axes */
    const char *doc;
    enum factor_type type;
    enum store store;
    size_t offset;   /* offset of the member that receives the value */
    double min, max; /* range of int and real axes */
    /* NULL-terminated names of the choices; the member receives an index, values[index] or the name
     */
    const char *const *choices;
    const int *values; /* values to store instead of a choice's index, or NULL */
    const char *const
        *said;        /* labels of the values, as in struct param; NULL: the values themselves */
    const char *role; /* "variant", "shape", "placement" or "measure" */
    bool quiet; /* true: cell strings contain the axis only if its value differs from the default */
    const struct slot *slot; /* slot whose choice this axis sets, otherwise NULL */
    bool data;               /* true: the axis also applies to simple baselines */
    /* axis on which this axis depends, or NULL; this axis applies if `when` has one of when_choices
     */
    const struct factor *when;
    unsigned when_choices;
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

/* training data of a simple baseline: the records that `steps` training steps use, or all records
 */
enum counted_kind { COUNTED_SEEN, COUNTED_ALL, COUNTED_KINDS };

/* struct members that the axes of models set, in struct model_cell and in the worker's cell */
#define MODEL_CELL_MEMBERS                                                                         \
    int task_kind; /* index into task_kinds[] */                                                   \
    struct model_config model;                                                                     \
    struct task_options task;                                                                      \
    struct train_options training;                                                                 \
    struct data_options source;                                                                    \
    char *data, *variant_layers, *swap_slots;                                                      \
    int simple_baseline, counted; /* index into simple_baselines[]; enum counted_kind */
struct model_cell {
    MODEL_CELL_MEMBERS
};
/* Axes of models. Cell strings contain the axes of each list in this order. */
extern const struct factor_list simple_baseline_axes, model_shape_axes, model_head_axes,
    model_training_axes;

/* Defines axes that exist for single layers and for models, each with its own field. */
#define D_HEAD(field)                                                                              \
    {                                                                                              \
        "d_head", "d_model / heads", "width of a head", INTEGER(field, 1, 4096), SHAPE,            \
            .said = SAID("head width {}")                                                          \
    }
#define KV_HEADS(field)                                                                            \
    {                                                                                              \
        "kv_heads", "heads",                                                                       \
            "number of key/value heads; each serves heads / kv_heads query heads",                 \
            INTEGER(field, 1, 256), VARIANT, QUIET,                                                \
            .said = SAID("{} key/value heads", "1: multi-query attention")                         \
    }

#endif
