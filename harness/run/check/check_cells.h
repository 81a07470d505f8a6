/* SPDX-License-Identifier: MIT
 * `attnlab check`: the cells to check, the workers that check them, and the counts of the results.
 * Cells are generated from the axis table, so every choice and parameter is checked. */
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
    char *value; /* value of the axis as canonical text */
};
struct matrix {
    const struct axes *axes;
    /* only cells that match all filters are added, including axes at their defaults; not owned */
    const struct cell_filter *filters;
    int filter_count;
    bool gradients;
    char **cells; /* canonical cell strings without duplicates, in the order in which they were
                     added */
    int count;
    json_t *seen;
    const char **values; /* current value of each axis; NULL for the default */
    /* axis whose choice changes with each cell, or NULL */
    const struct axis *rotating;
    int turn;
    long drawn; /* number of cells drawn by matrix_draw() */
};
void matrix_begin(struct matrix *, const struct axes *, bool gradients, const struct cell_filter *,
                  int filter_count);
/* Adds these cells:
 *  - products of the core axes
 *  - each parameter of each choice
 *  - lengths at tile boundaries
 *  - extreme inputs and all vector builds
 *  - `random` compositions drawn from `seed`
 * With gradients, there are fewer products, and shapes are small enough for central differences. If
 * a filter names a choice, cells with and without gradients are added. */
void matrix_fill(struct matrix *, uint64_t seed, int random);
/* Keeps `most` cells of the matrix, evenly spaced in the list, and removes the others. */
void matrix_thin(struct matrix *, int most);
void matrix_free(struct matrix *);
/* Sets the current value of an axis; NULL sets the default. Ignores unknown axes. `value` must stay
 * valid until it is replaced. */
void matrix_set(struct matrix *, const char *axis, const char *value);
/* Resets the current values to a tiny shape and defaults. With gradients, the phase is `both`. */
void matrix_reset(struct matrix *);
/* Adds a cell with the current values unless a filter excludes the cell. */
void matrix_add(struct matrix *);
void matrix_add_random(struct matrix *, uint64_t seed, int count);
/* Replaces all cells with the next `count` random draws. Shapes are near the block boundaries of
 * the engine. */
void matrix_draw(struct matrix *, uint64_t seed, int count);

/* ---- workers ----
 *
 * A worker checks many cells, one at a time. If a worker crashes or hangs, the current cell counts
 * as failed, and the worker is restarted. */

struct placement;
enum { CRASHES_MOST = 20 };

struct check_pool {
    /* worker subcommand that answers each line of stdin, such as "check" */
    const char *worker, *command;
    const struct axes *axes;
    /* canonical cell strings, which the pool completes before sending; sent unchanged if `axes` is
     * NULL */
    char *const *cells;
    int count;
    int jobs;                    /* number of parallel workers */
    double limit_s;              /* CPU time limit per cell, in seconds */
    bool show_stderr;            /* if false, only the stderr of failed workers is printed */
    struct placement *placement; /* placement of each job; NULL if workers are not bound to CPUs */
    /* Called for each finished cell. The outcome's record is the answer of the worker, or NULL. */
    void (*report)(void *context, const char *cell, const struct outcome *);
    void *context;
};
/* Checks all cells. A signal ends the check early. If workers cannot be started or crash
 * repeatedly, returns false and sets *error. */
bool check_pool_run(const struct check_pool *, char **error);

/* ---- counts ----
 *
 * Each choice is also checked alone: the formula is compared with worked examples, the derivative
 * with finite differences, and normalisers are tested at extreme scores. Layers are compared with
 * these formulas, so a wrong formula would hide a wrong layer.
 *
 * The worker draws test points until a check could fail at one of them. A cell without such a point
 * is suspect. The cause may be a combination of choices, such as relu with a score that is never
 * positive. */

struct check_counts {
    const struct axes *axes;
    bool quiet;
    bool complete; /* true if all compositions are checked. A suspect cell then fails unless each of
                      its choices passed in another cell. If false, suspect cells are only counted.
                    */
    int passed, failed, refused, skipped, redrawn, undecided;
    double worst;            /* largest ratio of error to tolerance in any cell */
    const char *worst_error; /* name of the error with the largest ratio */
    char *worst_cell;
    json_t *reasons; /* counts of refused cells by reason */
    json_t *kinds;   /* counts of failures by kind */
    json_t *proven;  /* set of "slot=choice" that passed in some cell */
    int unshown;     /* number of failures that are not printed */
    struct mistrusted {
        char *cell, *reason;
    } * mistrusted;
    int mistrusted_count;
    struct progress progress;
    int choices_passed, choices_failed;
    json_t *choices; /* set of choices that were checked alone, such as "normalizer softmax" */
    struct text formula_only,
        without_examples; /* names of choices, separated by ", ". formula_only: choices without fast
                             functions. without_examples: choices without worked examples. */
};
void counts_begin(struct check_counts *, const struct axes *, int total, bool quiet, bool complete);
/* Counts the outcome of one cell and prints the first failures of each kind. Use as
 * check_pool.report; `context` points to a struct check_counts. */
void counts_add(void *context, const char *cell, const struct outcome *);
/* Checks each choice in the cells alone. `pool` describes the workers. */
bool counts_check_choices(struct check_counts *, const struct matrix *, struct check_pool pool,
                          char **error);
/* Prints all counts. Suspect cells are counted as passed or failed first. */
void counts_finish(struct check_counts *);
void counts_free(struct check_counts *);

#endif
