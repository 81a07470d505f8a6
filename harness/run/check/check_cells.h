/* SPDX-License-Identifier: MIT
 * `attnlab check`: compositions made from the axis table, so a new choice or parameter is tried as
 * soon as the worker describes it; workers that check them; and the counts of what they found. */
#ifndef ATTNLAB_CHECK_CELLS_H
#define ATTNLAB_CHECK_CELLS_H

#include "base/mem.h"
#include "harness/plan/axes/axes.h"
#include "harness/run/outcome.h"
#include "harness/run/progress.h"

#include <jansson.h>
#include <stdbool.h>
#include <stdint.h>

/* ---- the matrix of cells ---- */

struct cell_filter {
    int axis;
    char *value; /* canonical */
};
struct matrix {
    const struct axes *axes;
    const struct cell_filter *filters; /* all must match, defaults included; borrowed */
    int filter_count;
    bool gradients;
    char **cells; /* canonical, each once, in the order of their making */
    int count;
    json_t *seen;
    const char **values;         /* the assignment that is varied, one per axis; NULL: default */
    const struct axis *rotating; /* its choices take turns from cell to cell; NULL: none */
    int turn;
    long drawn; /* by matrix_draw() */
};
/* No cells yet. */
void matrix_begin(struct matrix *, const struct axes *, bool gradients, const struct cell_filter *,
                  int filter_count);
/* The product of the core axes, parameters, tails of tiles, hostile inputs, vector builds, and
 * `random` compositions drawn from seed. For gradients: forward and backward passes at shapes small
 * enough for central differences, and fewer products. */
void matrix_fill(struct matrix *, uint64_t seed, int random);
/* Keeps `most` cells, evenly spread. */
void matrix_thin(struct matrix *, int most);
void matrix_free(struct matrix *);
/* Assigns (NULL: default); a missing axis is ignored. The value must live until it is replaced. */
void matrix_set(struct matrix *, const char *axis, const char *value);
/* A tiny shape, the phase, all else default. */
void matrix_reset(struct matrix *);
/* Adds the present assignment, completed, if the filters match. */
void matrix_add(struct matrix *);
void matrix_add_random(struct matrix *, uint64_t seed, int count);
/* Replaces the cells by the next `count` draws of the seed's sequence, with shapes at the edges of
 * the engine's blocks. */
void matrix_draw(struct matrix *, uint64_t seed, int count);

/* ---- the workers: long-lived, given one cell at a time; one that crashes or hangs costs its cell
 * a status and is started again ---- */

struct placement;
enum { CRASHES_MOST = 20 };

struct check_pool {
    const char *worker, *command; /* "check", or another that reads lines and answers each */
    const struct axes *axes;
    char *const *cells; /* canonical; sent complete, or unchanged if axes is NULL */
    int count;
    int jobs;                    /* workers at once */
    double limit_s;              /* CPU time per cell */
    struct placement *placement; /* one per job; NULL: not bound */
    /* Called per finished cell; the outcome's record is the worker's line or NULL. */
    void (*report)(void *context, const char *cell, const struct outcome *);
    void *context;
};
/* False with *error when workers cannot be started, or keep crashing. Ends early on a signal. */
bool check_pool_run(const struct check_pool *, char **error);

/* ---- the counts. Each choice is also tried by itself: its formula against worked examples, its
 * derivative against differences, a normaliser at extreme scores. Layers are compared with these
 * formulas, so agreement proves nothing where a formula is wrong; and a choice without a fast
 * function is compared with itself.
 *
 * The worker draws test points until a check can fail. Without such a point a cell is mistrusted,
 * which may be due to its choices together (a score that is never positive, and relu). ---- */

struct check_counts {
    const struct axes *axes;
    bool quiet;
    bool complete; /* all compositions are checked: a mistrusted cell fails if one of its choices
                    * passed nowhere. Else mistrusted cells are only counted */
    int passed, failed, refused, skipped, redrawn, undecided;
    double worst;            /* error over tolerance */
    const char *worst_error; /* the record's name of that error */
    char *worst_cell;
    json_t *reasons; /* of refusals -> count */
    json_t *kinds;   /* of failures -> count */
    json_t *proven;  /* "slot=choice" of all cells that passed */
    int unshown;     /* failures that were only counted */
    struct mistrusted {
        char *cell, *reason;
    } * mistrusted;
    int mistrusted_count;
    struct progress progress;
    int choices_passed, choices_failed;
    json_t *choices;                            /* "normalizer softmax": met by itself */
    struct text formula_only, without_examples; /* names of choices, with ", " between */
};
void counts_begin(struct check_counts *, const struct axes *, int total, bool quiet, bool complete);
/* For check_pool.report; context: the counts. Prints the first failures of a kind. */
void counts_add(void *context, const char *cell, const struct outcome *);
/* Runs the choices of the cells by themselves, in workers as `pool` says. */
bool counts_check_choices(struct check_counts *, const struct matrix *, struct check_pool pool,
                          char **error);
/* Decides the mistrusted cells and prints all counts. */
void counts_finish(struct check_counts *);
void counts_free(struct check_counts *);

#endif
