/* SPDX-License-Identifier: MIT
 * Counting what `attnlab check` found.
 *
 * A cell can be mistrusted because its seed drew parameters under which nearly all outputs are 0 by
 * the formula itself (all scores negative before a relu): such a check means nothing, and says
 * nothing against the kernel either. It is made again under other seeds, and fails only if no seed
 * gives a check that means something. */
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
    char **again;    /* mistrusted cells of this pass */
    int again_count;
};

/* seeds: how many may be tried for one cell, at least 1. */
void counts_begin(struct check_counts *, int total, bool quiet, int seeds);
/* For check_pool.report; context: the counts. A failure is printed at once. */
void counts_take(void *context, const char *cell, const struct outcome *);
/* Replaces the cells of the matrix by the mistrusted ones, each under its next seed. False when
 * there are none. */
bool counts_again(struct check_counts *, struct matrix *);
void counts_print(const struct check_counts *);
void counts_free(struct check_counts *);

#endif
