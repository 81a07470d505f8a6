/* SPDX-License-Identifier: MIT
 * Arms that were each trained at several sizes: the law of each (law.h), and how much compute an
 * arm saves or wastes beside its reference.
 *
 * The compute multiplier of an arm at a size is the cost at which its reference, by its fitted law,
 * reaches the loss that the arm was measured to have, over what the arm did cost. 2: the reference
 * needs twice as much; below 1 the arm wastes. The law and not a line between two measured sizes,
 * since an arm that is better than its reference has a loss beyond the reference's last size. Of
 * the multipliers over sizes a straight line is drawn, their logarithm against that of the
 * parameters; it is what is carried to sizes beyond those that were measured.
 *
 * Intervals are of a bootstrap: at each size seeds are drawn anew, the same for all arms, since
 * these are paired; of more than three sizes these are drawn too, at least three different ones, so
 * that the interval holds how far the answer hangs on one of them. Of three sizes nothing can be
 * left out, and the interval holds the seeds alone. Percentiles of a few seeds are too narrow;
 * their distances from the estimate are stretched as Student's interval of as many values is wider
 * than the normal one with their spread over n. */
#ifndef ATTNLAB_SCALING_LADDER_H
#define ATTNLAB_SCALING_LADDER_H

#include <stdbool.h>

enum { LEAST_SIZES = 3, LEAST_SEEDS = 2, LADDER_DRAWS = 1000 };

struct ladder {
    int arms, sizes, seeds, carries;
    const int *reference;      /* (arms); its own: it is compared with nothing */
    const double *cost, *loss; /* (arms, sizes, seeds) logarithms; NaN: no training that ended */
    const double *parameters;  /* (arms, sizes) to base 10, as what follows */
    const double *carry_to;    /* (carries) */
    const bool *left_out;      /* (sizes) of the fits */
};
struct scaled {
    double at, low, high; /* NaN: not known; of an interval, that it has no end */
};
struct ladder_arm {
    const char *fault; /* why there is no law; NULL: there is one */
    int sizes, seeds;  /* that it stands on: in the fit; the least at any of these */
    struct scaled floor, scale, exponent; /* E, A, alpha */
    struct scaled slope;       /* by what the multiplier changes with ten times the parameters */
    struct scaled *multiplier; /* (sizes), then (carries); to be freed */
};

/* Fills arms (ladder.arms). level: of the intervals. */
void ladder_solve(const struct ladder *, double level, struct ladder_arm *arms);

#endif
