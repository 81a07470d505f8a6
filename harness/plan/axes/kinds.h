/* SPDX-License-Identifier: MIT
 * The values of the axis `kind` and their meaning. No other file of the driver lists these values.
 */
#ifndef ATTNLAB_KINDS_H
#define ATTNLAB_KINDS_H

#include "harness/plan/axes/axes.h"

/* Traits of a kind of cell. KIND_OF_QUESTION: the key `kind` may have this value. */
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
/* the default kind is first; a NULL name ends the list */
extern const struct cell_kind cell_kinds[];

/* Whether a kind has a trait. NULL and "" are the default kind. */
bool kind_has(const char *name, enum kind_trait);
/* Whether a cell with these values has a trait. */
bool cell_has(const struct axes *, char *const *values, enum kind_trait);
/* Returns the error for a cell that is not a single layer, or NULL if it is one. The caller frees
 * the error. */
char *layer_fault(const struct axes *, char *const *values);
/* Returns the name of the first kind with this trait. */
const char *kind_that(enum kind_trait);
/* Returns the values of the key `kind`: "overhead, quality or step". The caller frees the result.
 */
char *question_kinds(void);

#endif
