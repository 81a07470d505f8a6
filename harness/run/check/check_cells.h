/* SPDX-License-Identifier: MIT
 * The parts of `attnlab check`: the cells to check, the workers that check them, and the counts of
 * the results. The cells are generated from the axis table, so every choice and parameter that the
 * worker describes is checked. */
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
    /* filters that all cells must match, including axes at their defaults; not owned */
    const struct cell_filter *filters;
    int filter_count;
    bool gradients;
    char **cells; /* canonical cell strings without duplicates, in the order in which they were
                   * added */
    int count;
    json_t *seen;
    const char **values; /* current value of each axis; NULL means the default */
    /* axis whose choice changes from cell to cell; NULL if there is none */
    const struct axis *rotating;
    int turn;
    long drawn; /* number of cells drawn by matrix_draw() */
};
void matrix_begin(struct matrix *, const struct axes *, bool gradients, const struct cell_filter *,
                  int filter_count);
/* Adds the products of the core axes, parameters, lengths at tile edges, extreme inputs and vector
 * builds. Also adds `random` compositions drawn from `seed`. For gradients, there are fewer
 * products, and shapes are small enough for central differences. If a filter names a choice, the
 * cells with and without gradients are both added. */
void matrix_fill(struct matrix *, uint64_t seed, int random);
/* Keeps only `most` cells of the matrix, evenly spaced in the list. */
void matrix_thin(struct matrix *, int most);
void matrix_free(struct matrix *);
/* Sets the current value of an axis; NULL sets the default. Unknown axes are ignored. The text must
 * live until the value is replaced. */
void matrix_set(struct matrix *, const char *axis, const char *value);
/* Resets the current values to a tiny shape, the matrix's phase, and defaults. */
void matrix_reset(struct matrix *);
/* Adds a cell with the current values if the cell matches the filters. */
void matrix_add(struct matrix *);
void matrix_add_random(struct matrix *, uint64_t seed, int count);
/* Replaces the cells with the next `count` random draws, whose shapes lie at the edges of the
 * engine's blocks. */
void matrix_draw(struct matrix *, uint64_t seed, int count);

/* ---- workers ----
 *
 * A worker checks many cells, one at a time. If a worker crashes or hangs, its cell counts as
 * failed, and the worker is restarted. */

struct placement;
enum { CRASHES_MOST = 20 };

struct check_pool {
    /* worker command that answers each input line, such as "check" */
    const char *worker, *command;
    const struct axes *axes;
    /* canonical cell strings; unless `axes` is NULL, the pool completes them before sending */
    char *const *cells;
    int count;
    int jobs;                    /* number of workers that run in parallel */
    double limit_s;              /* CPU time limit per cell, in seconds */
    bool show_stderr;            /* also print the stderr of workers that answered */
    struct placement *placement; /* one placement per job; NULL if workers are not bound to CPUs */
    /* Callback for each finished cell. The record of the outcome is the worker's output line, or
     * NULL. */
    void (*report)(void *context, const char *cell, const struct outcome *);
    void *context;
};
/* Checks all cells. A signal ends the check early. Returns false and sets *error if workers cannot
 * be started or crash repeatedly. */
bool check_pool_run(const struct check_pool *, char **error);

/* ---- counts ----
 *
 * Each choice is also checked alone. Its formula is compared with worked examples, its derivative
 * with finite differences, and normalisers are tested at extreme scores. This is needed because
 * layers are compared with these formulas, and agreement proves nothing if a formula is wrong. A
 * choice without a fast function is only compared with itself.
 *
 * The worker draws test points until it finds one at which a check could fail. A cell without such
 * a point is suspect. The cause may be a combination of choices, such as relu with a score that is
 * never positive. */

struct check_counts {
    const struct axes *axes;
    bool quiet;
    bool complete; /* If true, all compositions are checked, and a suspect cell fails unless each of
                      its choices passed in some cell. If false, suspect cells are only counted. */
    int passed, failed, refused, skipped, redrawn, undecided;
    double worst;            /* largest ratio of error to tolerance in any cell */
    const char *worst_error; /* name of the error with the largest ratio */
    char *worst_cell;
    json_t *reasons; /* number of refused cells per reason */
    json_t *kinds;   /* number of failures per kind */
    json_t *proven;  /* set of "slot=choice" of all cells that passed */
    int unshown;     /* number of failures that were not printed */
    struct mistrusted {
        char *cell, *reason;
    } * mistrusted;
    int mistrusted_count;
    struct progress progress;
    int choices_passed, choices_failed;
    json_t *choices; /* set of choices that were checked separately, such as "normalizer softmax" */
    struct text formula_only,
        without_examples; /* names of choices without fast functions, and of choices without worked
                             examples; separated by ", " */
};
void counts_begin(struct check_counts *, const struct axes *, int total, bool quiet, bool complete);
/* Counts the outcome of one cell and prints the first failures of each kind. Callback for
 * check_pool.report; `context` points to the counts. */
void counts_add(void *context, const char *cell, const struct outcome *);
/* Checks separately each choice that occurs in the cells. `pool` describes the workers. */
bool counts_check_choices(struct check_counts *, const struct matrix *, struct check_pool pool,
                          char **error);
/* Decides whether each suspect cell passes, and prints all counts. */
void counts_finish(struct check_counts *);
void counts_free(struct check_counts *);

#endif
