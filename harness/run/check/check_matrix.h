/* SPDX-License-Identifier: MIT
 * The compositions that `attnlab check` tries, made from the axis table alone: a new choice or
 * parameter is in the matrix the moment the worker describes it. */
#ifndef ATTNLAB_CHECK_MATRIX_H
#define ATTNLAB_CHECK_MATRIX_H

#include "harness/plan/axes/axes.h"

#include <jansson.h>
#include <stdint.h>

struct matrix {
    const struct axes *axes;
    const char **values;        /* the assignment that is being varied; axes->count entries */
    const char **still;         /* the same, in texts that outlive it */
    struct axes_memory *memory; /* of the cell before */
    char **cells;               /* canonical, each once, in order of their making */
    int count;
    json_t *seen;
    const struct axis *in_turns; /* NULL: no axis is given its choices in turns */
    int turn;
    long drawn; /* of the sequence of matrix_draw */
    bool gradients;
};
/* No cell yet. */
void matrix_begin(struct matrix *, const struct axes *, bool gradients);
/* All parts: the product of the core axes, parameters, tails of tiles, hostile inputs, vector
 * builds, and `random` compositions drawn from seed. */
void matrix_make(struct matrix *, const struct axes *, uint64_t seed, int random);
/* The same for gradients: forward and backward passes at shapes small enough to difference, fewer
 * products of the core axes. */
void matrix_make_gradients(struct matrix *, const struct axes *, uint64_t seed, int random);
/* check_select.c */
/* Keeps the cells in which axis has this value (its default included). */
void matrix_filter(struct matrix *, const char *axis, const char *value);
/* Adds the plain cell but for this choice of a slot, though a filter may have taken it out before.
 */
void matrix_add_alone(struct matrix *, const char *slot, const char *choice);
/* Keeps `most` cells, evenly spread. */
void matrix_thin(struct matrix *, int most);
void matrix_free(struct matrix *);

/* For the parts: assigns (NULL: default again); an axis that does not exist is left alone. The
 * value must live until it is replaced. */
void matrix_set(struct matrix *, const char *axis, const char *value);
/* Adds the present assignment, completed. */
void matrix_add(struct matrix *);
void matrix_reset(struct matrix *); /* the tiny shape, the phase, all else default */
/* check_random.c */
void matrix_add_random(struct matrix *, uint64_t seed, int count);
/* Replaces the cells by the next `count` draws of the seed's sequence, whose shapes lie at and
 * around the edges of the engine's blocks. */
void matrix_draw(struct matrix *, uint64_t seed, int count);

#endif
