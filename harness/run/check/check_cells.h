/* SPDX-License-Identifier: MIT
 * `attnlab check`: compositions made from the axis table, so that a new choice or parameter is
 * checked as soon as the worker describes it; the workers that check them; and the counts of the
 * results. */
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
    char *value; /* canonical text */
};
struct matrix {
    const struct axes *axes;
    /* cells must match all filters, also with default values; not owned */
    const struct cell_filter *filters;
    int filter_count;
    bool gradients;
    char **cells; /* canonical cell strings without duplicates, in the order in which they were
                   * added */
    int count;
    json_t *seen;
    const char **values;         /* current assignment, one value per axis; NULL: the default */
    const struct axis *rotating; /* axis whose choice changes from cell to cell; NULL: none */
    int turn;
    long drawn; /* number of draws made by matrix_draw() */
};
void matrix_begin(struct matrix *, const struct axes *, bool gradients, const struct cell_filter *,
                  int filter_count);
/* Adds the products of the core axes, parameters, tails of tiles, extreme inputs and vector builds,
 * and `random` compositions drawn from seed. For gradients: fewer products of forward and backward
 * passes, at shapes small enough for central differences. */
void matrix_fill(struct matrix *, uint64_t seed, int random);
/* Keeps `most` cells, evenly spread over the list. */
void matrix_thin(struct matrix *, int most);
void matrix_free(struct matrix *);
/* Assigns a value to an axis (NULL: the default). An unknown axis is ignored. The value must live
 * until it is replaced. */
void matrix_set(struct matrix *, const char *axis, const char *value);
/* Resets the assignment to a tiny shape, the phase, and defaults. */
void matrix_reset(struct matrix *);
/* Adds the current assignment as a complete cell if it matches the filters. */
void matrix_add(struct matrix *);
void matrix_add_random(struct matrix *, uint64_t seed, int count);
/* Replaces the cells by the next `count` random draws, with shapes at the edges of the engine's
 * blocks. */
void matrix_draw(struct matrix *, uint64_t seed, int count);

/* ---- workers ----
 *
 * A worker is long-lived and gets one cell at a time. If a worker crashes or hangs, its cell gets
 * that status and the worker is restarted. */

struct placement;
enum { CRASHES_MOST = 20 };

struct check_pool {
    /* command: "check", or another verb that answers each input line */
    const char *worker, *command;
    const struct axes *axes;
    /* canonical cell strings, sent in complete form; sent unchanged if axes is NULL */
    char *const *cells;
    int count;
    int jobs;                    /* number of workers that run at the same time */
    double limit_s;              /* limit of CPU time per cell */
    struct placement *placement; /* one placement per job; NULL: not bound */
    /* Called for each finished cell. The record of the outcome is the worker's line, or NULL. */
    void (*report)(void *context, const char *cell, const struct outcome *);
    void *context;
};
/* Returns false with *error if workers cannot be started or keep crashing. A signal ends the loop
 * early. */
bool check_pool_run(const struct check_pool *, char **error);

/* ---- counts ----
 *
 * Each choice is also checked alone: its formula against worked examples, its derivative against
 * differences, a normaliser at extreme scores. Layers are compared with these formulas, so their
 * agreement proves nothing if a formula is wrong. A choice without a fast function is only compared
 * with itself.
 *
 * The worker draws test points until a check could fail. A cell without such a point is mistrusted.
 * The cause may be a combination of its choices, such as a score that is never positive and relu.
 */

struct check_counts {
    const struct axes *axes;
    bool quiet;
    bool complete; /* true: all compositions are checked, and a mistrusted cell fails if one of its
                    * choices passed nowhere. false: mistrusted cells are only counted. */
    int passed, failed, refused, skipped, redrawn, undecided;
    double worst;            /* largest ratio of error to tolerance */
    const char *worst_error; /* name of the error with this ratio in the record */
    char *worst_cell;
    json_t *reasons; /* count per reason of a refusal */
    json_t *kinds;   /* count per kind of failure */
    json_t *proven;  /* "slot=choice" of all cells that passed */
    int unshown;     /* number of failures that were counted but not printed */
    struct mistrusted {
        char *cell, *reason;
    } * mistrusted;
    int mistrusted_count;
    struct progress progress;
    int choices_passed, choices_failed;
    json_t *choices; /* choices checked alone, such as "normalizer softmax" */
    struct text formula_only, without_examples; /* names of choices, separated by ", " */
};
void counts_begin(struct check_counts *, const struct axes *, int total, bool quiet, bool complete);
/* Callback for check_pool.report; context points to the counts. Prints the first failures of each
 * kind. */
void counts_add(void *context, const char *cell, const struct outcome *);
/* Checks each choice of the cells alone, in workers as described by `pool`. */
bool counts_check_choices(struct check_counts *, const struct matrix *, struct check_pool pool,
                          char **error);
/* Decides about the mistrusted cells and prints all counts. */
void counts_finish(struct check_counts *);
void counts_free(struct check_counts *);

#endif
