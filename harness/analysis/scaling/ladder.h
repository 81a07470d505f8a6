/* SPDX-License-Identifier: MIT
 * Arms that were each trained at several sizes: the law of each (law.h), and how much compute an
 * arm saves or wastes beside its reference.
 *
 * The compute multiplier of an arm at a size says how many times the arm's cost its reference needs
 * for the loss that the arm was measured to have. 2: twice as much; below 1 the arm wastes. It is
 *
 *     [C(arm's loss) / arm's cost] / [C(reference's loss) / reference's cost],
 *
 * C(loss) being the cost at which the reference reaches a loss by its fitted law, and all four
 * measured values those of that size and of the seeds that ended with both; of fewer than two such
 * seeds there is none. The law and not a line between two
 * measured sizes, since an arm that is better than its reference has a loss beyond the reference's
 * last size. By itself the law is nowhere exact: a size at which it is off by a little, for all
 * arms alike, would be a saving or a waste of each of them. The second ratio, which is 1 where the
 * law is exact, takes that out, and a reference's own multiplier is 1 at every size.
 *
 * Through the multipliers of the sizes in the fit a straight line is drawn, their logarithm against
 * that of the parameters; it is what is carried to sizes beyond those that were measured, where no
 * reference stands beside the arm.
 *
 * E lies below every loss that was measured, and its interval ends at the least of them: stretched
 * percentiles know nothing of that.
 *
 * Intervals are of a bootstrap: at each size seeds are drawn anew, the same for all arms, since
 * these are paired; of more than three sizes these are drawn too, at least three different ones, so
 * that the interval holds how far the answer hangs on one of them. Of three sizes nothing can be
 * left out, and the interval holds the seeds alone. In each draw the loss of an arm at a size moves
 * by what another choice of its learning rate would have made of it (tuning_variance.c), as a
 * normal number of that variance: so the interval holds it as that of the loss does, also in the
 * law. What is made of the draws: ladder_intervals.h.
 */
#ifndef ATTNLAB_SCALING_LADDER_H
#define ATTNLAB_SCALING_LADDER_H

#include "harness/analysis/scaling/ladder_intervals.h"

#include <stdbool.h>

/* So many draws that their own chance is little beside what they tell: a tail of 2.5 % is known to
 * 0.11 % (one standard error), and the least p of 1 in 20,000 stands Holm's correction over the
 * hundreds of arms and sizes that a question has. They take about a second for 6 arms at 5 sizes.
 */
enum { LEAST_SIZES = 3, LEAST_SEEDS = 2, LADDER_DRAWS = 20000 };
/* Of random numbers: seeds and sizes; what other choices of a value would have made of losses. */
#define LADDER_STREAM  "scaling"
#define LADDER_CHOICES "scaling choices"

struct ladder {
    int arms, sizes, seeds, carries;
    const int *reference;      /* (arms); its own: it is compared with nothing */
    const double *cost, *loss; /* (arms, sizes, seeds) logarithms; NaN: no training that ended */
    const double *tuning;      /* (arms, sizes) variance of the loss by the choice of a value */
    const double *parameters;  /* (arms, sizes) to base 10, as what follows */
    const double *carry_to;    /* (carries) */
    const bool *left_out;      /* (sizes) of the fits */
    int draws;
    const char *stream; /* a name: the same draws in every run */
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
