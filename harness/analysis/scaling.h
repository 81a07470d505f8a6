/* SPDX-License-Identifier: MIT
 * Arms that were trained at several sizes: how much compute each saves or wastes against its
 * reference.
 *
 * The reference's losses at its sizes give a power law of training compute,
 *
 *     L = E + A C^-alpha.
 *
 * The compute multiplier of an arm at a size is the compute that the reference needs for the arm's
 * loss, by that law, over the arm's compute. 2: twice as much; below 1 the arm wastes. The law may
 * be off at a size for all arms alike, so the multiplier is divided by what the same comes to for
 * the reference itself, which is 1 where the law is exact:
 *
 *     [C(arm's loss) / arm's compute] / [C(reference's loss) / reference's compute].
 *
 * There is one test per arm: of the mean logarithm of its multipliers over the sizes. Sizes that
 * were not trained are not predicted.
 *
 * Intervals are Student's. Their variance is that of the jackknife that leaves out one pair of
 * trainings at a time (seeds at different sizes are independent), with Satterthwaite's degrees of
 * freedom, plus the variance of the tuning choices and of the text, as in the interval of a loss.
 * Text errors of different sizes, which score the same text, count as fully correlated. */
#ifndef ATTNLAB_SCALING_H
#define ATTNLAB_SCALING_H

#include "harness/analysis/analysis.h"

enum { LEAST_SIZES = 3, LEAST_SEEDS = 2 };

/* ---- the law (law.c) ---- */

struct law {
    double floor, log_scale, exponent; /* E, log A, alpha; NaN: fewer than two different costs */
};
/* Least squares of log L over `count` points. E is between 0 and 1 % below exp(least_loss). */
struct law law_fit(const double *log_cost, const double *log_loss, int count, double least_loss);
double law_log_loss(const struct law *, double log_cost);
double law_log_cost(const struct law *, double log_loss); /* NaN: no compute reaches the loss */

/* ---- an arm and its reference over sizes ---- */

enum { OWN, REFERENCE, PAIR };
struct ladder {
    int sizes, seeds;                  /* seeds: the most of any size */
    double *cost[PAIR], *loss[PAIR];   /* (sizes, seeds) natural logs; NaN: not both ended */
    double *tuning_variance, *text_sd; /* (sizes) of the difference in log loss */
    bool *left_out;                    /* (sizes) of the law and the test */
};
struct ladder_fit {
    const char *fault; /* why there is no law; NULL */
    int sizes, seeds;  /* in the fit; the least of any of these sizes */
    struct law law;
    struct estimate pooled, *each; /* log multipliers; each: (sizes); the caller frees it */
};
struct ladder_fit ladder_solve(const struct ladder *, double level);

/* ---- of a question ---- */

struct scaling_fit {
    int entry, reference; /* at their first size */
    char *ladder;         /* distinguishes these sizes from others of the question; "" */
    struct span points;
    const char *fault; /* why there is no law; NULL */
    int sizes, seeds;
    struct law law;         /* the reference's */
    struct estimate pooled; /* mean log multiplier over the sizes */
    double p_corrected;     /* Holm over the arms of the question */
    enum outcome outcome;
    const char *failed_check; /* where it is not judged; NULL */
};
/* An arm at one size. */
struct scaling_point {
    int fit, entry, seeds;
    double parameters, flops, loss; /* flops, loss: geometric means over the seeds; NaN */
    struct estimate multiplier;     /* log */
    const char *left_out;           /* of the fit: the failed check; NULL */
};
/* The fit that has an entry among its sizes, and its point; NULL. */
const struct scaling_fit *entry_scaling(const struct analysis *, int entry);
const struct scaling_point *entry_scaling_point(const struct analysis *, int entry);

#endif
