/* SPDX-License-Identifier: MIT
 * The values of the axis `kind` and their traits. No other file of the driver lists these values.
 */
#ifndef ATTNLAB_KINDS_H
#define ATTNLAB_KINDS_H

#include "harness/plan/axes/axes.h"

/* Traits of a kind of cell. KIND_OF_QUESTION means that the key `kind` of a question accepts this
 * kind. */
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
/* The default kind is the first entry. The last entry has the name NULL. */
extern const struct cell_kind cell_kinds[];

/* Returns true if a kind of cell has a trait. NULL and "" mean the default kind. */
bool kind_has(const char *name, enum kind_trait);
/* Returns true if the kind of a cell with these axis values has a trait. */
bool cell_has(const struct axes *, char *const *values, enum kind_trait);
/* Returns NULL if a cell is a single layer, otherwise an error message. The caller frees the
 * message. */
char *layer_fault(const struct axes *, char *const *values);
/* Returns the name of the first kind of cell with this trait. */
const char *kind_that(enum kind_trait);
/* Returns the values of the key `kind` as text, "overhead, quality or step". The caller frees the
 * result. */
char *question_kinds(void);

#endif
