/* SPDX-License-Identifier: MIT
 * Arms over their sizes, by a kind of cost, and what may be said of their compute multipliers. */
#ifndef ATTNLAB_SAVINGS_H
#define ATTNLAB_SAVINGS_H

#include "harness/analysis/analysis.h"
#include "harness/analysis/scaling/ladder.h"

/* An arm over the sizes that `scaling` asks for, by one kind of cost (scaling/scaling.c). */
struct scaling_fit {
    int entry, reference; /* at their first size */
    char *ladder;         /* what tells these sizes from others of the question; "" */
    enum curve_axis cost; /* flop or seconds of training */
    struct span points;
    const char *fault;                    /* why there is no law; NULL */
    int sizes, seeds;                     /* that it stands on */
    struct scaled floor, scale, exponent; /* E, A, alpha */
    struct scaled slope; /* the factor of the compute multiplier for ten times the parameters */
};
/* What is said of a multiplier, by its interval and by its p, Holm (1979) over those that it is
 * read among (scaling/savings.c). */
struct saving {
    double p_corrected;
    enum outcome outcome;
};
/* One of its sizes, or one that its trend is carried to. */
struct scaling_point {
    int fit, entry; /* -1: no such model was trained */
    int seeds;
    double parameters, cost, loss; /* geometric means over the seeds; NaN */
    struct scaled multiplier;
    const char *left_out; /* of the fit: the figure of the failed check; NULL: it has a part */
    struct saving each;   /* among all arms and sizes of this cost, also those carried to */
    struct saving last;   /* among the arms at their largest sizes; NaN, none: it is not that */
};

/* ---- asking ---- */
/* "flop", "time". */
const char *scaling_cost(const struct scaling_fit *);
/* Why nothing is said of a multiplier though it has an interval, the figure of what shuts the
 * arm's own effect at that size, or at one that its trend stands on; NULL: it is said. */
const char *saving_failed_check(const struct analysis *, const struct scaling_point *);
/* The point of an arm at the largest size that was trained, counts and has a multiplier; NULL. */
const struct scaling_point *largest_size(const struct analysis *, const struct scaling_fit *);
/* The fit of the arm, by this cost, that has an entry among its sizes; NULL. */
const struct scaling_fit *entry_scaling(const struct analysis *, int entry, enum curve_axis cost);

/* ---- judging ---- */
/* Judges the points from `first` on, which are those of a question, by one cost. */
void judge_savings(struct analysis *, int first, enum curve_axis cost);

#endif
