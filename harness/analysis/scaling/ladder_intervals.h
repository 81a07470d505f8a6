/* SPDX-License-Identifier: MIT
 * What the draws of a bootstrap say of an answer: its interval, and how likely draws so far from 0
 * are where the truth is 0.
 *
 * Percentiles of a few seeds are too narrow. Their distances from the answer are stretched as
 * Student's interval of as many values is wider than the normal one with their spread over n.
 *
 * Draws without an answer lie beyond every other one, on either side: an end is the percentile that
 * is left when all of them have been counted outside it, and where they might be as many as lie
 * outside there is none. */
#ifndef ATTNLAB_LADDER_INTERVALS_H
#define ATTNLAB_LADDER_INTERVALS_H

struct scaled {
    double at, low, high; /* NaN: not known; of an interval, that it has no end */
    double p;             /* of a factor, that it is 1, by the draws; NaN: not asked */
};
struct draws {
    double *list; /* sorted, those with an answer first */
    int known, count;
    double seeds, freedom; /* that the answer stands on, as Student counts it */
};

/* Takes over a list of as many draws, NaN where there is no answer, and puts it in order. */
struct draws draws_of(double *list, int count, double seeds, double freedom);
struct scaled draws_interval(const struct draws *, double at, double level);
/* One less the greatest level whose interval leaves 0 outside, between one in as many draws as
 * there are and 1: as an interval says it, so that the two never disagree. NaN: `at` is. */
double draws_p(const struct draws *, double at);

#endif
