/* SPDX-License-Identifier: MIT
 * Counting what `attnlab check` found.
 *
 * The worker draws test points until a check proves something. A cell for which none does is
 * mistrusted: that may be the choices' way together (a score that is never positive, and a relu) if
 * each of them passed in another composition. Such cells are counted and reported. A choice that
 * passes nowhere makes them fail; what a filter left out is tried alone. */
#ifndef ATTNLAB_CHECK_COUNTS_H
#define ATTNLAB_CHECK_COUNTS_H

#include "harness/run/check/check_matrix.h"
#include "harness/run/outcome.h"

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
