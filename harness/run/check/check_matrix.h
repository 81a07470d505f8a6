/* SPDX-License-Identifier: MIT
 * The compositions that `attnlab check` tries, made from the axis table alone: a new choice or
 * parameter is in the matrix the moment the worker describes it. */
#ifndef ATTNLAB_CHECK_MATRIX_H
#define ATTNLAB_CHECK_MATRIX_H

#include "base/mem.h"
#include "harness/plan/axes/axes.h"
#include "harness/run/outcome.h"

#include <jansson.h>
#include <stdbool.h>
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

/* ---- Long-lived `attnlab-worker check` processes (or of a like command), fed one cell at a
 * time; one that crashes or hangs costs its cell a status and is started again. ---- */

struct placement;

enum { CRASHES_MOST = 20 };

struct check_pool {
    const char *worker, *command; /* "check", or another that reads lines and answers each */
    const struct axes *axes;
    char *const *cells; /* canonical strings; given complete, or as they are where axes is NULL */
    int count;
    int jobs;                    /* workers at once */
    double limit_s;              /* of one cell, CPU time */
    struct placement *placement; /* one for each job; NULL: not bound */
    /* Called for each cell when it is done; the outcome's record is the worker's line or NULL. */
    void (*report)(void *context, const char *cell, const struct outcome *);
    void *context;
};
/* False with *error when workers cannot be started, or end at once again and again. Ends early on a
 * signal. */
bool check_pool_run(const struct check_pool *, char **error);

/* ---- The choices that the cells of a check use, each tried by itself: its formula against
 * values by hand, its derivative against differences, a normaliser at extreme scores. A
 * layer is held against these formulas, so a layer that agrees proves nothing where one of
 * them is wrong; and where a choice has no fast function, the layer runs the formula and is
 * compared with itself. ---- */

struct choice_counts {
    int passed, failed;
    json_t *seen; /* "normalizer softmax": a choice that several slots offer counts once */
    struct text formula_only, without_values; /* names, with ", " between */
};

/* Runs them in workers as `pool` says (worker, jobs, limit, placement); a failure is printed at
 * once. False with *error when workers cannot be started. */
bool choices_check(struct choice_counts *, const struct matrix *, struct check_pool pool,
                   char **error);
/* How many, and who has no fast function or no values by hand. */
void choices_print(const struct choice_counts *);
void choices_free(struct choice_counts *);

/* ---- Counting what `attnlab check` found.  The worker draws test points until a check proves
 * something. A cell for which none does is mistrusted: that may be the choices' way together
 * (a score that is never positive, and a relu) if each of them passed in another
 * composition. Such cells are counted and reported. A choice that passes nowhere makes them
 * fail; what a filter left out is tried alone. ---- */

struct check_counts {
    int passed, failed, refused, skipped, redrawn, total;
    bool quiet, bar;
    bool alone;           /* one cell was asked for: nothing is tried again */
    double worst;         /* error over tolerance */
    const char *worst_of; /* which error, as the record names it */
    char *worst_cell;
    json_t *reasons; /* of refusals: reason -> count */
    json_t *alike;   /* of failures: what failed -> count */
    int unshown;     /* failures that were only counted */
    struct doubtful {
        char *cell, *reason;
    } * doubtful; /* mistrusted; judged when all others are counted */
    int doubtful_count;
    const struct axes *axes; /* once there was a second pass */
    json_t *proven;          /* "axis=value" of all cells that passed */
    int empty;               /* cells that prove nothing at any point, and the first of them */
    char *empty_cell, *empty_reason;
};

void counts_begin(struct check_counts *, int total, bool quiet, bool alone);
/* For check_pool.report; context: the counts. A failure is printed at once, the first ones
 * of its kind. */
void counts_take(void *context, const char *cell, const struct outcome *);
/* Replaces the cells of the matrix by the choices of mistrusted cells that have not passed, each
 * alone, once. False when there are none (any more): then the mistrusted cells are judged. */
bool counts_again(struct check_counts *, struct matrix *);
void counts_print(const struct check_counts *);
void counts_free(struct check_counts *);

#endif
