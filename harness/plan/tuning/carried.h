/* SPDX-License-Identifier: MIT
 * Carried values: where racing is too dear, the best value of the tuned axis is foretold from
 * smaller sizes of the same arm. The run loop, the analysis and the pages ask this very code.
 *
 * Best learning rates fall with the width of a model about as a power of it; which power depends on
 * the parametrisation (muP would fix it to -1), so it is fitted: the least-squares line of log2(the
 * value that won the race) on log2(size), over the raced sizes that have a winner. The foretold
 * value is the nearest of the grid, by ratio; of two equally near the first. Where another step of
 * the grid beyond its end would be nearer, the value is `outside`: an edge, like a winner there.
 *
 * A foretold value is taken as it is; or it and the two next to it are run with all tuning seeds,
 * and the least mean loss wins by the rule of tuned_value.h. */
#ifndef ATTNLAB_CARRIED_H
#define ATTNLAB_CARRIED_H

#include "harness/plan/tuning/race.h"

/* What becomes of a family of a question that carries values; raced where it carries none. */
enum carry_role { CARRY_RACED, CARRY_FORETOLD, CARRY_NEIGHBOURS };

enum { CARRY_LEAST_SIZES = 2 };

/* A raced size and the value that won there. */
struct carry_point {
    double size, value;
};
struct foretold {
    int place;       /* in the grid; -1: fewer than two sizes have a winner */
    double exponent; /* of the fitted power */
    double exact;    /* before rounding */
    bool outside;    /* of the grid */
};
/* grid: values of the tuned axis at this size, all positive, rising. */
struct foretold carry_foretell(const struct carry_point *, int count, double size,
                               const double *grid, int values);

/* As race_judge(), of a family whose value is foretold; leader: the foretold value. */
struct race carry_judge(struct race_trial *, int count, const struct foretold *, enum carry_role);
/* By so many steps of the grid the winner lies above the foretold value; 0: it is that one. */
int carry_step(const struct foretold *, int winner);
/* How many trainings it takes. */
struct race_cost carry_cost(int values, int seeds, enum carry_role);

#endif
