/* SPDX-License-Identifier: MIT
 * How far a comparison is in a question that has looks (plan/looks/boundary.h), and what its pairs
 * say there. Without looks all pairs count and the numbers are those of stats_paired(). */
#ifndef ATTNLAB_REACH_H
#define ATTNLAB_REACH_H

#include "harness/analysis/analysis.h"

/* Of several entries together: the trials of the looks up to `shown` are compared. */
struct reach {
    int look; /* the last that all of them have reached, from 0; -1: none, and then nothing is said;
               * without looks -1 too */
    int shown; /* that, or else the first */
};
/* An entry has reached a look when none of its winner's trials up to it is missing or was left out.
 */
struct reach reach_of(const struct analysis *, const struct question *, const int *entries,
                      int count);
/* Whether a trial is compared. */
bool reach_holds(struct reach, const struct trial *);
/* The confidence of an interval there. */
double reach_level(const struct analysis *, const struct question *, struct reach);
/* The gains of a comparison, and what the mean of the first so many has beside their spread
 * (stats_widen()). */
struct gains {
    const double *list; /* in the order of looks */
    const int *look;    /* of each */
    int count;
    double (*variance)(const void *context, int count);
    const void *context;
};
/* What they say. Where no look has been reached p is 1, and the interval is not enough for a
 * verdict. */
struct estimate reach_estimate(const struct analysis *, const struct question *, struct reach,
                               const struct gains *);

#endif
