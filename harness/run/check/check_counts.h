/* SPDX-License-Identifier: MIT
 * Counting what `attnlab check` found.
 *
 * A cell can be mistrusted because its seed drew parameters under which nearly all outputs are 0 by
 * the formula itself (all scores negative before a relu): such a check means nothing, and says
 * nothing against the kernel either. It is made again under other seeds. Where no seed gives a
 * check that means something, that is the choices' way together (a score that is never positive,
 * and a relu) if each of them passed in another composition: such cells are counted and told. A
 * choice that passes nowhere makes them fail; what a filter left out is tried beside them. */
#ifndef ATTNLAB_CHECK_COUNTS_H
#define ATTNLAB_CHECK_COUNTS_H

#include "harness/run/check/check_matrix.h"
#include "harness/run/outcome.h"

enum { SEEDS_MOST = 32 };

struct check_counts {
    int passed, failed, refused, skipped, reseeded, total;
    int seeds_left; /* passes over mistrusted cells that may still come */
    bool quiet, bar;
    double worst;         /* error over tolerance */
    const char *worst_of; /* which error, as the record names it */
    char *worst_cell;
    json_t *reasons; /* of refusals: reason -> count */
    json_t *alike;   /* of failures: what failed -> count */
    int unshown;     /* failures that were only counted */
    char **again;    /* mistrusted cells of this pass */
    int again_count;
    const struct axes *axes; /* once there was a second pass */
    json_t *proven;          /* "axis=value" of all cells that passed */
    int empty;               /* cells that prove nothing under any seed, and the first of them */
    char *empty_cell, *empty_reason;
};

/* seeds: how many may be tried for one cell, at least 1. */
void counts_begin(struct check_counts *, int total, bool quiet, int seeds);
/* For check_pool.report; context: the counts. A failure is printed at once, the first ones
 * of its kind. */
void counts_take(void *context, const char *cell, const struct outcome *);
/* Replaces the cells of the matrix by the mistrusted ones, each under its next seed, and at first
 * by those of their choices that have not passed, alone. False when there are none. */
bool counts_again(struct check_counts *, struct matrix *);
void counts_print(const struct check_counts *);
void counts_free(struct check_counts *);

#endif
