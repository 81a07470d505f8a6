/* SPDX-License-Identifier: MIT
 * What the values of the axis `kind` mean: the one place of the driver that knows them by name. */
#ifndef ATTNLAB_KINDS_H
#define ATTNLAB_KINDS_H

#include "harness/plan/axes/axes.h"

/* KIND_ASKED: a question may be of such cells; what they are: one layer that is timed, steps of a
 * training that are, a training, a model that only counts. */
enum kind_trait {
    KIND_ASKED = 1,
    KIND_TIMES_LAYER = 2,
    KIND_TIMES_STEPS = 4,
    KIND_TRAINS = 8,
    KIND_COUNTS = 16
};

struct cell_kind {
    const char *name;
    unsigned traits;
};
/* The first is what cells are by default, which needs no axis; NULL-ended. */
extern const struct cell_kind cell_kinds[];

/* Of a kind by its name; NULL or "": the default. */
bool kind_has(const char *name, enum kind_trait);
/* Of a cell with these values. */
bool cell_has(const struct axes *, char *const *values, enum kind_trait);
/* What is wrong with a cell where one layer is wanted, to be freed; NULL: it is of a layer. */
char *layer_fault(const struct axes *, char *const *values);
/* The kind of which this is a trait. */
const char *kind_that(enum kind_trait);
/* "overhead, quality or step": those that a question may be of; to be freed. */
char *kinds_asked(void);

#endif
