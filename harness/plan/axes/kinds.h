/* SPDX-License-Identifier: MIT
 * The values of the axis `kind` and their meaning: the driver names them here only. */
#ifndef ATTNLAB_KINDS_H
#define ATTNLAB_KINDS_H

#include "harness/plan/axes/axes.h"

/* KIND_OF_QUESTION: a value of the key `kind`. The others say what a cell does: times one layer,
 * times steps of a training, trains, fits a simple baseline. */
enum kind_trait {
    KIND_OF_QUESTION = 1,
    KIND_TIMES_LAYER = 2,
    KIND_TIMES_STEPS = 4,
    KIND_TRAINS = 8,
    KIND_SIMPLE_BASELINE = 16
};

struct cell_kind {
    const char *name;
    unsigned traits;
};
/* The first is the default, which needs no axis; NULL-ended. */
extern const struct cell_kind cell_kinds[];

/* Of a kind by its name; NULL or "": the default. */
bool kind_has(const char *name, enum kind_trait);
/* Of a cell with these values. */
bool cell_has(const struct axes *, char *const *values, enum kind_trait);
/* The error of a cell where a layer is expected (the caller frees it); NULL: it is a layer. */
char *layer_fault(const struct axes *, char *const *values);
/* The kind of which this is a trait. */
const char *kind_that(enum kind_trait);
/* "overhead, quality or step": the values of the key `kind`; the caller frees it. */
char *question_kinds(void);

#endif
